import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type { ContentProblem, ContentReader, RowOptions } from '../../shared/run/rowsKind';
import { missingValueOption } from '../../shared/run/mergeTextReader';
import { locatedValue, readable, readPerItem } from '../../shared/run/parameters';
import {
	sendableProblem,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/checkValues';
import type { FileAt } from '../../shared/run/filesOfItems';
import { filePlaceholder } from '../../shared/files/fileAddress';
import { templatesOfExecution } from '../../shared/templates/fetchTemplates';
import { surplusProblem } from '../../shared/templates/givenValues';
import { parametersOf, type ParameterValues, type Template } from '../../shared/templates/template';
import { isEmpty } from '../../shared/rules/reader';
import { TEMPLATE_FIX } from '../../shared/rules/text';
import { headerFileProblem } from './headerFile';
import { sources } from './templateParameters';
import { typedParameters, type TypedParameters } from './typedParameters';

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @param inputFileAt the file of each item, where it comes from the input
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the templates cannot be listed
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	{ sendTo }: RowOptions,
	inputFileAt?: FileAt,
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
	const linkAt = readPerItem<unknown>(context, 'fileUrl', '', 'Media Link');
	const fromForm = readable(
		context,
		'Parameters From',
		() => context.getNodeParameter('parametersFrom', 0, 'form') === 'form',
	);
	const field = sources[fromForm ? 'form' : 'json'];
	const texts = typedParameters(context, fromForm, missingValueOption(context));
	const isSame = templateAt.constant && linkAt.constant && inputFileAt === undefined;

	return (item, json) => {
		const code = String(locatedValue(templateAt.at(item)));
		const template = templates.get(code);
		const input = inputFileAt?.(item);
		if (input !== undefined && 'problem' in input) return input;
		const file = input === undefined ? linkAt.at(item) : filePlaceholder(input.value);
		const unusable = templateProblem(
			template,
			code,
			isEmpty(file) ? undefined : String(file).trim(),
		);
		if (template === undefined || unusable) {
			return { problem: { ...unusable!, ...(isSame ? { concernsAll: true as const } : {}) } };
		}
		const content = filled(template, texts, item, json, placeholders);
		return 'problem' in content ? { problem: { field, ...content.problem } } : content;
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
			fix: TEMPLATE_FIX,
		};
	}
	const unsendable = sendableProblem(template);
	if (unsendable) return { field: 'Template', ...unsendable };
	return headerFileProblem(template, file);
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
