import { problem, type Reader } from './reader';

/** What each text has to hold. */
export interface Wording {
	senderName?: string;
	/** Words of which a text has to hold one. */
	optOutWords?: string[];
}

/** Reads what texts must contain; what was left empty is not looked for. */
export const readWording: Reader<Wording> = (entered) => {
	const { words = {} } = entered as { words?: { senderName?: unknown; optOutWords?: unknown } };
	const wording: Wording = {};
	for (const [name, label] of [
		['senderName', 'Sender Name'],
		['optOutWords', 'Opt-Out Words'],
	] as const) {
		const value = words[name];
		if (value === undefined || value === null || value === '') continue;
		if (typeof value !== 'string') {
			return problem(`has '${label}', which must be text`, 'Enter words, such as stop, opt out.');
		}
		const all = value
			.split(/[,;\n]/)
			.map((word) => word.trim())
			.filter((word) => word !== '');
		if (all.length === 0) return problem(`has '${label}', which has no word`, 'Enter one.');
		if (name === 'senderName') wording.senderName = value.trim();
		else wording.optOutWords = all;
	}
	return Object.keys(wording).length === 0
		? problem('is empty or missing', 'Enter a name or words, or remove the option.')
		: { value: wording };
};
