// What fills merge fields.
import { lostDigits, type Problem, type Read } from '../rules/reader';
import {
	columnsOf,
	fieldWithFallback,
	hasColumn,
	itemValue,
	type FieldWithFallback,
} from '../rules/itemValue';
import { isUnseen } from '../rules/text';
import { unreplaced } from '../rules/typedText';

/** What fills merge fields besides the item's values. */
export interface FilledBy {
	/** Whether a field without value or fallback may stay empty. If not, the item is refused. */
	mayBeEmpty?: (name: string) => boolean;
	/** Replaces {@link OPT_OUT_FIELD}, whatever columns the items have. */
	optOut?: Read<string>;
}

/** The merge field of the recipient's opt-out link. */
export const OPT_OUT_FIELD = 'optOut';

/** A parsed text, to be filled once per item. */
export interface MergeText {
	/** False if the text is the same for all items. */
	hasFields: boolean;
	/** The names of the fields, in their order. */
	fields: string[];
	/** Fills the fields from an item; a problem if a value is missing or not text. */
	fill(json: Record<string, unknown>): Read<string>;
}

type Part = { text: string } | FieldWithFallback;

const TOKEN = /\\([{}])|\{((?:\\[{}]|[^{}])*)\}|(\{)/g;
const ESCAPED = /\\([{}])/g;

/** Mark characters of data. Unicode will never assign these code points. */
const DATA_MARKS: Record<string, string> = { '{': '\ufdd0', '}': '\ufdd1', '\\': '\ufdd2' };
const DATA_CHARACTERS = Object.fromEntries(
	Object.entries(DATA_MARKS).map(([character, mark]) => [mark, character]),
);

/**
 * Reads a text with merge fields. `{first_name}` becomes the item's field of that name, and dotted
 * paths reach into objects. `{first_name|there}` is "there" if the value is missing or blank. `\{`
 * and `\}` are literal braces.
 *
 * @returns the text, or what is wrong with its braces
 */
export function parseMergeText(source: string, filledBy: FilledBy = {}): Read<MergeText> {
	const parts: Part[] = [];
	let end = 0;
	for (const match of source.matchAll(TOKEN)) {
		const [token, escaped, field, open] = match;
		if (open !== undefined || field?.trim() === '') {
			return { problem: doubleBraces(source) ?? unreadable(token) };
		}
		parts.push({ text: withData(source.slice(end, match.index)) });
		parts.push(escaped === undefined ? fieldWithFallback(written(field)) : { text: escaped });
		end = match.index + token.length;
	}
	parts.push({ text: withData(source.slice(end)) });

	const fields = parts.flatMap((part) => ('name' in part ? [part.name] : []));
	return {
		value: {
			hasFields: fields.length > 0,
			fields,
			fill: (json) => fill(parts, json, filledBy),
		},
	};
}

/** A text in which nothing is replaced. What looks like a field is refused. */
export function unmergedText(source: string): Read<MergeText> {
	const fill = (json: Record<string, unknown>): Read<string> => {
		const found = unreplaced(source, json);
		return found ? { problem: found } : { value: withData(source) };
	};
	return { value: { hasFields: true, fields: [], fill } };
}

/** Data that {@link parseMergeText} leaves as it is, also in a fallback. */
export function literally(data: string): string {
	return data.replace(/[{}\\]/g, (character) => DATA_MARKS[character]);
}

/** Whether {@link parseMergeText} may change a text. */
export function isMergeText(source: string): boolean {
	return /[{}\\\ufdd0-\ufdd2]/.test(source);
}

function withData(text: string): string {
	return text.replace(/[\ufdd0-\ufdd2]/g, (mark) => DATA_CHARACTERS[mark]);
}

/** The content of a field's braces without escapes. */
function written(field: string): string {
	return withData(field.replace(ESCAPED, '$1')).trim();
}

function fill(
	parts: Part[],
	json: Record<string, unknown>,
	{ mayBeEmpty, optOut }: FilledBy,
): Read<string> {
	let text = '';
	for (const part of parts) {
		if ('text' in part) {
			text += part.text;
			continue;
		}
		const { name, fallback } = part;
		if (name === OPT_OUT_FIELD && optOut !== undefined) {
			if ('problem' in optOut) return optOut;
			text += optOut.value;
			continue;
		}
		const value = itemValue(json, name);
		const lost = lostDigits(value);
		if (isBlank(value)) {
			if (fallback === undefined && !mayBeEmpty?.(name)) {
				return { problem: missingField(name, json) };
			}
			text += fallback ?? '';
		} else if (typeof value === 'object') {
			return { problem: notText(name) };
		} else if (lost !== undefined) {
			return {
				problem: { ...lost.problem, rule: `uses the field "${name}", which ${lost.problem.rule}` },
			};
		} else {
			text += String(value);
		}
	}
	return { value: text };
}

/** Whether a value shows nothing, so a fallback replaces it. */
function isBlank(value: unknown): boolean {
	return value === undefined || value === null || (typeof value === 'string' && isUnseen(value));
}

/** `{{first_name}}` in a fixed text is neither a merge field nor an expression. */
function doubleBraces(source: string): Problem | undefined {
	const [token, within = ''] = /\{\{([^{}]*)\}\}/.exec(source) ?? [];
	const inner = within.trim();
	if (inner === '') return undefined;
	const isCode = /^[$"'`]|[()+]/.test(inner);
	return {
		rule: `contains ${token}, which isn't a merge field`,
		fix: isCode
			? `Switch the field to 'Expression', so that n8n evaluates ${token}.`
			: `Write {${inner}} with single braces, or switch the field to 'Expression' and write {{ $json.${inner.split('|')[0].trim()} }}.`,
	};
}

function unreadable(token: string): Problem {
	return {
		rule:
			token === '{'
				? 'has an opening brace that is never closed'
				: 'has braces without a field name',
		fix: 'Write merge fields like {first_name}, and a literal brace as \\{.',
	};
}

function missingField(field: string, json: Record<string, unknown>): Problem {
	const fallback = `or write a fallback like {${field}|there}.`;
	return hasColumn(json, field)
		? {
				rule: `needs the field "${field}", which is empty in this item`,
				fix: `Fill the field in the data, ${fallback}`,
			}
		: {
				rule: `needs the field "${field}", which this item does not have`,
				fix: `Correct its name (${columnsOf(json)}), ${fallback}`,
			};
}

function notText(field: string): Problem {
	return {
		rule: `uses the field "${field}", which contains an object or a list`,
		fix: `Use a value inside it, for example {${field}.name}.`,
	};
}
