// How a parameter is read: fixed, by expression, for all items or for each.
import {
	isExpression,
	type IDataObject,
	type IExecuteFunctions,
	type NodeOperationError,
} from 'n8n-workflow';

import { labelAt, type Field, wireFields } from '../fields/field';
import {
	chunksOf,
	expressionsIn,
	isJoined,
	isSameForAll,
	probeOf,
	type ExpressionPart,
	fieldExpression,
} from '../rules/expressions';
import { operationError } from '../service/nodeErrors';

/**
 * Reads a parameter for an item.
 *
 * @throws NodeOperationError with the field's display name when an expression fails
 */
export function readable<T>(
	context: Pick<IExecuteFunctions, 'getNode'>,
	label: string,
	read: () => T,
	item = 0,
): T {
	try {
		return read();
	} catch (error) {
		throw failingExpression(context, label, item, `: ${(error as Error).message}`);
	}
}

function failingExpression(
	context: Pick<IExecuteFunctions, 'getNode'>,
	label: string,
	itemIndex: number,
	words = '',
): NodeOperationError {
	return operationError(context.getNode(), {
		message: `${label} has an expression that fails${words}`,
		description: 'Correct the expression, or the data of the item it fails for.',
		itemIndex,
	});
}

/** Whether a saved parameter has an expression that may differ between items. */
export function dependsOnItem(saved: unknown): boolean {
	return !expressionsIn(saved).every(isSameForAll);
}

/** A parameter's value for each item. */
export interface PerItem<T> {
	/** True if it is surely the same for all items; never for an expression as a whole. */
	constant: boolean;
	/** @throws NodeOperationError when the expression fails for the item */
	at(item: number): T;
}

/**
 * Reads a parameter by its path: for each item if an expression in it reads the item, otherwise
 * once. On a large input, expressions take most of the time.
 *
 * @param path a field, or one in a collection, such as `options.timeZone`
 * @param label its display name, for an expression that fails
 */
export function readParameter(
	context: IExecuteFunctions,
	path: string,
	fallback: unknown,
	label = path,
): PerItem<unknown> {
	const saved = valueIn(context.getNode().parameters, path.split('.'));
	if (isExpression(saved) && !(path.includes('.') && readsSiblings(saved))) {
		// Faster than reading the parameter, which matters with many items.
		const at = evaluatedAt(context, saved.slice(1), label);
		return { constant: false, at: onceFor(saved, at) };
	}
	const read = (item: number) =>
		readable(context, label, () => context.getNodeParameter(path, item, fallback), item);
	return { constant: !dependsOnItem(saved), at: onceFor(saved, read) };
}

/** Reads items' parameters by path. Each is prepared once. */
export function parameterReader(
	context: IExecuteFunctions,
	fields: Field[],
): (path: string, fallback: unknown, item: number) => unknown {
	const known = new Map<string, PerItem<unknown>>();
	return (path, fallback, item) => {
		const reader =
			known.get(path) ?? readParameter(context, path, fallback, labelAt(fields, path) ?? path);
		known.set(path, reader);
		return reader.at(item);
	};
}

/** Lets n8n evaluate an expression. @throws NodeOperationError (from the returned function) */
function evaluatedByN8n(context: IExecuteFunctions, expression: string, label: string) {
	return (item: number): unknown =>
		readable(context, label, () => context.evaluateExpression(expression, item) as unknown, item);
}

/**
 * An expression's value for each item, by n8n, or filled from the item if that is surely the same.
 * The first filled value is compared with n8n's: if they differ, n8n evaluates all of them.
 *
 * @param expression without the equals sign
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function evaluatedAt(
	context: IExecuteFunctions,
	expression: string,
	label: string,
): (item: number) => unknown {
	// Versions of n8n read a backslash differently.
	if (isJoined(expression) && !expression.includes('\\')) {
		const partsAt = evaluatedParts(context, expression, label);
		return (item) =>
			partsAt(item)
				.map(({ text }) => text)
				.join('');
	}
	const evaluate = evaluatedByN8n(context, expression, label);
	const fill = fieldExpression(expression);
	if (fill === undefined) return evaluate;
	const items = context.getInputData();
	let isSame: boolean | undefined;
	return (item) => {
		const filled = isSame === false ? undefined : fill(items[item]?.json);
		if (filled === undefined) return evaluate(item);
		if (isSame) return filled.value;
		const value = evaluate(item);
		isSame = Object.is(value, filled.value);
		return value;
	};
}

/** The pieces of an expression's value for each item: typed text, and the results of code. */
export function evaluatedParts(
	context: IExecuteFunctions,
	expression: string,
	label: string,
): (item: number) => ExpressionPart[] {
	const pieces = chunksOf(expression).map(({ text, isCode }) => ({
		text,
		at: isCode ? evaluatedAt(context, text, label) : undefined,
		// n8n (2.0 and 2.41, tournament) silently gives nothing for failing code.
		probe: evaluatedByN8n(context, probeOf(text), label),
	}));
	return (item) =>
		pieces.map(({ text, at, probe }) => {
			if (at === undefined) return { text, isTyped: true };
			const value = at(item);
			if ((value ?? null) === null && typeof probe(item) !== 'number') {
				throw failingExpression(context, label, item);
			}
			return { text: String(value ?? ''), isTyped: false };
		});
}

/** Reads a parameter once for all items if nothing in it reads the item. */
export function onceFor<T>(saved: unknown, read: (item: number) => T): (item: number) => T {
	if (dependsOnItem(saved)) return read;
	let known: { value: T } | undefined;
	return () => (known ??= { value: read(0) }).value;
}

/**
 * Reads fields' values by wire name, as n8n's engine does (test/integration/declarations).
 *
 * @param fields the operation's fields, at most one collection level deep
 * @param leaveOut wire names that are read in another way
 */
export function readWireValues(
	context: IExecuteFunctions,
	fields: Field[],
	leaveOut: string[] = [],
): PerItem<IDataObject> {
	const readers = wireFields(fields)
		.filter(({ wire }) => !leaveOut.includes(wire))
		.map(({ wire, path, label }) => ({ wire, value: readParameter(context, path, null, label) }));
	const at = (item: number) => {
		const values: IDataObject = {};
		for (const { wire, value } of readers) {
			const read = locatedValue(value.at(item)) as IDataObject;
			// Two fields may fill one parameter. n8n keeps the value of the visible one.
			if (values[wire] === undefined || values[wire] === null) values[wire] = read;
		}
		return values;
	};
	const constant = readers.every(({ value }) => value.constant);
	if (!constant) return { constant, at };
	let forAll: IDataObject | undefined;
	return { constant, at: () => (forAll ??= at(0)) };
}

/** Names with `&` read parameters beside an expression, so they depend on its place. */
export function readsSiblings(code: string): boolean {
	return code.includes('&') && code.includes('arameter');
}

/** A nested value, by one key after another. */
export function valueIn(value: unknown, keys: string[]): unknown {
	return keys.reduce((inner, key) => (inner as IDataObject | null | undefined)?.[key], value);
}

/** The value in a resource locator; any other value as it is. */
export function locatedValue(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as unknown as { value: unknown }).value : value;
}
