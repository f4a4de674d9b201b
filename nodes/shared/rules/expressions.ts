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
