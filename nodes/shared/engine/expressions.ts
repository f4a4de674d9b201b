import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * The error of the first expression among a node's parameters that fails for an item.
 *
 * n8n's declarative engine evaluates every parameter of the node for every item, also those the
 * operation does not use, and leaves an item out whose expression fails.
 *
 * Seen in 1.123, 2.0 and 2.41; 2.0 ends the run at the first one. Delete this when the engine
 * evaluates only the fields of the chosen operation and pairs its errors.
 *
 * @returns undefined when n8n can prepare the item
 */
export function expressionError(context: IExecuteFunctions, item: number): Error | undefined {
	try {
		for (const expression of expressionsIn(context.getNode().parameters)) {
			context.evaluateExpression(expression, item);
		}
		return undefined;
	} catch (error) {
		return error as Error;
	}
}

/**
 * The last item whose expressions can be evaluated.
 *
 * @returns its index; -1 when there is none
 */
export function lastPreparable(context: IExecuteFunctions): number {
	let item = context.getInputData().length - 1;
	while (item >= 0 && expressionError(context, item) !== undefined) item--;
	return item;
}

/** Tells whether a saved text is an expression. */
export function isExpression(saved: unknown): saved is string {
	return typeof saved === 'string' && saved.startsWith('=');
}

/** All expressions in a saved parameter, without the equals sign n8n marks them with. */
export function expressionsIn(saved: unknown): string[] {
	if (isExpression(saved)) return [saved.slice(1)];
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

/**
 * Tells whether an expression gives every item the same: nothing in it reads the item. In doubt it
 * does not.
 *
 * @param code without the equals sign
 */
export function isSameForAll(code: string): boolean {
	if (UNSURE.test(code)) return false;
	const names = code.replace(ITEM_OF_NODE, '').match(NAME) ?? [];
	return names.every((name) => SAME_FOR_ALL.includes(name));
}
