import { chunksOf } from './expressions';
import { fieldWithFallback, itemValue } from './itemValue';
import type { Problem } from './reader';

/**
 * What a person typed into a text that is sent as it is. Only that counts: values that come in by expressions
 * are data, and may hold any braces.
 */
export interface TypedText {
	/** A merge field or an expression that nothing would replace. */
	problem?: Problem;
	/** The parameter to read instead: `\{name\}` without the backslashes. */
	unescaped?: string;
}

export interface TypedTextOptions {
	/** The operation that fills merge fields. */
	mergedIn?: string;
	/** True for JSON text, which doubles a backslash. */
	isJson?: boolean;
}

/** An escaped name; a name in double braces; one in single braces. */
const BRACES =
	/(?<escaped>\\+\{(?:\\*\{)?(?<kept>[^{}\\]+)\\*\}(?:\\*\})?)|\{\{(?<double>[^{}]*)\}\}|\{(?<single>[^{}]*)\}/g;

/**
 * Looks for names in braces that the item has, in a parameter as saved with its expressions. A saved workflow that sends
 * other braces continues to send them, with their backslashes.
 */
export function typedText(
	saved: unknown,
	json: Record<string, unknown>,
	options: TypedTextOptions = {},
): TypedText {
	if (typeof saved === 'object' && saved !== null) {
		const inner = Object.values(saved).map((value) => typedText(value, json, options));
		return inner.find((each) => each.problem !== undefined) ?? {};
	}
	if (typeof saved !== 'string' || !saved.includes('{')) return {};
	const isExpression = saved.startsWith('=');
	const has = (written: string) =>
		itemValue(json, fieldWithFallback(written.trim(), json).name) !== undefined;

	let problem: Problem | undefined;
	const unescaped = outsideExpressions(saved, isExpression, (literal) =>
		literal.replace(BRACES, (...match) => {
			const token = match[0] as string;
			const { escaped, kept, double, single } = match.at(-1) as Record<string, string | undefined>;
			if (escaped !== undefined) {
				// In an expression n8n itself reads `\{{` as braces as such.
				const isOurs = has(kept!) && !(isExpression && escaped.includes('{{'));
				return isOurs ? withoutBackslashes(escaped, options.isJson === true) : token;
			}
			if (double?.trim().startsWith('$')) problem ??= fixedExpression(token);
			else if (double !== undefined && has(double)) problem ??= doubleBraces(double.trim(), json);
			else if (single !== undefined && has(single)) {
				problem ??= mergeField(single.trim(), json, options.mergedIn);
			}
			return token;
		}),
	);
	if (problem !== undefined) return { problem };
	return unescaped === saved ? {} : { unescaped };
}

function outsideExpressions(
	saved: string,
	isExpression: boolean,
	change: (literal: string) => string,
): string {
	if (!isExpression) return change(saved);
	return chunksOf(saved)
		.map(({ text, isCode }) => (isCode ? text : change(text)))
		.join('');
}

function withoutBackslashes(escaped: string, isJson: boolean): string {
	return escaped.replace(isJson ? /\\{1,2}(?=[{}])/g : /\\(?=[{}])/g, '');
}

function mergeField(name: string, json: Record<string, unknown>, mergedIn?: string): Problem {
	return {
		rule: `contains a merge field: {${name}} is replaced only in ${mergedIn ?? 'Send Campaign'}`,
		fix: `Use {{ ${expressionFor(name, json)} }} here, or \\{ for a literal brace.`,
	};
}

function doubleBraces(name: string, json: Record<string, unknown>): Problem {
	return {
		rule: `contains double braces: {{${name}}} is not an expression here`,
		fix: `Write {${name}} for a merge field (Send Campaign), or {{ ${expressionFor(name, json)} }} as an expression.`,
	};
}

function fixedExpression(token: string): Problem {
	return {
		rule: `contains ${token}, which is not evaluated here: the field is set to Fixed`,
		fix: 'Switch the field to Expression.',
	};
}

/** How an expression says what a merge field does. */
function expressionFor(written: string, json: Record<string, unknown>): string {
	const { name, fallback } = fieldWithFallback(written, json);
	const otherwise = fallback === undefined ? '' : ` || ${JSON.stringify(fallback)}`;
	const isPath = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(name);
	const isPlain = isPath && !(name.includes('.') && Object.hasOwn(json, name));
	return `${isPlain ? `$json.${name}` : `$json[${JSON.stringify(name)}]`}${otherwise}`;
}
