import type { IDataObject } from 'n8n-workflow';

/** An object, or text that holds one as JSON, where no text at all is none of its values; undefined for anything else. */
export function jsonObject(entered: unknown): IDataObject | undefined {
	let value = entered;
	if (typeof entered === 'string') {
		try {
			value = JSON.parse(entered.trim() === '' ? '{}' : entered);
		} catch {
			return undefined;
		}
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : undefined;
}

/**
 * A key that JSON text of an object holds twice. `JSON.parse` keeps the last one and says nothing.
 *
 * @param json valid JSON text
 */
export function repeatedKey(json: string): string | undefined {
	const keys = new Set<string>();
	let depth = 0;
	for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
		if (text === undefined) {
			depth += token === '{' || token === '[' ? 1 : -1;
		} else if (depth === 1 && colon !== undefined) {
			const key = JSON.parse(text) as string;
			if (keys.has(key)) return key;
			keys.add(key);
		}
	}
	return undefined;
}
