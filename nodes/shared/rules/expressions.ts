// Parts of an expression, what needs no sandbox, and what a person typed around data.
import { isExpression } from 'n8n-workflow';

/** All expressions in a saved parameter. */
export function expressionsIn(saved: unknown): string[] {
	if (isExpression(saved)) return [saved];
	if (typeof saved !== 'object' || saved === null) return [];
	return Object.values(saved).flatMap(expressionsIn);
}

/** n8n's variables that are the same for every item of a run. */
const SAME_FOR_ALL = [
	...['$now', '$today', '$vars', '$env', '$workflow', '$execution', '$executionId', '$runIndex'],
	...['$mode', '$nodeId', '$nodeVersion', '$webhookId'],
];
/** Items of another node that are the same for every item here, unlike its `item`. */
const ITEM_OF_NODE = /\$\((["'])[^"'\\]*\1\)\.(?:first|last|all)\(\)/g;
/** Variables in an expression; the `${` of a template is none. */
const NAME = /\$(?!\{)[\w$]*/g;
/** What can give another value each time, or reach a name without spelling it. */
const UNSURE = /random|shuffle|this|\\/i;

/** Whether code gives every item the same, because it does not read the item. False if in doubt. */
export function isSameForAll(code: string): boolean {
	if (UNSURE.test(code)) return false;
	const names = code.replace(ITEM_OF_NODE, '').match(NAME) ?? [];
	return names.every((name) => SAME_FOR_ALL.includes(name));
}

/** A piece of an expression: code with its brackets, or typed text. */
interface ExpressionChunk {
	text: string;
	isCode: boolean;
}

/** A piece of an expression's result: typed by a person, or from the data. */
export interface ExpressionPart {
	text: string;
	isTyped: boolean;
}

/**
 * Splits an expression where n8n does (`splitExpression` of its tournament library): at `{{` and
 * `}}` without an odd number of backslashes before them, even in strings or objects.
 */
export function chunksOf(expression: string): ExpressionChunk[] {
	const chunks: ExpressionChunk[] = [];
	let start = 0;
	let isCode = false;
	let escapedAt: number | undefined;
	for (const { 0: token, index: at } of expression.matchAll(/\\+|\{\{|\}\}/g)) {
		if (token[0] === '\\') escapedAt = token.length % 2 === 1 ? at + token.length : undefined;
		if (token !== (isCode ? '}}' : '{{') || at === escapedAt) continue;
		const end = isCode ? at + 2 : at;
		chunks.push({ text: expression.slice(start, end), isCode });
		start = end;
		isCode = !isCode;
	}
	chunks.push({ text: expression.slice(start), isCode });
	return chunks;
}

/** Whether an expression joins code with text, or with other code. */
export function isJoined(expression: string): boolean {
	return chunksOf(expression).filter(({ text }) => text !== '').length > 1;
}

/** An expression that gives a number, unless the code fails: then there is no list to count. */
export function probeOf(code: string): string {
	return `{{ [${code.slice(2).replace(/\}\}$/, '')}\n].length }}`;
}

/** Marks where data is inserted into typed text. */
export const FIELD = '\ufffc';
/** The same, where the data may be empty. */
const FIELD_OR_NOTHING = '\ufffb';

/** A merge field with an empty fallback, or an expression that names an empty text. */
const MAY_BE_EMPTY = /\|\s*\}$|''|""/;

/** Typed text with {@link FIELD} or {@link FIELD_OR_NOTHING} for merge fields and expressions. */
export function typedWithFields(saved: unknown): string {
	if (typeof saved !== 'string') return '';
	const text = isExpression(saved) ? saved.slice(1) : saved;
	return text.replace(
		/\\([{}])|\{\{(?:[^}]|\}(?!\}))*(?:\}\})?|\{[^{}]*\}/g,
		(part: string, brace?: string) => brace ?? (MAY_BE_EMPTY.test(part) ? FIELD_OR_NOTHING : FIELD),
	);
}

/** The first match that a person did not type, or typed fewer times. */
export function inserted(
	pattern: RegExp,
	{ own, typed }: { own: string; typed: string },
): string | undefined {
	const all: string[] = own.match(pattern) ?? [];
	if (all.length === 0) return undefined;
	const meant: string[] = typed.match(pattern) ?? [];
	return all.find((each) => {
		const at = meant.indexOf(each);
		if (at < 0) return true;
		meant.splice(at, 1);
		return false;
	});
}

