import type { IDataObject, ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { fetchTemplates } from './fetchTemplates';
import { FILE_ID, parametersOf, TEXT_IDS, type Template } from './template';
import { isTextOf, labelOf, templateLine, templateText } from './templateText';

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
