/**
 * Reads the format n8n stores execution data in: a JSON array in which every string inside an object or a list
 * is the position of the value meant. Written here because the format is six rules and n8n's own reader is not
 * part of its interface.
 *
 * @param text what n8n's REST interface returns as an execution's `data`
 * @returns the value at the first position, with shared parts shared
 */
export function parseFlatted(text: string): unknown {
	const entries = JSON.parse(text) as unknown[];
	const revived = new Map<number, unknown>();

	const at = (position: unknown): unknown => {
		if (typeof position !== 'string') return position;
		const index = Number(position);
		const entry = entries[index];
		if (typeof entry !== 'object' || entry === null) return entry;
		if (revived.has(index)) return revived.get(index);
		const target: unknown[] | Record<string, unknown> = Array.isArray(entry) ? [] : {};
		revived.set(index, target);
		for (const [key, value] of Object.entries(entry)) Object.assign(target, { [key]: at(value) });
		return target;
	};
	return at('0');
}
