import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type { ContentOptions, ContentProblem, ContentReader } from '../../shared/values/rowsKind';
import { linkIn } from '../../shared/pipeline/optOutField';
import { fieldsFilled, missingValue } from '../../shared/values/mergeTextReader';
import { dependsOnItem, readParameter } from '../../shared/values/parameters';
import { parametersReader, sources } from '../../shared/templates/enteredParameters';
import { valuesProblem } from '../../shared/templates/parameterValues';
import {
	labelOf,
	parametersOf,
	templatesOfExecution,
	type ParameterValues,
	type PlacedParameter,
	type Template,
} from '../../shared/templates/template';
import { problem, type Read } from '../../shared/rules/reader';
import { chosenTemplate, headerFileProblem } from './chosenTemplate';

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the templates cannot be listed
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	{ sendTo, missingText, optOut }: ContentOptions,
): Promise<ContentReader> {
	const placeholders = sendTo === 'lists' ? 'all' : 'phone';
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
	const from = String(readParameter(context, 'parametersFrom', 'form', 'Parameters From').at(0));
	const field = sources[from];
	const missing = missingValue(context, missingText, linkIn(optOut));
	const parametersAt = parametersReader(context, from, fieldsFilled(missing));
	const optOutLink =
		optOut !== undefined && 'value' in optOut ? optOut.value.placeholder : undefined;
	const { template: code, fileUrl, fileFrom } = context.getNode().parameters;
	const isSame = fileFrom !== 'input' && !dependsOnItem([code, fileUrl]);

	return (item, json, body) => {
		const chosen = chosenTemplate(templates, String(body.template));
		const unusable =
			'problem' in chosen
				? chosen.problem
				: headerFileProblem(chosen.template, body.fileurl as string | undefined);
		if ('problem' in chosen || unusable) {
			return { problem: { ...unusable!, ...(isSame ? { concernsAll: true as const } : {}) } };
		}
		const { template } = chosen;
		const entered = parametersAt(template, item, json);
		const read = 'problem' in entered ? entered : withLinkEnds(template, entered.value, optOutLink);
		const found =
			'problem' in read ? read.problem : valuesProblem(template, read.value, placeholders);
		if (found) return { problem: { field, ...found } };
		return { value: JSON.stringify('value' in read ? read.value : {}) };
	};
}

/** Opt-out links in the values of link buttons, as the service joins them to the template's. */
function withLinkEnds(
	template: Template,
	values: ParameterValues,
	optOutLink: string | undefined,
): Read<ParameterValues> {
	if (optOutLink === undefined) return { value: values };
	const joined = { ...values };
	for (const parameter of parametersOf(template).filter(({ kind }) => kind === 'button')) {
		const value = values[parameter.id];
		if (value === undefined || !value.includes(optOutLink)) continue;
		const end = linkEnd(template, parameter, value, optOutLink);
		if ('problem' in end) return end;
		joined[parameter.id] = end.value;
	}
	return { value: joined };
}

/**
 * The value of a link button that is to open the opt-out page. The service joins it to the template's link
 * (specification, "Send chat template"), which must be how the page's URL begins.
 */
function linkEnd(
	template: Template,
	parameter: PlacedParameter,
	value: string,
	link: string,
): Read<string> {
	const url = template.buttons[parameter.index]?.url ?? '';
	const [begin, ...rest] = url.split(/\{\{\d+\}\}/);
	const isWhole = value === link && link.startsWith(begin) && rest.join('') === '';
	return begin !== '' && isWhole
		? { value: link.slice(begin.length) }
		: problem(
				`uses {optOut} in '${labelOf(template, parameter)}', whose link leads somewhere else`,
				`Write {optOut} alone, in a template with the link ${new URL(link).origin}/{{1}}.`,
			);
}
