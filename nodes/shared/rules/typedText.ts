// Finds what looks like a placeholder, but is not replaced.
import { isExpression } from 'n8n-workflow';

import { chunksOf } from './expressions';
import { fieldWithFallback, itemValue } from './itemValue';
import { problem, type Problem } from './reader';

/** Text in single or double braces. */
const IN_BRACES = /\{{1,2}([^{}]*)\}{1,2}/g;

interface Braced {
	token: string;
	name: string;
}

function bracedIn(text: string): Braced[] {
	return [...text.matchAll(IN_BRACES)].map(([token, written]) => ({
		token,
		name: fieldWithFallback(written.replace(/\\{1,2}$/, '').trim()).name,
	}));
}

/** Whether a text comes entirely from data: nothing in the field is typed. */
export function isFromData(saved: unknown): boolean {
	return (
		isExpression(saved) &&
		chunksOf(saved.slice(1)).every(({ isCode, text }) => isCode || text.trim() === '')
	);
}

/**
 * Refuses a column in braces in a text from data: its writer meant the column's value, but only
 * what is typed in the field is filled.
 */
export function unfilledColumn(
	text: unknown,
	json: Record<string, unknown>,
): { problem: Problem } | undefined {
	const braced = typeof text === 'string' ? bracedIn(text) : [];
	const found = braced.find(({ name }) => itemValue(json, name) !== undefined);
	return (
		found &&
		problem(
			`contains ${found.token} from the data, which nothing replaces`,
			`Type the text in the field itself, with {{ $json.${found.name} }} for ${found.token}, or correct the data.`,
		)
	);
}

/**
 * Refuses a placeholder in typed text that is sent as it is: a column of the item in braces, or an
 * expression in a field that is set to Fixed.
 */
export function unreplaced(typed: string, json: Record<string, unknown>): Problem | undefined {
	const found = bracedIn(typed).find(({ token, name }) => {
		const isCode = name.startsWith('$') || (token.startsWith('{{') && /\p{L}/u.test(name));
		return isCode || itemValue(json, name) !== undefined;
	});
	return (
		found && {
			rule: `contains ${found.token}, which is not replaced here`,
			fix: "Switch the field to 'Expression' and write values like {{ $json.first_name }}.",
		}
	);
}
