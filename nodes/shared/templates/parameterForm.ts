import type { ILoadOptionsFunctions, ResourceMapperFields } from 'n8n-workflow';

import { nameOf } from './checkValues';
import { fetchTemplates } from './fetchTemplates';
import { FILE_ID, parametersOf, type PlacedParameter, type Template } from './template';

/** The form of the chosen template's parameters: one field each, and one for a media link unless the file comes from the input. */
export async function getTemplateParameters(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const code = this.getNodeParameter('template', '', { extractValue: true }) as string;
	if (!/^\d+$/.test(String(code))) return { fields: [] };
	const [template] = await fetchTemplates(this, { template: code });
	const fields = template === undefined ? [] : formFields(template);
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

function formFields(template: Template): ResourceMapperFields['fields'] {
	const field = (id: string, displayName: string, required: boolean) => ({
		id,
		displayName,
		required,
		defaultMatch: false,
		display: true,
		type: 'string' as const,
		canBeUsedToMatch: false,
	});
	const { fileurlTypes = [], hasDefaultMedia } = template.header;
	const file =
		fileurlTypes.length === 0
			? []
			: [field(FILE_ID, `Media Link (${fileurlTypes.join(', ')})`, !hasDefaultMedia)];
	return [...file, ...parametersOf(template).map((each) => field(each.id, labelOf(each), true))];
}

function labelOf(parameter: PlacedParameter): string {
	const name = nameOf(parameter);
	const example = parameter.example === '' ? '' : ` (e.g. ${parameter.example})`;
	return `${name[0].toUpperCase()}${name.slice(1)}${example}`;
}
