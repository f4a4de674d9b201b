import { randomUUID } from 'crypto';

/** A piece of what an expression gave: what a person typed, or what the data put in its place. */
export interface ExpressionPart {
	text: string;
	isTyped: boolean;
}

/** An expression prepared so that its result can be taken apart. */
export interface SplittableExpression {
	/** True when the person typed a brace outside of `{{ }}`, as merge fields have. */
	hasTypedBrace: boolean;
	/** True when there is nothing to evaluate. */
	isPlain: boolean;
	/** To be evaluated by n8n in place of the original. */
	marked: string;
	/** Takes the result apart; undefined when n8n read the expression in another way. */
	split(result: string): ExpressionPart[] | undefined;
}

/**
 * Stands on both sides of each `{{ }}` while n8n evaluates. Nobody outside of this process knows it,
 * so no data can hold it; the same for all runs, because n8n keeps every expression it has compiled.
 */
const MARK = `~${randomUUID()}~`;

/**
 * Prepares an expression so that after one evaluation by n8n itself the typed parts can be told from
 * the evaluated ones.
 *
 * @param expression as n8n saves it, without the leading `=`
 */
export function splittable(expression: string): SplittableExpression {
	const chunks = chunksOf(expression);
	const codes = chunks.filter(({ isCode }) => isCode).length;
	// n8n evaluates a last piece of code that is never closed, too: nothing can stand behind it.
	const isOpen = chunks[chunks.length - 1].isCode;
	const mark = (text: string, index: number) =>
		MARK + text + (isOpen && index === chunks.length - 1 ? '' : MARK);
	return {
		hasTypedBrace: chunks.some(({ text, isCode }) => !isCode && /[{}]/.test(text)),
		isPlain: !expression.includes('{{'),
		marked: chunks.map(({ text, isCode }, at) => (isCode ? mark(text, at) : text)).join(''),
		split: (result) => {
			const parts = result.split(MARK);
			return parts.length === 2 * codes + (isOpen ? 0 : 1)
				? parts.map((text, index) => ({ text, isTyped: index % 2 === 0 }))
				: undefined;
		},
	};
}

/**
 * Splits an expression where n8n does (its tournament library, `splitExpression`): at `{{` and `}}`
 * that have no odd number of backslashes before them, whatever stands in strings or objects.
 */
function chunksOf(expression: string): Array<{ text: string; isCode: boolean }> {
	const chunks: Array<{ text: string; isCode: boolean }> = [];
	let start = 0;
	let isCode = false;
	for (const bracket of expression.matchAll(/(\\*)(\{\{|\}\})/g)) {
		const at = bracket.index + bracket[1].length;
		if (at < start || bracket[2] !== (isCode ? '}}' : '{{') || bracket[1].length % 2 === 1)
			continue;
		const end = isCode ? at + 2 : at;
		chunks.push({ text: expression.slice(start, end), isCode });
		start = end;
		isCode = !isCode;
	}
	chunks.push({ text: expression.slice(start), isCode });
	return chunks;
}
