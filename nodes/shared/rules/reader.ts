/** What is wrong with a value: completes a sentence that begins with the field's name. */
export interface Problem {
	/** For example `must be a whole number from 2 to 180`. */
	rule: string;
	/** What to do about it, in sentences. */
	fix: string;
	/** Display name of the field, where it is another than the one whose value was read. */
	field?: string;
}

/** The problem of every value that must be there and is not. */
export const EMPTY: Problem = { rule: 'is empty or missing', fix: 'Fill the field.' };

export type Read<T = unknown> = { value: T } | { problem: Problem };

/**
 * Reads what a person entered, or an expression gave, into the value the service expects, or says
 * what is wrong with it. Never sees an empty value: those are not sent at all.
 */
export type Reader<T = unknown> = (entered: unknown) => Read<T>;

/** Leaves a value as it is: a rule over several values reads it, or the operation, with the data of its item. */
export const asEntered: Reader = (entered) => ({ value: entered });

/** A problem as the result of a {@link Reader}. */
export function problem(rule: string, fix: string): { problem: Problem } {
	return { problem: { rule, fix } };
}

/** Reads like another reader, and makes something else of the value. */
export function readAs<T, U>(reader: Reader<T>, make: (value: T) => U): Reader<U> {
	return (entered) => {
		const read = reader(entered);
		return 'problem' in read ? read : { value: make(read.value) };
	};
}

/** Tells whether a field was left empty; such a field is not sent. */
export function isEmpty(entered: unknown): boolean {
	if (entered === undefined || entered === null) return true;
	if (typeof entered === 'string') return entered.trim() === '';
	return Array.isArray(entered) && entered.length === 0;
}

/** Text of a value that may be text or a number; undefined for anything else. */
export function asText(entered: unknown): string | undefined {
	if (typeof entered === 'string') return entered;
	return typeof entered === 'number' || typeof entered === 'bigint' ? String(entered) : undefined;
}

/**
 * The problem of a code that came as a number beyond 2^53, or holds one: what JavaScript holds then is another
 * number, so the code would be that of someone else. And of NaN, which calculations give that had no number.
 */
export function lostDigits(entered: unknown): { problem: Problem } | undefined {
	if (Number.isNaN(entered)) {
		return problem(
			'came as NaN, the result of a calculation without a number',
			'Correct the expression, or the field that it uses.',
		);
	}
	if (!holdsLostDigits(entered)) return undefined;
	const how = typeof entered === 'object' ? 'contains' : 'came as';
	return problem(
		`${how} a number too long to be kept exactly: it has lost digits`,
		'Keep it as text in every node, from the one that first reads it.',
	);
}

function holdsLostDigits(value: unknown): boolean {
	return typeof value === 'object' && value !== null
		? Object.values(value).some(holdsLostDigits)
		: typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

const SHOWN = 40;

/** A wrong value as a message shows it, in quotation marks. */
export function quoted(entered: unknown): string {
	const text = asText(entered)?.trim() ?? JSON.stringify(entered) ?? '';
	return `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;
}

/** Reads the fields of an entry, by their labels as people see them; what is wrong with one is said with its name. */
export function fieldsReader<T extends object>(fields: {
	[Name in keyof T]-?: { label: string; reader: Reader<T[Name]> };
}): Reader<T> {
	return (entered) => {
		const read: Partial<T> = {};
		for (const name of Object.keys(fields) as Array<keyof T>) {
			const { label, reader } = fields[name];
			const found = reader((Object(entered) as Record<keyof T, unknown>)[name]);
			if ('problem' in found) {
				return problem(`has '${label}', which ${found.problem.rule}`, found.problem.fix);
			}
			read[name] = found.value;
		}
		return { value: read as T };
	};
}
