import { chunksOf } from '../rules/expressions';

/** Text, or the path of a field of the item. */
type Piece = { text: string } | { path: string[] };

/** Fills an expression from an item's data; undefined where only n8n knows what it gives. */
type FillFields = (json: unknown) => { value: string | number | boolean } | undefined;

/** `$json` with names behind it: `.name`, `["any name"]`, `['any name']`. */
const FIELD =
	/^\{\{\s*\$json((?:\.[A-Za-z_]\w*|\["[^"\\{}\r\n\u2028\u2029]*"\]|\['[^'\\{}\r\n\u2028\u2029]*'\])+)\s*\}\}$/;
const NAME = /\.(\w+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** Characters that an engine in a world of its own may not hand back as they were. */
const UNSURE = /[\p{Cs}\0]/u;

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
 * Reads an expression that is nothing but fields of the item and text: `Hello {{ $json.name }}!`. It can be filled
 * without n8n's sandbox, which costs more than everything else about a row.
 *
 * n8n (2.0 and 2.41, tournament's `ExpressionBuilder`) joins texts and values; one field with nothing around
 * it gives its value as it is.
 *
 * @param expression without the equals sign
 * @returns undefined for any other expression
 */
export function fieldExpression(expression: string): FillFields | undefined {
	const isRead = !NOT_READ.test(expression) && !UNSURE.test(expression);
	const pieces = isRead ? piecesOf(expression) : undefined;
	if (pieces === undefined) return undefined;
	const [only, ...others] = pieces;
	if (others.length === 0 && 'path' in only) return (json) => wrapped(valueAt(json, only.path));
	return (json) => {
		let value = '';
		for (const piece of pieces) {
			const part = 'text' in piece ? piece.text : valueAt(json, piece.path);
			if (part === undefined) return undefined;
			value += String(part);
		}
		return { value };
	};
}

function piecesOf(expression: string): Piece[] | undefined {
	const pieces: Piece[] = [];
	const chunks = chunksOf(expression);
	if (chunks.length === 1) return undefined;
	for (const { text, isCode } of chunks) {
		const path = isCode ? pathOf(text) : undefined;
		if (isCode && path === undefined) return undefined;
		if (path !== undefined) pieces.push({ path });
		else if (text !== '') pieces.push({ text });
	}
	return pieces;
}

/** The names in a piece of code with its brackets; undefined when it is more than a field, or one of them is special. */
function pathOf(code: string): string[] | undefined {
	const [, names] = FIELD.exec(code) ?? [];
	if (names === undefined) return undefined;
	const path = Array.from(
		names.matchAll(NAME),
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
	if (typeof value === 'string') return UNSURE.test(value) ? undefined : value;
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
