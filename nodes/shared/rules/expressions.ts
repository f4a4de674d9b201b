import { randomUUID } from 'crypto';
import { isExpression } from 'n8n-workflow';

import { problem, type Problem, type Read } from './reader';

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

/** The evaluation of n8n. */
type Evaluate = (expression: string) => unknown;

/** A piece of an expression: code with its brackets, or typed text. */
interface ExpressionChunk {
	text: string;
	isCode: boolean;
}

/** A piece of what an expression gave: what a person typed, or what the data put in its place. */
interface ExpressionPart {
	text: string;
	isTyped: boolean;
}

interface SplittableExpression {
	/** True when the person typed a brace outside of `{{ }}`, as merge fields have. */
	hasTypedBrace: boolean;
	/** True when the person typed anything at all outside of `{{ }}`. */
	hasTypedText: boolean;
	/** True when there is nothing to evaluate. */
	isPlain: boolean;
	/** Its pieces of code, with their brackets. */
	codes: string[];
	/** To be evaluated by n8n in place of the original. */
	marked: string;
	/** Takes the result apart; undefined when n8n read the expression in another way. */
	split(result: string): ExpressionPart[] | undefined;
}

/**
 * Is on both sides of each `{{ }}` while n8n evaluates. No one outside of this process knows it, so no data
 * can hold it; the same for all runs, because n8n keeps every expression it has compiled.
 */
const MARK = `~${randomUUID()}~`;

/**
 * Prepares an expression, without the leading `=`, so that after one evaluation by n8n itself the typed parts can be told
 * from the evaluated ones.
 */
export function splittable(expression: string): SplittableExpression {
	const chunks = chunksOf(expression);
	const codes = chunks.filter(({ isCode }) => isCode).map(({ text }) => text);
	// n8n evaluates a last piece of code that is never closed, too: nothing can follow it.
	const isOpen = chunks[chunks.length - 1].isCode;
	const mark = (text: string, index: number) =>
		MARK + text + (isOpen && index === chunks.length - 1 ? '' : MARK);
	return {
		hasTypedBrace: chunks.some(({ text, isCode }) => !isCode && /[{}]/.test(text)),
		hasTypedText: chunks.some(({ text, isCode }) => !isCode && text.trim() !== ''),
		isPlain: !expression.includes('{{'),
		codes,
		marked: chunks.map(({ text, isCode }, at) => (isCode ? mark(text, at) : text)).join(''),
		split: (result) => {
			const parts = result.split(MARK);
			return parts.length === 2 * codes.length + (isOpen ? 0 : 1)
				? parts.map((text, index) => ({ text, isTyped: index % 2 === 0 }))
				: undefined;
		},
	};
}

/** What is said of code that fails: n8n (2.0 and 2.41, tournament) puts nothing in its place, and says so to no one. */
export const FAILING: Problem = {
	rule: 'has an expression that fails',
	fix: 'Correct the expression, or the data of the item it fails for.',
};

/**
 * Makes what evaluates an expression that joins code with text or with other code, and refuses code that fails.
 *
 * @param expression without the leading `=`; the marks of {@link splittable} stay in what it gives
 * @returns undefined for an expression of one piece
 */
export function joinedExpression(
	expression: string,
): ((evaluate: Evaluate) => Read<unknown>) | undefined {
	const isOnePiece = chunksOf(expression).filter(({ text }) => text !== '').length === 1;
	const whole = splittable(expression);
	if (whole.codes.length === 0 || isOnePiece) return undefined;
	const isMarked = expression.includes(MARK);
	return (evaluate) => {
		const value = evaluate(isMarked ? expression : whole.marked);
		const parts = whole.split(String(value));
		if (hasFailing(whole.codes, parts, evaluate)) return { problem: FAILING };
		if (isMarked) return { value };
		return { value: parts?.map(({ text }) => text).join('') ?? evaluate(expression) };
	};
}

function hasFailing(
	codes: string[],
	parts: ExpressionPart[] | undefined,
	evaluate: Evaluate,
): boolean {
	return codes.some((code, at) => parts?.[2 * at + 1].text === '' && fails(code, evaluate));
}

/** Tells whether code that gave nothing fails: as an entry of a list it leaves no list. */
function fails(code: string, evaluate: Evaluate): boolean {
	try {
		return typeof evaluate(`{{ [${code.slice(2).replace(/\}\}$/, '')}\n].length }}`) !== 'number';
	} catch {
		// No entry of a list, such as several statements: nothing more is known of it.
		return false;
	}
}

/**
 * Evaluates JSON text that a person typed around expressions. What these give is data: inside a string it stays there
 * whatever it holds, elsewhere it is one value.
 *
 * @param expression without the leading `=`
 * @returns JSON text; undefined where there is no expression, or nothing but one
 */
export function jsonWithData(
	expression: string,
	evaluate: Evaluate,
	change = (data: string) => data,
): Read<string> | undefined {
	const whole = splittable(expression);
	if (whole.isPlain || !whole.hasTypedText) return undefined;
	const parts = whole.split(String(evaluate(whole.marked)));
	if (hasFailing(whole.codes, parts, evaluate)) return { problem: FAILING };
	if (parts === undefined) {
		return problem(
			"mixes JSON and expressions in a way the node can't parse",
			'Use one expression for the whole field.',
		);
	}
	let json = '';
	let inString = false;
	let isEscaped = false;
	for (const { text, isTyped } of parts) {
		if (isTyped) {
			for (const character of text) {
				if (character === '"' && !isEscaped) inString = !inString;
				isEscaped = inString && character === '\\' && !isEscaped;
			}
			json += text;
		} else if (inString) {
			json += inJson(change(text));
		} else if (text.trim() === '' || isJsonValue(text)) {
			json += text.replace(JSON_STRING, (token) => JSON.stringify(change(JSON.parse(token))));
		} else {
			return problem(
				'has an expression outside of quotation marks that does not give one JSON value',
				'Write quotation marks around it, or use JSON.stringify() in it.',
			);
		}
	}
	return { value: json };
}

const JSON_STRING = /"(?:[^"\\]|\\.)*"?/g;

function inJson(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

function isJsonValue(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
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
