import { isExpression, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';

import { jsonWithData } from '../rules/expressions';
import { isEmpty, type Read } from '../rules/reader';
import { isFromData } from '../rules/typedText';
import { textOf } from '../rules/text';
import { literally } from '../values/mergeFields';
import { typedIn, typedText, type Parse, type TextAt } from '../values/mergeTextReader';
import { evaluatedAt, evaluatedParts } from '../values/parameters';
import { formValues, groupedValues, surplusProblem } from './parameterValues';
import type { ParameterValues, Template } from './template';

/** Where values come from, by the value of "Parameters From". */
export const sources: Record<string, string> = {
	form: 'Template Parameters',
	json: 'Parameters JSON',
};

/** The values of a template's parameters for an item, each of them of a parameter that the template has. */
type ParametersAt = (template: Template, item: number, json: IDataObject) => Read<ParameterValues>;

/** The values of parameters are texts of any length. */
const parameterText = textOf();

type Texts = Read<Map<string, TextAt>>;

/**
 * Reads the parameters of a template as a person entered them, in the form or as JSON. What an expression puts in is
 * data: only what was typed is parsed.
 *
 * @param from a key of {@link sources}
 * @param parse how what is in braces is read
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function parametersReader(
	context: IExecuteFunctions,
	from: string,
	parse: Parse,
): ParametersAt {
	const texts = from === 'form' ? textsOfForm(context, parse) : textsOfJson(context, parse);
	return (template, item, json) => {
		const entered = texts(template, item);
		if ('problem' in entered) return entered;
		const surplus = surplusProblem(template, [...entered.value.keys()]);
		if (surplus) return { problem: surplus };
		const values: ParameterValues = {};
		for (const [id, textAt] of entered.value) {
			const text = textAt(item, json);
			if ('problem' in text) return text;
			if (isEmpty(text.value)) continue;
			const read = parameterText(text.value);
			if ('problem' in read) return read;
			values[id] = read.value;
		}
		return { value: values };
	};
}

function textsOfForm(context: IExecuteFunctions, parse: Parse) {
	const { value, schema } = Object(context.getNode().parameters.parameters) as {
		value?: unknown;
		schema?: Parameters<typeof formValues>[1];
	};
	if (isExpression(value)) {
		const at = evaluatedAt(context, value.slice(1), sources.form);
		return (template: Template, item: number): Texts => ({
			value: textsOf(formValues(at(item), undefined, template), asIs),
		});
	}
	const read = (text: unknown) => typedText(context, text, sources.form, parse).at;
	const known = new Map<Template, Texts>();
	return (template: Template): Texts => {
		const texts = known.get(template) ?? {
			value: textsOf(formValues(value, schema, template), read),
		};
		known.set(template, texts);
		return texts;
	};
}

function textsOfJson(context: IExecuteFunctions, parse: Parse) {
	const saved = context.getNode().parameters.parametersJson;
	const typed = (text: unknown) => typedIn(text, parse).at;
	if (!isExpression(saved)) {
		const texts = inJson(saved, typed);
		return () => texts;
	}
	const expression = saved.slice(1);
	if (isFromData(saved)) {
		const at = evaluatedAt(context, expression, sources.json);
		return (_template: Template, item: number): Texts => inJson(at(item), asIs);
	}
	const partsAt = evaluatedParts(context, expression, sources.json);
	return (_template: Template, item: number): Texts => {
		const json = jsonWithData(partsAt(item), literally);
		return 'problem' in json ? json : inJson(json.value, typed);
	};
}

function inJson(given: unknown, read: (text: unknown) => TextAt): Texts {
	const values = groupedValues(given);
	return 'problem' in values ? values : { value: textsOf(values.value, read) };
}

function textsOf(values: IDataObject, read: (text: unknown) => TextAt): Map<string, TextAt> {
	const filled = Object.entries(values).filter(([, text]) => !isEmpty(text));
	return new Map(filled.map(([id, text]) => [id, read(text)]));
}

/** The reader of a value that no one typed here, so that its braces are no merge fields. */
function asIs(text: unknown): TextAt {
	return () => ({ value: String(text) });
}
