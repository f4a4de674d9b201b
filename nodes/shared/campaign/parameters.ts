import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { wireFields } from '../descriptions/wireFields';

/** Tells whether a parameter as saved holds an expression anywhere in it. */
export function holdsExpression(saved: unknown): boolean {
	if (isExpression(saved)) return true;
	if (typeof saved !== 'object' || saved === null) return false;
	return Object.values(saved).some(holdsExpression);
}

function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** A parameter's value for each item; `constant` when it is the same for all. */
export interface PerItem<T> {
	constant: boolean;
	at(item: number): T;
}

/**
 * Reads a parameter once when it holds no expression, and once per item only when it does: on a
 * large input the expressions are what takes the time.
 */
export function readPerItem<T>(context: IExecuteFunctions, name: string, fallback: T): PerItem<T> {
	const read = (item: number) => context.getNodeParameter(name, item, fallback) as T;
	const saved = context.getNode().parameters[name];
	if (isExpression(saved)) {
		// Less work than reading the parameter, which counts when there are many items.
		const expression = saved.slice(1);
		return {
			constant: false,
			at: (item) => context.evaluateExpression(expression, item) as unknown as T,
		};
	}
	if (holdsExpression(saved)) return { constant: false, at: read };
	const value = read(0);
	return { constant: true, at: () => value };
}

/**
 * Reads the values of an operation's fields by wire name, as the declarative engine would.
 *
 * @param fields the operation's fields, at most one collection level deep
 */
export function readWireValues(
	context: IExecuteFunctions,
	fields: INodeProperties[],
): PerItem<IDataObject> {
	const names = fields.map(({ name }) => name);
	const wires = wireFields(fields).map(({ wire, path }) => ({ wire, path: path.split('.') }));
	const parameters = new Map(
		names.map((name) => [name, readPerItem<unknown>(context, name, null)]),
	);
	const at = (item: number) => {
		const values: IDataObject = {};
		for (const { wire, path } of wires) {
			const [name, inner] = path;
			const value = parameters.get(name)?.at(item);
			const own = inner === undefined ? value : (value as IDataObject)?.[inner];
			values[wire] = locatedValue(own) as IDataObject;
		}
		return values;
	};
	const constant = [...parameters.values()].every((parameter) => parameter.constant);
	if (!constant) return { constant, at };
	const values = at(0);
	return { constant, at: () => values };
}

/** What a resource locator points to; any other value as it is. */
export function locatedValue(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as unknown as { value: unknown }).value : value;
}
