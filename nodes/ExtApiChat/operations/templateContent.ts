import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type { ContentProblem, ContentReader, SendTo } from '../../shared/campaign/campaignKind';
import { missingValueOption } from '../../shared/campaign/mergeTextReader';
import { locatedValue, readable, readPerItem } from '../../shared/campaign/parameters';
import {
	fileProblem,
	sendableProblem,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/checkValues';
import { templatesOfExecution } from '../../shared/templates/fetchTemplates';
import { surplusProblem } from '../../shared/templates/givenValues';
import { parametersOf, type ParameterValues, type Template } from '../../shared/templates/template';
import { isEmpty } from '../../shared/validation/reader';
import { typedParameters, type TypedParameters } from './typedParameters';

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the templates cannot be listed
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	sendTo: SendTo,
): Promise<ContentReader> {
	const placeholders = sendTo === 'lists' ? 'all' : 'none';
	const templates = await templatesOfExecution(context).catch((error: NodeApiError) => error);
	if (templates instanceof Error) {
		const { message, description } = templates;
		const unknown: ContentProblem = {
			rule: `could not be checked: ${message}`,
			fix: description ?? 'Run it again.',
			concernsAll: true,
		};
		return () => ({ problem: unknown });
	}
	const templateAt = readPerItem<unknown>(context, 'template', '', 'Template');
	const fileAt = readPerItem<unknown>(context, 'fileUrl', '', 'Media Link');
	const fromForm = readable(
		context,
		'Parameters From',
		() => context.getNodeParameter('parametersFrom', 0, 'form') === 'form',
	);
	const texts = typedParameters(context, fromForm, missingValueOption(context));
	const isSame = templateAt.constant && fileAt.constant;

	return (item, json) => {
		const code = String(locatedValue(templateAt.at(item)));
		const template = templates.get(code);
		const file = fileAt.at(item);
		const unusable = templateProblem(
			template,
			code,
			isEmpty(file) ? undefined : String(file).trim(),
		);
		if (template === undefined || unusable) {
			return { problem: { ...unusable!, ...(isSame ? { concernsAll: true as const } : {}) } };
		}
		return filled(template, texts, item, json, placeholders);
	};
}

function templateProblem(
	template: Template | undefined,
	code: string,
	file: string | undefined,
): ContentProblem | undefined {
	if (template === undefined) {
		return {
			field: 'Template',
			rule: isEmpty(code) ? 'is empty or missing' : `is ${code}, which the account does not have`,
			fix: 'Choose a template from the list.',
		};
	}
	const unsendable = sendableProblem(template);
	if (unsendable) return { field: 'Template', ...unsendable };
	const badFile = fileProblem(template, file);
	return badFile && { field: 'Media Link', ...badFile };
}

function filled(
	template: Template,
	texts: TypedParameters,
	item: number,
	json: IDataObject,
	placeholders: ContactPlaceholders,
): ReturnType<ContentReader> {
	const read = texts(item);
	if ('problem' in read) return read;
	const { texts: given, mayHoldOthers } = read.value;
	const surplus = mayHoldOthers ? undefined : surplusProblem(template, [...given.keys()]);
	if (surplus) return { problem: surplus };
	const values: ParameterValues = {};
	for (const { id } of parametersOf(template)) {
		const text = given.get(id)?.(item, json);
		if (text === undefined) continue;
		if ('problem' in text) return text;
		if (text.value !== undefined) values[id] = text.value;
	}
	const found = valuesProblem(template, values, placeholders);
	return found ? { problem: found } : { value: JSON.stringify(values) };
}
