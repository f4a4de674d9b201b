import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type {
	ContentOptions,
	ContentProblem,
	ContentReader,
	FileAt,
} from '../../shared/run/rowsKind';
import { linkIn } from '../../shared/run/optOutField';
import { literally, type MissingValue } from '../../shared/run/mergeFields';
import {
	missingValueOption,
	plainText,
	typedText,
	type TextAt,
} from '../../shared/run/mergeTextReader';
import { locatedValue, readable, readParameter } from '../../shared/run/parameters';
import { filePlaceholder } from '../../shared/files/fileAddress';
import {
	formValues,
	groupedValues,
	surplusProblem,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/parameterValues';
import {
	isParameterId,
	labelOf,
	parametersOf,
	templatesOfExecution,
	type ParameterValues,
	type PlacedParameter,
	type Template,
} from '../../shared/templates/template';
import { isExpression, jsonWithData } from '../../shared/rules/expressions';
import { isEmpty, problem, type Read } from '../../shared/rules/reader';
import { chosenTemplate, headerFileProblem } from './chosenTemplate';
import { sources } from './templateParameters';

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @param inputFileAt the file of each item, where it comes from the input
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the templates cannot be listed
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	{ sendTo, optOut }: ContentOptions,
	inputFileAt?: FileAt,
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
	const templateAt = readParameter(context, 'template', '', 'Template');
	const linkAt = readParameter(context, 'fileUrl', '', 'Media Link');
	const fromForm = readable(
		context,
		'Parameters From',
		() => context.getNodeParameter('parametersFrom', 0, 'form') === 'form',
	);
	const field = sources[fromForm ? 'form' : 'json'];
	const texts = typedParameters(context, fromForm, missingValueOption(context, linkIn(optOut)));
	const optOutLink =
		optOut !== undefined && 'value' in optOut ? optOut.value.placeholder : undefined;
	const isSame = templateAt.constant && linkAt.constant && inputFileAt === undefined;

	return (item, json) => {
		const chosen = chosenTemplate(templates, String(locatedValue(templateAt.at(item))));
		const input = inputFileAt?.(item);
		if (input !== undefined && 'problem' in input) return input;
		const file = input === undefined ? linkAt.at(item) : filePlaceholder(input.value);
		const unusable =
			'problem' in chosen
				? chosen.problem
				: headerFileProblem(chosen.template, isEmpty(file) ? undefined : String(file).trim());
		if ('problem' in chosen || unusable) {
			return { problem: { ...unusable!, ...(isSame ? { concernsAll: true as const } : {}) } };
		}
		const content = filled(chosen.template, texts, item, json, { placeholders, optOutLink });
		return 'problem' in content ? { problem: { field, ...content.problem } } : content;
	};
}

function filled(
	template: Template,
	texts: TypedParameters,
	item: number,
	json: IDataObject,
	{ placeholders, optOutLink }: ReplacedLater,
): ReturnType<ContentReader> {
	const read = texts(item);
	if ('problem' in read) return read;
	const { texts: given, mayHoldOthers } = read.value;
	const surplus = mayHoldOthers ? undefined : surplusProblem(template, [...given.keys()]);
	if (surplus) return { problem: surplus };
	const values: ParameterValues = {};
	for (const parameter of parametersOf(template)) {
		const text = given.get(parameter.id)?.(item, json);
		if (text === undefined) continue;
		if ('problem' in text) return text;
		const { value } = text;
		if (value === undefined) continue;
		const joined =
			parameter.kind === 'button' && optOutLink !== undefined && value.includes(optOutLink)
				? linkEnd(template, parameter, value, optOutLink)
				: { value };
		if ('problem' in joined) return joined;
		values[parameter.id] = joined.value;
	}
	const found = valuesProblem(template, values, placeholders);
	return found ? { problem: found } : { value: JSON.stringify(values) };
}

/** What is in values until it is known which phone gets them. */
interface ReplacedLater {
	placeholders: ContactPlaceholders;
	/** The opt-out link; none without the option. */
	optOutLink?: string;
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

/** The texts of a template's parameters by ID, as they are for an item. */
interface TypedValues {
	texts: Map<string, TextAt>;
	/** True where values of other templates may be among them: the editor keeps those it shows no more. */
	mayHoldOthers: boolean;
}

type TypedParameters = (item: number) => Read<TypedValues>;

/**
 * Reads the template's parameters as a person typed them, in the form or as JSON. What an expression
 * puts in is data: merge fields are looked for only in what was typed.
 *
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
function typedParameters(
	context: IExecuteFunctions,
	fromForm: boolean,
	missing: MissingValue,
): TypedParameters {
	const label = sources[fromForm ? 'form' : 'json'];
	const saved = context.getNode().parameters[fromForm ? 'parameters' : 'parametersJson'];
	const asMerged = (text: unknown) => plainText(text, missing).at;
	const evaluate = (expression: string, item: number) =>
		readable(context, label, () => context.evaluateExpression(expression, item) as unknown, item);

	if (fromForm) {
		const values = isExpression(saved) ? saved : (saved as IDataObject | null)?.value;
		if (isExpression(values)) {
			return (item) => textsOf({ value: formValues(evaluate(values.slice(1), item)) }, asIs);
		}
		const read = (text: unknown) => typedText(context, text, label, missing).at;
		const texts = textsOf({ value: formValues(saved) }, read);
		return () => texts;
	}
	if (!isExpression(saved)) {
		const texts = textsOf(inJson(saved), asMerged);
		return () => texts;
	}
	const source = saved.slice(1);
	return (item) => {
		const json = jsonWithData(source, (code) => evaluate(code, item), literally);
		if (json === undefined) return textsOf(inJson(evaluate(source, item)), asIs);
		return 'problem' in json ? json : textsOf(inJson(json.value), asMerged);
	};
}

function textsOf(
	given: Read<ReturnType<typeof formValues>>,
	read: (text: unknown) => TextAt,
): Read<TypedValues> {
	if ('problem' in given) return given;
	const { values, mayHoldOthers } = given.value;
	const filled = Object.entries(values).filter(([id, text]) => isParameterId(id) && !isEmpty(text));
	return { value: { texts: new Map(filled.map(([id, text]) => [id, read(text)])), mayHoldOthers } };
}

/** The reader of a value that no one typed here, so that its braces are no merge fields. */
function asIs(text: unknown): TextAt {
	return () => ({ value: String(text) });
}

function inJson(given: unknown): Read<ReturnType<typeof formValues>> {
	const read = groupedValues(given);
	return 'problem' in read ? read : { value: { values: read.value, mayHoldOthers: false } };
}
