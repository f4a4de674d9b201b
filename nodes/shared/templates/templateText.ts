import { nameOf } from './checkValues';
import { parametersOf, type PlacedParameter, type Template, type TemplateButton } from './template';

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
const ROOM = 24;

/**
 * A parameter as the form labels it: with the words around its placeholder, as many as there is room
 * for, or with the text of its button.
 */
export function labelOf(template: Template, parameter: PlacedParameter): string {
	const { kind, index } = parameter;
	if (kind === 'button') {
		return `Button "${shortened(parameter.buttonText ?? String(index), ROOM - 9)}"`;
	}
	const prefix = kind === 'header' ? 'Header: ' : '';
	const text = kind === 'header' ? template.header?.text : template.body;
	const words = wordsAround(String(text ?? ''), `{{${index}}}`, ROOM - prefix.length);
	return words === undefined ? capital(nameOf(parameter)) : prefix + words;
}

/** A placeholder with the words before and after it. */
function wordsAround(text: string, placeholder: string, room: number): string | undefined {
	const at = text.indexOf(placeholder);
	if (at === -1) return undefined;
	// Room for an ellipsis on both sides.
	let left = room - placeholder.length - 2;
	const take = (words: string[]) => {
		const taken: string[] = [];
		for (const word of words) {
			if (word.length > left) break;
			left -= word.length;
			taken.push(word);
		}
		return { taken, isCut: taken.length < words.length };
	};
	const before = take(wordsOf(text.slice(0, at)).reverse());
	const after = take(wordsOf(text.slice(at + placeholder.length).replace(/[.!?\s]+$/, '')));
	const begin = before.taken.reverse().join('').trimStart();
	const end = after.taken.join('').trimEnd();
	return `${before.isCut ? '…' : ''}${begin}${placeholder}${end}${after.isCut ? '…' : ''}`;
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
