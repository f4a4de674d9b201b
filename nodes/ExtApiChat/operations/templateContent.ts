import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type { ContentReader, SendTo } from '../../shared/campaign/campaignKind';
import { parseMergeText, type MergeText } from '../../shared/campaign/mergeFields';
import { missingValueOption } from '../../shared/campaign/mergeTextReader';
import { locatedValue, readPerItem } from '../../shared/campaign/parameters';
import {
	fileProblem,
	sendableProblem,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/checkValues';
import { templatesOfExecution } from '../../shared/templates/fetchTemplates';
import { formValues, groupedValues, surplusProblem } from '../../shared/templates/givenValues';
import {
	FILE_ID,
	parametersOf,
	type ParameterValues,
	type Template,
} from '../../shared/templates/template';
import { isEmpty, problem, type Problem, type Read } from '../../shared/validation/reader';

type MergeTexts = Map<string, MergeText>;

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @returns gives the values by parameter ID, as JSON text
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	sendTo: SendTo,
): Promise<ContentReader> {
	const placeholders = sendTo === 'lists' ? 'all' : 'none';
	const templates = await templatesOfExecution(context).catch((error: NodeApiError) => error);
	if (templates instanceof Error) {
		// An error thrown under "On Error: Continue" would pass all input off as a success.
		if (!context.continueOnFail()) throw templates;
		const { message, description } = templates;
		return () => problem(`could not be checked: ${message}`, description ?? 'Run it again.');
	}
	const templateAt = readPerItem<unknown>(context, 'template', '');
	const fileAt = readPerItem<unknown>(context, 'fileUrl', '');
	const fromForm = context.getNodeParameter('parametersFrom', 0, 'form') === 'form';
	const entered = readPerItem<unknown>(context, fromForm ? 'parameters' : 'parametersJson', null);
	const missing = missingValueOption(context);

	const parse = (item: number, template: Template): Read<MergeTexts> => {
		const value = entered.at(item);
		const read = fromForm
			? { value: formValues(template, value as IDataObject | null) }
			: groupedValues(value);
		if ('problem' in read) return read;
		const { [FILE_ID]: _link, ...given } = read.value;
		const surplus = surplusProblem(template, Object.keys(given));
		if (surplus) return { problem: surplus };
		const texts: MergeTexts = new Map();
		for (const [id, text] of Object.entries(given)) {
			if (isEmpty(text)) continue;
			const parsed = parseMergeText(String(text), missing);
			if ('problem' in parsed) return parsed;
			texts.set(id, parsed.value);
		}
		return { value: texts };
	};
	const parsed = new Map<Template, Read<MergeTexts>>();
	const textsAt = (item: number, template: Template): Read<MergeTexts> => {
		if (!entered.constant) return parse(item, template);
		const known = parsed.get(template) ?? parse(item, template);
		parsed.set(template, known);
		return known;
	};

	return (item, json) => {
		const code = String(locatedValue(templateAt.at(item)));
		const template = templates.get(code);
		const file = fileAt.at(item);
		const unusable = templateProblem(
			template,
			code,
			isEmpty(file) ? undefined : String(file).trim(),
		);
		if (template === undefined || unusable) return { problem: unusable! };
		const texts = textsAt(item, template);
		return 'problem' in texts ? texts : filled(template, texts.value, json, placeholders);
	};
}

function templateProblem(
	template: Template | undefined,
	code: string,
	file: string | undefined,
): Problem | undefined {
	if (template === undefined) {
		return {
			field: 'Template',
			rule: `is ${code}, which the account does not have`,
			fix: 'Choose a template from the list.',
		};
	}
	const found = sendableProblem(template);
	if (found) return { field: 'Template', ...found };
	const badFile = fileProblem(template, file);
	return badFile && { field: 'Media Link', ...badFile };
}

function filled(
	template: Template,
	texts: MergeTexts,
	json: IDataObject,
	placeholders: ContactPlaceholders,
): Read<string> {
	const values: ParameterValues = {};
	for (const { id } of parametersOf(template)) {
		const read = texts.get(id)?.fill(json);
		if (read === undefined) continue;
		if ('problem' in read) return read;
		values[id] = read.value;
	}
	const found = valuesProblem(template, values, placeholders);
	return found ? { problem: found } : { value: JSON.stringify(values) };
}
