// What a reader of a value is, and those of numbers, switches and choices.
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

/** What was read; undefined where something is wrong with it. */
export function valueRead<T>(read: Read<T>): T | undefined {
	return 'value' in read ? read.value : undefined;
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

/** Makes readers of numbers within a range, both ends allowed; `unit` is what is counted, for example `seconds`. */
function inRange(what: string, written: RegExp) {
	return (lowest: number, highest: number, unit = ''): Reader<number> => {
		const isOpen = highest === Infinity;
		const range = `${lowest} ${isOpen ? 'or more' : `to ${highest}`} ${unit}`.trim();
		return (entered) => {
			const text = asText(entered)?.trim() ?? '';
			const value = Number(text);
			return written.test(text) && value >= lowest && value <= highest
				? { value }
				: problem(
						`must be ${what} ${isOpen ? 'of' : 'from'} ${range}, not ${quoted(entered)}`,
						`Enter ${range}.`,
					);
		};
	};
}

export const wholeNumber = inRange('a whole number', /^[+-]?\d+$/);

/** A number with or without parts. */
const numberWithParts = inRange('a number', /^\d{1,10}(?:\.\d{1,20})?$/);

/** Over how many hours a campaign is spread. */
export const hoursToSpread = numberWithParts(0.01, 168, 'hours');

const ON: unknown[] = [true, 1, 'true', '1'];
const OFF: unknown[] = [false, 0, 'false', '0'];

const FIX = 'Use true or false, or remove the option.';

/**
 * Reads a switch. What an expression gives must say which it is: taken
 * for off, a column that is missing would lift the protection.
 */
export const onOrOff: Reader<boolean> = (entered) => {
	if (isEmpty(entered)) return problem('is empty; it must be true or false', FIX);
	const said = typeof entered === 'string' ? entered.trim().toLowerCase() : entered;
	return ON.includes(said) || OFF.includes(said)
		? { value: ON.includes(said) }
		: problem('must be true or false', FIX);
};

/** A switch of which nothing was found wrong. */
export function isOnValue(entered: unknown, fallback = false): boolean {
	const read = onOrOff(entered);
	return 'value' in read ? read.value : fallback;
}

/** The specification's way to switch something on: 1. Switched off, nothing is sent. */
export const switchedOn = readAs(onOrOff, (isOn) => (isOn ? 1 : undefined));

/** The specification's way to say yes or no: 1 or 0. */
export const yesOrNo = readAs(onOrOff, (isOn) => (isOn ? 1 : 0));

const MOST_MINUTES = 3650 * 24 * 60;

/** How long to wait, for a campaign or an answer, in milliseconds. */
export const waitingMinutes = minutesFrom(0.0001);

/** The same of an option that may say to check just once, by 0. */
export const lookingMinutes = minutesFrom(0);

function minutesFrom(lowest: number): Reader<number> {
	return readAs(numberWithParts(lowest, MOST_MINUTES, 'minutes'), (minutes) => minutes * 60_000);
}

/** Seconds between two checks. */
export const pauseSeconds = numberWithParts(0.1, 3600, 'seconds');

/** One of a fixed set of values, exactly as it is written. */
export function choiceOf<const T>(...values: T[]): Reader<T> {
	const all = values.join(', ');
	return (entered) => {
		if (values.includes(entered as T)) return { value: entered as T };
		return isEmpty(entered)
			? problem('is empty or missing', `Choose one of ${all}.`)
			: problem(
					`must be one of ${all}, not ${quoted(entered)}`,
					'Use one of these values, spelled exactly like this.',
				);
	};
}

/**
 * Some of a fixed set of words, as a list or with commas between them, in upper or lower case; each once, in the order of
 * the set. A `noun` is what each is, such as `a check`; `among`, such as `the checks`.
 */
export function choicesOf<T extends string>(
	noun: string,
	among: string,
	values: readonly T[],
): Reader<T[]> {
	const fix = `Choose from ${values.join(', ')}.`;
	return (entered) => {
		if (isEmpty(entered)) return { value: [] };
		const entries = [
			typeof entered === 'string' ? entered.split(',') : entered,
		].flat() as unknown[];
		const found = new Set<T>();
		for (const entry of entries) {
			if (isEmpty(entry)) return problem(`has an empty entry among ${among}`, `Remove it. ${fix}`);
			const said = asText(entry)?.trim().toLowerCase();
			const value = values.find((each) => each.toLowerCase() === said);
			if (value === undefined) {
				return problem(`contains ${quoted(entry)}, which isn't ${noun}`, fix);
			}
			found.add(value);
		}
		return { value: values.filter((value) => found.has(value)) };
	};
}

/** A problem with a field, named as the person sees it in the editor. */
export interface FieldProblem extends Problem {
	field: string;
}
