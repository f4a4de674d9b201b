import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { fetchTemplates } from './fetchTemplates';
import {
	FILE_ID,
	parametersOf,
	TEXT_IDS,
	type Template,
	type PlacedParameter,
	type TemplateButton,
} from './template';
import { nameOf } from './checkValues';

/**
 * The form of the chosen template: its text, one field for each parameter, and one for a media link
 * unless the file comes from the input.
 */
export async function getTemplateParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const code = this.getNodeParameter('template', '', { extractValue: true }) as string;
	if (!/^\d+$/.test(String(code))) return { fields: [] };
	const [template] = await fetchTemplates(this, { template: code });
	if (template === undefined) return { fields: [] };
	const fields = formFields(template, this.getCurrentNodeParameter('parameters.value'));
	const isLinked = this.getNodeParameter('fileFrom', 'link') !== 'input';
	return { fields: isLinked ? fields : fields.filter(({ id }) => id !== FILE_ID) };
}

/** The same form without the media link, which a campaign takes from a field of its own. */
export async function getTemplateTextParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const { fields } = await getTemplateParameters.call(this);
	return { fields: fields.filter(({ id }) => id !== FILE_ID) };
}

type FormField = ResourceMapperFields['fields'][number];

function formFields(template: Template, saved: unknown): FormField[] {
	const { fileurlTypes = [], hasDefaultMedia } = template.header ?? {};
	const file =
		fileurlTypes.length === 0
			? []
			: [formField(FILE_ID, `Media Link (${fileurlTypes.join(', ')})`, !hasDefaultMedia)];
	const parameters = parametersOf(template).map((each) =>
		formField(each.id, labelOf(template, each), true),
	);
	return [textField(template, (saved ?? {}) as IDataObject), ...file, ...parameters];
}

function formField(id: string, displayName: string, required: boolean): FormField {
	return {
		...{ id, displayName, required, display: true, type: 'string' },
		...{ defaultMatch: false, canBeUsedToMatch: false },
	};
}

/**
 * The text of the template, for reading.
 *
 * n8n (1.123, 2.0 and 2.41) fills a field's default in when a template is chosen, and not again when
 * the form is opened: over values saved without the text, or with an older one, it would show nothing
 * or that. There the text is the name of a choice instead, in one line.
 *
 * @param saved what the form holds
 */
function textField(template: Template, saved: IDataObject): FormField {
	const [whole, line] = TEXT_IDS;
	const text = templateText(template);
	const kept = saved[whole];
	const fillsIn =
		Object.keys(saved).length === 0 ||
		kept === text ||
		(typeof kept === 'string' && !isTextOf(template, kept));
	const field = { ...formField(fillsIn ? whole : line, 'Template Text', false), readOnly: true };
	return fillsIn
		? { ...field, type: 'object', defaultValue: text }
		: { ...field, type: 'options', options: [{ name: templateLine(template), value: '' }] };
}

/**
 * A template as the form shows it, above the fields of its parameters: JSON text with its header, body,
 * footer and buttons, and an example of each parameter in the order of their fields.
 */
export function templateText(template: Template): string {
	const { code, header, body, footer, buttons = [] } = template;
	const examples = parametersOf(template).map(({ example }) => example);
	const shown = {
		template: code,
		header: headerText(header),
		body: linesOf(body ?? ''),
		footer: footer || undefined,
		buttons: buttons.length === 0 ? undefined : buttons.map(buttonText),
		examples: examples.some((example) => example !== '') ? examples.join(' · ') : undefined,
	};
	return JSON.stringify(shown, null, 2);
}

/** Tells whether a text is one of this template, an earlier one or this. */
export function isTextOf({ code }: Template, text: string): boolean {
	return text.startsWith(JSON.stringify({ template: code }, null, 2).slice(0, -2));
}

function buttonText({ text, url }: TemplateButton): string {
	return url ? `${text}: ${url}` : text;
}

/** A template in one line. */
export function templateLine({ body }: Template): string {
	return (body ?? '').replace(/\s+/g, ' ').trim();
}

function headerText(header: Template['header'] | undefined): string | undefined {
	if (header === undefined || header.type === 'NONE') return undefined;
	if (header.type === 'TEXT') return header.text;
	const kind = header.type.toLowerCase();
	return header.hasDefaultMedia ? `${kind}, with a default` : `${kind}, needs a link`;
}

/** JSON text has no line breaks: a text of several lines is a list of them. */
function linesOf(text: string): string | string[] {
	return text.includes('\n') ? text.split('\n') : text;
}

/** As many characters of a label as the editor has room for, beside the choice of an expression. */
const ROOM = 25;

/**
 * A parameter as the form labels it: its placeholder, with as many of the words around it as there is
 * room for, or the text of its button. No two parameters of a template have the same.
 */
export function labelOf(template: Template, parameter: PlacedParameter): string {
	const { kind, index, buttonText: text } = parameter;
	if (kind === 'button') return `Button ${index}: ${shortened(text ?? '', ROOM - 10)}`;
	const name = capital(nameOf(parameter));
	const whole = kind === 'header' ? template.header?.text : template.body;
	const words = wordsAround(String(whole ?? ''), `{{${index}}}`, ROOM - name.length - 2);
	return words === '' ? name : `${name}: ${words}`;
}

/** The words before and after a placeholder, which an ellipsis stands for; empty where there are none. */
function wordsAround(text: string, placeholder: string, room: number): string {
	const at = text.indexOf(placeholder);
	if (at === -1) return '';
	let left = room - 1;
	const take = (words: string[]) => {
		const end = words.findIndex((word) => (left -= word.length) < 0);
		return end === -1 ? words : words.slice(0, end);
	};
	const before = take(wordsOf(text.slice(0, at)).reverse())
		.reverse()
		.join('');
	const after = take(wordsOf(text.slice(at + placeholder.length)))
		.join('')
		.replace(/[\s.,:;!?]+$/, '');
	const words = `${before}…${after}`.trim();
	return words === '…' ? '' : words;
}

/** Words with the spaces beside them. */
function wordsOf(text: string): string[] {
	return text.replace(/\s+/g, ' ').match(/ ?[^ ]+ ?| /g) ?? [];
}

function shortened(text: string, most: number): string {
	return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
