// What a reader of a value is, and readers of numbers, switches and choices.
/** A problem with a value; `rule` completes a sentence that begins with the field's name. */
export interface Problem {
	/** For example `must be a whole number from 2 to 180`. */
	rule: string;
	/** What to do about it, in sentences. */
	fix: string;
	/** Display name of the field, if it is not the one whose value was read. */
	field?: string;
}

/** The problem of a missing required value. */
export const EMPTY: Problem = { rule: 'is empty or missing', fix: 'Fill the field.' };

export type Read<T = unknown> = { value: T } | { problem: Problem };

/**
 * Turns what a person entered, or an expression gave, into the value that the service expects, or
 * says what is wrong with it.
 */
export type Reader<T = unknown> = (entered: unknown) => Read<T>;

/** Keeps a value: a rule, or the operation, reads it with the data of its item. */
export const asEntered: Reader = (entered) => ({ value: entered });

/** A problem as the result of a {@link Reader}. */
export function problem(rule: string, fix: string): { problem: Problem } {
	return { problem: { rule, fix } };
}

/** Reads like another reader, then converts the value. */
export function readAs<T, U>(reader: Reader<T>, make: (value: T) => U): Reader<U> {
	return (entered) => {
		const read = reader(entered);
		return 'problem' in read ? read : { value: make(read.value) };
	};
}

/** The value; undefined if there is a problem. */
export function valueRead<T>(read: Read<T>): T | undefined {
	return 'value' in read ? read.value : undefined;
}

/** Whether a field was left empty; such a field is not sent. */
export function isEmpty(entered: unknown): boolean {
	if (entered === undefined || entered === null) return true;
	if (typeof entered === 'string') return entered.trim() === '';
	return Array.isArray(entered) && entered.length === 0;
}

/** The text of a text or number; undefined for anything else. */
export function asText(entered: unknown): string | undefined {
	if (typeof entered === 'string') return entered;
	return typeof entered === 'number' || typeof entered === 'bigint' ? String(entered) : undefined;
}

/**
 * The problem of a code that is, or contains, a number of 2^53 or more: JavaScript changes its
 * digits, so it may be another code. Also of NaN, the result of a calculation without a number.
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

/** A wrong value for a message, shortened and in quotation marks. */
export function quoted(entered: unknown): string {
	const text = asText(entered)?.trim() ?? JSON.stringify(entered) ?? '';
	return `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;
}

/** Reads the fields of an entry. A problem names its field by the label. */
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

/** Makes readers of numbers in a range, inclusive. `unit` is for example `seconds`. */
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

/** A number with or without decimals. */
const numberWithParts = inRange('a number', /^\d{1,10}(?:\.\d{1,20})?$/);

/** Hours over which a campaign is spread. */
export const hoursToSpread = numberWithParts(0.01, 168, 'hours');

const ON: unknown[] = [true, 1, 'true', '1'];
const OFF: unknown[] = [false, 0, 'false', '0'];

const FIX = 'Use true or false, or remove the option.';

/** Reads a switch. Empty is refused: a missing column must not lift a protection. */
export const onOrOff: Reader<boolean> = (entered) => {
	if (isEmpty(entered)) return problem('is empty; it must be true or false', FIX);
	const said = typeof entered === 'string' ? entered.trim().toLowerCase() : entered;
	return ON.includes(said) || OFF.includes(said)
		? { value: ON.includes(said) }
		: problem('must be true or false', FIX);
};

/** A switch's value, or `fallback` if it is invalid. */
export function isOnValue(entered: unknown, fallback = false): boolean {
	const read = onOrOff(entered);
	return 'value' in read ? read.value : fallback;
}

/** A switch in the specification's form: 1 for on; off is not sent. */
export const switchedOn = readAs(onOrOff, (isOn) => (isOn ? 1 : undefined));

/** A switch in the specification's form: 1 or 0. */
export const yesOrNo = readAs(onOrOff, (isOn) => (isOn ? 1 : 0));

const MOST_MINUTES = 3650 * 24 * 60;

/** Minutes to wait for a campaign or an answer, read into milliseconds. */
export const waitingMinutes = minutesFrom(0.0001);

/** The same, where 0 means to check just once. */
export const lookingMinutes = minutesFrom(0);

function minutesFrom(lowest: number): Reader<number> {
	return readAs(numberWithParts(lowest, MOST_MINUTES, 'minutes'), (minutes) => minutes * 60_000);
}

/** Seconds between two checks. */
export const pauseSeconds = numberWithParts(0.1, 3600, 'seconds');

/** One of a fixed set of values, spelled exactly. */
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
 * Words of a fixed set, from a list or comma-separated text, in any case; each once, in the order
 * of the set. `noun` is such as `a check`; `among`, such as `the checks`.
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

/** A problem with a field, by its display name. */
export interface FieldProblem extends Problem {
	field: string;
}