/** A comma after a space, or at the beginning: no one writes it in any language. */
const ALONE = /(?<=[\p{L}\p{N}.])[ \t]+[,،](?=\s|$)|^\s*[,،]/gu;
/** What an empty value leaves between words and punctuation, beside a sign, or at a line's ends. */
const GAP = new RegExp(
	[
		String.raw`(?<! ) {2,}`,
		String.raw`[,،]\s*[,.!?;،؛؟](?!\.)|[,،]\s*$`,
		String.raw`\(\s*\)|"\s*"`,
		String.raw`(?<=[\p{L}\p{N}:${FIELD}]) [.;!?؛؟](?=\s|$)`,
		String.raw`(?<!\S)[#№$€£₪%](?!\S)`,
		String.raw`(?<=\S)[ \t]+(?=\n|$)|(?:^|(?<=\n))[ \t]+(?=\S)`,
	].join('|'),
	'gu',
);

/** Characters to show on both sides: a space alone is invisible. */
const BESIDE = 12;

/** What an empty value leaves in a text, with the text beside it. */
export function emptyPlace(own: string, typed: string): string | undefined {
	// If the whole text comes from the data, its author wrote the spaces.
	const isFilled = typed.includes(FIELD) && /\p{L}/u.test(typed);
	const meant = typed.replaceAll(FIELD_OR_NOTHING, '');
	const gap =
		inserted(ALONE, { own, typed }) ??
		(isFilled ? inserted(GAP, { own, typed: meant }) : undefined);
	if (gap === undefined) return undefined;
	const at = own.indexOf(gap);
	return own.slice(Math.max(0, at - BESIDE), at + gap.length + BESIDE);
}

/** The value of a field in an item's data; undefined if only n8n can evaluate it. */
type FillField = (json: unknown) => { value: string | number | boolean } | undefined;

/** `$json` with names after it: `.name`, `["any name"]`, `['any name']`. */
const ONE_FIELD =
	/^\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\r\n\u2028\u2029]*"\]|\['[^'\\{}\r\n\u2028\u2029]*'\])+)\s*\}\}$/;
const NAME_IN_PATH = /\.(\w+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** Characters that n8n's sandbox may return changed. */
const UNSURE_TEXT = /[\p{Cs}\0]/u;

/** Backslashes escape differently between versions; n8n refuses the word even in a string. */
const NOT_READ = /\\|constructor/;

/** Names that n8n 2.41 refuses (`isSafeObjectProperty`) besides those in `{}`; versions differ. */
const REFUSED_NAMES = [
	...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor'],
	...['getOwnPropertyDescriptors', 'defineProperty', 'defineProperties', 'mainModule', 'binding'],
	...['_linkedBinding', '_load', 'prepareStackTrace', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
];
/**
 * Reads an expression that is only a field of the item: `{{ $json.name }}`. It needs no sandbox of
 * n8n, which costs more than everything else about a row.
 *
 * @param expression without the equals sign
 * @returns undefined for any other expression
 */
export function fieldExpression(expression: string): FillField | undefined {
	const isRead = !NOT_READ.test(expression) && !UNSURE_TEXT.test(expression);
	const path = isRead ? pathOf(expression) : undefined;
	return path && ((json) => wrapped(valueAt(json, path)));
}

/** The names in bracketed code; undefined if it is more than a field, or a name is special. */
function pathOf(code: string): string[] | undefined {
	const [, names] = ONE_FIELD.exec(code) ?? [];
	if (names === undefined) return undefined;
	const path = Array.from(
		names.matchAll(NAME_IN_PATH),
		([, plain, quoted, other]) => plain ?? quoted ?? other,
	);
	return path.some((name) => name in {} || REFUSED_NAMES.includes(name)) ? undefined : path;
}

/** A field's value, if n8n would return it unchanged. */
function valueAt(json: unknown, path: string[]): string | number | boolean | undefined {
	let value = json;
	for (const name of path) {
		if (!isData(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	if (typeof value === 'string') return UNSURE_TEXT.test(value) ? undefined : value;
	return typeof value === 'boolean' || Number.isFinite(value) ? (value as number) : undefined;
}

/** Objects of a class, and those with `toJSON`, change in an expression. */
function isData(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function wrapped<T>(value: T | undefined): { value: T } | undefined {
	return value === undefined ? undefined : { value };
}
