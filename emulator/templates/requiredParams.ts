import type { Template } from '../state/template';

/** Kinds of a parameter, as the keys of `params` name them. */
export const paramKinds = ['header', 'body', 'button'] as const;
/** One of `paramKinds`. */
export type ParamKind = (typeof paramKinds)[number];

/** One parameter a template needs. */
export interface RequiredParam {
	kind: ParamKind;
	/** Placeholder number for header and body; position of the button, from 0, for a button. */
	index: number;
	example: string;
	buttonText?: string;
}

const placeholders = (text: string): number[] =>
	[...new Set([...text.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number)))].sort(
		(a, b) => a - b,
	);

/**
 * Every parameter of a template; the listing and the send check share it (specification, List templates). In
 * an AUTHENTICATION template body parameter 1 is always the code, even if the text does not show it.
 */
export function requiredParams(template: Template): RequiredParam[] {
	const known = required.get(template) ?? findRequired(template);
	required.set(template, known);
	return known;
}

/** Templates do not change, and a campaign asks for each of its recipients. */
const required = new WeakMap<Template, RequiredParam[]>();

function findRequired(template: Template): RequiredParam[] {
	const { header, headerExamples, body, bodyExamples, buttons, category } = template;
	const inBody = placeholders(body);
	const bodyIndexes =
		category === 'AUTHENTICATION' && !inBody.includes(1) ? [1, ...inBody] : inBody;
	return [
		...(header.type === 'TEXT' ? placeholders(header.text) : []).map((index) => ({
			kind: 'header' as const,
			index,
			example: headerExamples[index - 1] ?? '',
		})),
		...bodyIndexes.map((index) => ({
			kind: 'body' as const,
			index,
			example: bodyExamples[index - 1] ?? '',
		})),
		...buttons.flatMap(({ dynamic, text, example }, index) =>
			dynamic ? [{ kind: 'button' as const, index, example, buttonText: text }] : [],
		),
	];
}

/** Whether the comma-separated form of `params` is enough: it fills the body only. */
export function simpleParamsAllowed(template: Template): boolean {
	return requiredParams(template).every(({ kind }) => kind === 'body');
}
