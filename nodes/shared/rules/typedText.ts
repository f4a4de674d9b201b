import { isExpression } from 'n8n-workflow';

import { chunksOf } from './expressions';
import { fieldWithFallback, itemValue } from './itemValue';
import { problem, type Problem } from './reader';

/** What is in braces, or in double braces. */
const IN_BRACES = /\{{1,2}([^{}]*)\}{1,2}/g;

/** Whether a text comes from data as a whole: nothing in the field is typed. */
export function isFromData(saved: unknown): boolean {
	return (
		isExpression(saved) &&
		chunksOf(saved.slice(1)).every(({ isCode, text }) => isCode || text.trim() === '')
	);
}

/**
 * Refuses a column of the item in braces in such a text, or in one of several: whoever wrote it meant the column's value,
 * and only what is typed in the field is filled.
 */
export function unfilledColumn(
	text: unknown,
	json: Record<string, unknown>,
): { problem: Problem } | undefined {
	const texts = Object.values(Object(typeof text === 'string' ? [text] : text) as object);
	const all = texts.flatMap((each) =>
		typeof each === 'string'
			? [...each.matchAll(IN_BRACES)].map(([token, written]) => ({
					token,
					name: fieldWithFallback(written.trim()).name,
				}))
			: [],
	);
	const found = all.find(({ name }) => itemValue(json, name) !== undefined);
	if (found === undefined) return undefined;
	const { token, name } = found;
	return problem(
		`contains ${token} from the data, which nothing replaces`,
		`Type the text in the field itself, with {{ $json.${name} }} for ${token}, or correct the data.`,
	);
}

/**
 * Refuses what looks as if it were replaced in a text that is sent as it is: the name of one of the item's columns in braces,
 * or an expression in a field that is set to Fixed. Only what a person typed counts: values that come in by expressions are
 * data, and may hold any braces.
 *
 * @param saved a parameter as saved, with its expressions
 * @param where the only field of the campaign in which it would be replaced, if there is one
 */
export function unreplaced(
	saved: unknown,
	json: Record<string, unknown>,
	where?: string,
): Problem | undefined {
	if (typeof saved === 'object' && saved !== null) {
		return Object.values(saved).reduce<Problem | undefined>(
			(found, value) => found ?? unreplaced(value, json),
			undefined,
		);
	}
	if (typeof saved !== 'string') return undefined;
	const typed = isExpression(saved)
		? chunksOf(saved).filter(({ isCode }) => !isCode)
		: [{ text: saved }];
	for (const { text } of typed) {
		for (const [token, written] of text.matchAll(IN_BRACES)) {
			const name = written.replace(/\\{1,2}$/, '').trim();
			const isColumn = itemValue(json, fieldWithFallback(name).name) !== undefined;
			const isCode = token.startsWith('{{') && /\p{L}/u.test(name);
			if (isColumn || isCode || name.startsWith('$')) {
				return where === undefined
					? {
							rule: `contains ${token}, which nothing replaces here`,
							fix: "Switch the field to 'Expression' and write values like {{ $json.first_name }}.",
						}
					: {
							rule: `contains ${token}, which is replaced only in ${where}`,
							fix: 'Remove the merge field: this field has one value for the whole campaign.',
						};
			}
		}
	}
	return undefined;
}
