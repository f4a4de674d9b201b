/** Gives the value of a field from an item's data; undefined where only n8n knows what it is. */
type FillField = (json: unknown) => { value: string | number | boolean } | undefined;

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
 * Reads an expression that is nothing but a field of the item: `{{ $json.name }}`. It can be filled without n8n's sandbox,
 * which costs more than everything else about a row.
 *
 * @param expression without the equals sign
 * @returns undefined for any other expression
 */
export function fieldExpression(expression: string): FillField | undefined {
	const isRead = !NOT_READ.test(expression) && !UNSURE.test(expression);
	const path = isRead ? pathOf(expression) : undefined;
	return path && ((json) => wrapped(valueAt(json, path)));
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
