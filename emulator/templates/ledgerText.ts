import type { Template } from '../state/template';
import type { TemplateValues } from './values';

/** The message as the ledger keeps it: the filled text, then every value, so that no difference is lost. */
export function ledgerText(template: Template, values: TemplateValues, fileurl?: string): string {
	const body = template.body.replace(
		/\{\{(\d+)\}\}/g,
		(_, index: string) => values.body[index] ?? '',
	);
	const { header, button } = values;
	const rest = {
		template: template.code,
		header,
		body: values.body,
		button,
		...(fileurl ? { fileurl } : {}),
	};
	return `${body}\n${JSON.stringify(rest)}`;
}
