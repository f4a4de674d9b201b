import type { FileKind, MessageContent, ShownButton, ShownFile } from '../state/message';
import type { Template, TemplateButton } from '../state/template';
import type { TemplateValues } from './values';

const fileKinds: Partial<Record<Template['header']['type'], FileKind>> = {
	IMAGE: 'image',
	VIDEO: 'video',
	DOCUMENT: 'document',
};

/** The message that a template and its values make, as the recipient sees it. */
export function templateMessage(
	template: Template,
	{ header, body, button }: TemplateValues,
	fileurl?: string,
): MessageContent {
	return {
		kind: 'template',
		template: template.code,
		title: fill(template.header.text, header),
		file: headerFile(template.header, fileurl),
		body: fill(template.body, body),
		footer: template.footer,
		buttons: template.buttons.map((each, index) => shown(each, button[String(index)], body['1'])),
	};
}

function headerFile({ type, defaultMediaUrl }: Template['header'], fileurl?: string) {
	const kind = fileKinds[type];
	const url = fileurl ?? defaultMediaUrl;
	return kind === undefined || url === '' ? undefined : ({ kind, url } satisfies ShownFile);
}

function fill(text: string, values: Record<string, string>): string {
	return text.replace(/\{\{(\d+)\}\}/g, (_, index: string) => values[index] ?? '');
}

/** A value completes a dynamic link (specification, Template values). */
function shown(
	{ type, text, url, dynamic }: TemplateButton,
	value = '',
	code?: string,
): ShownButton {
	if (type === 'COPY_CODE') return { type, text, value: code };
	const address = dynamic ? url.replace(/\{\{\d+\}\}$/, '') + value : url;
	return address === '' ? { type, text } : { type, text, value: address };
}
