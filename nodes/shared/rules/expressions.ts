// What an expression is made of, what needs no sandbox, and what a person typed around data.
import { isExpression } from 'n8n-workflow';

/** All expressions in a saved parameter. */
export function expressionsIn(saved: unknown): string[] {
	if (isExpression(saved)) return [saved];
	if (typeof saved !== 'object' || saved === null) return [];
	return Object.values(saved).flatMap(expressionsIn);
}

/** What n8n puts into an expression that is the same for every item of a run. */
const SAME_FOR_ALL = [
	...['$now', '$today', '$vars', '$env', '$workflow', '$execution', '$executionId', '$runIndex'],
	...['$mode', '$nodeId', '$nodeVersion', '$webhookId'],
];
/** Items of another node that are the same for every item here, unlike its `item`. */
const ITEM_OF_NODE = /\$\((["'])[^"'\\]*\1\)\.(?:first|last|all)\(\)/g;
/** Names in an expression; `${` in a template is none. */
const NAME = /\$(?!\{)[\w$]*/g;
/** What can give another value each time, or reach a name without spelling it. */
const UNSURE = /random|shuffle|this|\\/i;

/** Tells whether code gives every item the same: nothing in it reads the item. In doubt it does not. */
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

/** A piece of what an expression gave: what a person typed, or what the data put in its place. */
export interface ExpressionPart {
	text: string;
	isTyped: boolean;
}

/**
 * Splits an expression where n8n does (its tournament library, `splitExpression`): at `{{` and `}}`
 * that have no odd number of backslashes before them, whatever is in strings or objects.
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

/** An expression that gives a number unless a piece of code fails: as an entry of a list it leaves no list. */
export function probeOf(code: string): string {
	return `{{ [${code.slice(2).replace(/\}\}$/, '')}\n].length }}`;
}

/** Where data is inserted into a text that a person typed. */
export const FIELD = '\ufffc';
/** The same where a person wrote that nothing may be there. */
const FIELD_OR_NOTHING = '\ufffb';

/** A merge field with an empty fallback, or an expression that names an empty text. */
const MAY_BE_EMPTY = /\|\s*\}$|''|""/;

/** A text that a person typed, with {@link FIELD} or {@link FIELD_OR_NOTHING} for its merge fields and expressions. */
export function typedWithFields(saved: unknown): string {
	if (typeof saved !== 'string') return '';
	const text = isExpression(saved) ? saved.slice(1) : saved;
	return text.replace(
		/\\([{}])|\{\{(?:[^}]|\}(?!\}))*(?:\}\})?|\{[^{}]*\}/g,
		(part: string, brace?: string) => brace ?? (MAY_BE_EMPTY.test(part) ? FIELD_OR_NOTHING : FIELD),
	);
}

/** The first match that is not what a person typed: the text has more of them, or others. */
export function inserted(
	pattern: RegExp,
	{ own, typed }: { own: string; typed: string },
): string | undefined {
	const meant: string[] = typed.match(pattern) ?? [];
	return own.match(pattern)?.find((each) => {
		const at = meant.indexOf(each);
		if (at < 0) return true;
		meant.splice(at, 1);
		return false;
	});
}

/** A comma behind a blank, or at the beginning: no author writes it, whatever the language. */
const ALONE = /(?<=[\p{L}\p{N}.])[ \t]+[,،](?=\s|$)|^\s*[,،]/gu;
/** What an empty value leaves between words and punctuation, beside a sign, and where a line begins or ends. */
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

/** How much of the text is shown on both sides: a blank alone cannot be seen. */
const BESIDE = 12;

/** What an empty value leaves in a text, with the words beside it. */
export function emptyPlace(own: string, typed: string): string | undefined {
	// A text that comes from the data as a whole has the spaces that its author wrote.
	const isFilled = typed.includes(FIELD) && /\p{L}/u.test(typed);
	const meant = typed.replaceAll(FIELD_OR_NOTHING, '');
	const gap =
		inserted(ALONE, { own, typed }) ??
		(isFilled ? inserted(GAP, { own, typed: meant }) : undefined);
	if (gap === undefined) return undefined;
	const at = own.indexOf(gap);
	return own.slice(Math.max(0, at - BESIDE), at + gap.length + BESIDE);
}

/** Gives the value of a field from an item's data; undefined where only n8n knows what it is. */
type FillField = (json: unknown) => { value: string | number | boolean } | undefined;

/** `$json` with names behind it: `.name`, `["any name"]`, `['any name']`. */
const ONE_FIELD =
	/^\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\r\n\u2028\u2029]*"\]|\['[^'\\{}\r\n\u2028\u2029]*'\])+)\s*\}\}$/;
const NAME_IN_PATH = /\.(\w+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** Characters that an engine in a world of its own may not hand back as they were. */
const UNSURE_TEXT = /[\p{Cs}\0]/u;

/** A backslash escapes, in a way that differs between versions; n8n refuses the word even in a text. */
const NOT_READ = /\\|constructor/;

/** Names n8n 2.41 refuses, beside those every object has (`isSafeObjectProperty`); other versions refuse some of them. */
const REFUSED_NAMES = [
	...['prototype', 'getPrototypeOf', 'setPrototypeOf', 'getOwnPropertyDescriptor'],
	...['getOwnPropertyDescriptors', 'defineProperty', 'defineProperties', 'mainModule', 'binding'],
	...['_linkedBinding', '_load', 'prepareStackTrace', 'caller', 'callee', 'arguments'],
	...['getBuiltinModule', 'dlopen', 'execve', 'loadEnvFile'],
];
/**
 * Reads an expression that is nothing but a field of the item: `{{ $json.name }}`. It can be filled without n8n's sandbox,
 * which costs more than everything else about a row.
 *
 * @param expression without the equals sign
 * @returns undefined for any other expression
 */
export function fieldExpression(expression: string): FillField | undefined {
	const isRead = !NOT_READ.test(expression) && !UNSURE_TEXT.test(expression);
	const path = isRead ? pathOf(expression) : undefined;
	return path && ((json) => wrapped(valueAt(json, path)));
}

/** The names in a piece of code with its brackets; undefined when it is more than a field, or one of them is special. */
function pathOf(code: string): string[] | undefined {
	const [, names] = ONE_FIELD.exec(code) ?? [];
	if (names === undefined) return undefined;
	const path = Array.from(
		names.matchAll(NAME_IN_PATH),
		([, plain, quoted, other]) => plain ?? quoted ?? other,
	);
	return path.some((name) => name in {} || REFUSED_NAMES.includes(name)) ? undefined : path;
}

/** A field's value, when it is one that stays what it is on its way through n8n. */
function valueAt(json: unknown, path: string[]): string | number | boolean | undefined {
	let value = json;
	for (const name of path) {
		if (!isData(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	if (typeof value === 'string') return UNSURE_TEXT.test(value) ? undefined : value;
	return typeof value === 'boolean' || Number.isFinite(value) ? (value as number) : undefined;
}

/** Objects of a class, and such that say what they are, become something else in an expression. */
function isData(value: unknown): value is Record<string, unknown> {
	if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function wrapped<T>(value: T | undefined): { value: T } | undefined {
	return value === undefined ? undefined : { value };
}
