// The form of a chosen template in the editor.
import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { fetchTemplates, LINE_ID, parametersOf, type Template } from './template';

/** The text of the chosen template, and one field for each parameter. */
export async function getTemplateParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const code = this.getNodeParameter('template', '', { extractValue: true }) as string;
	if (!/^\d+$/.test(String(code))) return { fields: [] };
	const [template] = await fetchTemplates(this, { template: code });
	if (template === undefined) return { fields: [] };
	const parameters = parametersOf(template).map((each) => formField(each.id, each.label, true));
	return { fields: [...templateLines(template).map(lineField), ...parameters] };
}

type FormField = ResourceMapperFields['fields'][number];

function formField(id: string, displayName: string, required: boolean): FormField {
	return {
		...{ id, displayName, required, display: true, type: 'string' },
		...{ defaultMatch: false, canBeUsedToMatch: false },
	};
}

/** A line of the template's text, with the name of its part. */
interface Line {
	part: string;
	text: string;
}

/**
 * A line for reading. The forms of n8n (2.0 and 2.41) have no fields that show text. This is a
 * fixed choice, whose only option has the text as its name, and no value.
 */
function lineField({ part, text }: Line, index: number): FormField {
	return {
		...formField(`${LINE_ID}${index}`, part, false),
		...{ type: 'options', readOnly: true, options: [{ name: text, value: '' }] },
	};
}

/** Characters that the editor shows of a line at its usual width. */
const WIDTH = 46;
/** Most lines of the body; the labels of the fields quote the rest as needed. */
const MOST_LINES = 6;

/** A template as the recipient sees it, in lines, with an example of each parameter. */
export function templateLines(template: Template): Line[] {
	const { header, body, footer, buttons } = template;
	const examples = parametersOf(template).flatMap(({ example }) => example || []);
	return [
		{ part: 'Header', text: headerText(header) },
		...bodyLines(body).map((text, at) => ({
			part: at === 0 ? 'Text' : `Line ${at + 1}`,
			text,
		})),
		{ part: 'Footer', text: footer ?? '' },
		{
			part: buttons.length === 1 ? 'Button' : 'Buttons',
			text: buttons.map(({ text, url }) => (url ? `${text}: ${url}` : text)).join(' · '),
		},
		{ part: examples.length === 1 ? 'Example' : 'Examples', text: examples.join(' · ') },
	].filter(({ text }) => text !== '');
}

function bodyLines(body: string): string[] {
	const lines = body.split('\n').flatMap((line) => wrapped(line.trim()));
	if (lines.length <= MOST_LINES) return lines;
	return [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]} …`];
}

/** Breaks a line between words; none for an empty one. */
function wrapped(line: string): string[] {
	const lines: string[] = [];
	for (const word of line.split(/\s+/).filter(Boolean)) {
		const longer = `${lines.at(-1)} ${word}`;
		if (lines.length > 0 && longer.length <= WIDTH) lines[lines.length - 1] = longer;
		else lines.push(word);
	}
	return lines;
}

function headerText(header: Template['header']): string {
	if (header.type === 'NONE') return '';
	if (header.type === 'TEXT') return header.text ?? '';
	const kind = header.type.toLowerCase();
	return header.hasDefaultMedia ? `${kind}, with a default` : `${kind}, needs a link`;
}
