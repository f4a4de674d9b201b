import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { wireFields } from '../descriptions/wireFields';
import { expressionsIn, isSameForAll } from '../engine/expressions';
import { operationError } from '../transport/nodeErrors';

/**
 * Reads a parameter, giving an expression that fails the words a person can act on.
 *
 * @param label the field's display name
 * @param item the item it was read for
 * @throws NodeOperationError that names the field
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
		throw operationError(context.getNode(), {
			message: `${label} has an expression that fails: ${(error as Error).message}`,
			description: 'Correct the expression, or the data of the item it fails for.',
			itemIndex: item,
		});
	}
}

/** Tells whether a parameter as saved holds an expression that may give each item another value. */
export function dependsOnItem(saved: unknown): boolean {
	return !expressionsIn(saved).every(isSameForAll);
}

/** Tells whether a saved text is an expression. */
export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** A parameter's value for each item. */
export interface PerItem<T> {
	/** True when it is known to be the same for all; a field of its own that holds an expression is not. */
	constant: boolean;
	/** @throws NodeOperationError when the expression fails for the item */
	at(item: number): T;
}

/**
 * Reads a parameter once when no expression in it reads the item, and once per item only when one
 * does: on a large input the expressions are what takes the time.
 *
 * @param label its display name, for an expression that fails
 */
export function readPerItem<T>(
	context: IExecuteFunctions,
	name: string,
	fallback: T,
	label = name,
): PerItem<T> {
	const saved = context.getNode().parameters[name];
	if (isExpression(saved)) {
		// Less work than reading the parameter, which counts when there are many items.
		const expression = saved.slice(1);
		const evaluate = (item: number) => context.evaluateExpression(expression, item) as unknown as T;
		const at = (item: number) => readable(context, label, () => evaluate(item), item);
		return { constant: false, at: onceFor(saved, at) };
	}
	return readPath(context, name, saved, fallback, label);
}

function readPath<T>(
	context: IExecuteFunctions,
	path: string,
	saved: unknown,
	fallback: T,
	label: string,
): PerItem<T> {
	const read = (item: number) =>
		readable(context, label, () => context.getNodeParameter(path, item, fallback) as T, item);
	return dependsOnItem(saved)
		? { constant: false, at: read }
		: { constant: true, at: onceFor(saved, read) };
}

/** Reads a parameter once for all items where nothing in it reads the item. */
export function onceFor<T>(saved: unknown, read: (item: number) => T): (item: number) => T {
	if (dependsOnItem(saved)) return read;
	let known: { value: T } | undefined;
	return () => (known ??= { value: read(0) }).value;
}

/**
 * Reads the values of an operation's fields by wire name, as the declarative engine would.
 *
 * @param fields the operation's fields, at most one collection level deep
 * @param leaveOut wire names that are read in another way
 */
export function readWireValues(
	context: IExecuteFunctions,
	fields: INodeProperties[],
	leaveOut: string[] = [],
): PerItem<IDataObject> {
	const saved = context.getNode().parameters;
	const readers = wireFields(fields)
		.filter(({ wire }) => !leaveOut.includes(wire))
		.map(({ wire, path, label }) => ({ wire, value: fieldReader(context, saved, path, label) }));
	const at = (item: number) =>
		Object.fromEntries(
			readers.map(({ wire, value }) => [wire, locatedValue(value.at(item)) as IDataObject]),
		);
	const constant = readers.every(({ value }) => value.constant);
	if (!constant) return { constant, at };
	let forAll: IDataObject | undefined;
	return { constant, at: () => (forAll ??= at(0)) };
}

/** A field of its own, or one inside a collection; a collection may be one expression as a whole. */
function fieldReader(
	context: IExecuteFunctions,
	saved: IDataObject,
	path: string,
	label: string,
): PerItem<unknown> {
	const [name, inner] = path.split('.');
	if (inner === undefined) return readPerItem<unknown>(context, name, null, label);
	const collection = saved[name];
	if (!isExpression(collection)) {
		return readPath(context, path, (collection as IDataObject | null)?.[inner], null, label);
	}
	const whole = readPerItem<IDataObject | null>(context, name, null, label);
	return { constant: false, at: (item) => whole.at(item)?.[inner] };
}

/** What a resource locator points to; any other value as it is. */
export function locatedValue(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as unknown as { value: unknown }).value : value;
}
