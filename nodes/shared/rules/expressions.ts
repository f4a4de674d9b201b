import { isExpression } from 'n8n-workflow';

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
	let escapedAt = -1;
	for (const { 0: token, index: at } of expression.matchAll(/\\+|\{\{|\}\}/g)) {
		if (token.startsWith('\\')) escapedAt = token.length % 2 === 1 ? at + token.length : -1;
		if (at < start || token !== (isCode ? '}}' : '{{') || at === escapedAt) continue;
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
