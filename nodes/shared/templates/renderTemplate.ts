import type { IDataObject } from 'n8n-workflow';

import type { ParameterValues, Template, TemplateButton } from './template';

/**
 * A template as the recipient reads it (specification, "The template object").
 *
 * @param values by parameter ID
 * @param fileUrl the media link that goes with it; none for the template's own file
 * @returns `header`, `body`, `footer` and `buttons` (text, and the address of a link), each null or
 * empty where the template has none
 */
export function renderTemplate(
	template: Template,
	values: ParameterValues,
	fileUrl?: string,
): IDataObject {
	const { header, body, footer, buttons = [] } = template;
	const fill = (text: string, kind: string) =>
		text.replace(/\{\{(\d+)\}\}/g, (field, index: string) => values[`${kind}.${index}`] ?? field);
	return {
		header: headerOf(header, fill, fileUrl),
		body: fill(String(body ?? ''), 'body'),
		footer: footer ? footer : null,
		buttons: buttons.map((button, index) => buttonOf(button, values[`button.${index}`])),
	};
}

function headerOf(
	header: Template['header'] | undefined,
	fill: (text: string, kind: string) => string,
	fileUrl: string | undefined,
): string | null {
	if (header === undefined || header.type === 'NONE') return null;
	if (header.type === 'TEXT') return fill(header.text ?? '', 'header');
	return fileUrl ?? (header.defaultMediaUrl ? header.defaultMediaUrl : null);
}

/** The value of a link button takes the place of its placeholder, or stands at the end of its address. */
function buttonOf({ text, url }: TemplateButton, value: string | undefined): IDataObject {
	if (typeof url !== 'string' || url === '') return { text };
	if (value === undefined) return { text, url };
	const filled = url.replace(/\{\{\d+\}\}/, value);
	return { text, url: filled === url ? url + value : filled };
}
