import { isExpression } from 'n8n-workflow';

import { chunksOf } from './expressions';
import { fieldWithFallback, itemValue } from './itemValue';
import type { Problem } from './reader';

/** What is in braces, or in double braces. */
const IN_BRACES = /\{([^{}]*)\}/g;

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
			if (isColumn || name.startsWith('$')) {
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
