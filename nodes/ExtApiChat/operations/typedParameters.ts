import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { jsonWithData } from '../../shared/rules/expressionParts';
import { literally, type MissingValue } from '../../shared/run/mergeFields';
import { plainText, typedText, type TextAt } from '../../shared/run/mergeTextReader';
import { readable } from '../../shared/run/parameters';
import { isExpression } from '../../shared/rules/expressions';
import { groupedValues } from '../../shared/templates/givenValues';
import { jsonObject } from '../../shared/rules/jsonObject';
import { isParameterId } from '../../shared/templates/template';
import { isEmpty, type Read } from '../../shared/rules/reader';
import { sources } from './templateParameters';

/** The texts of a template's parameters by ID, as they are for an item. */
export interface TypedValues {
	texts: Map<string, TextAt>;
	/** True where values of other templates may be among them: the editor keeps those it shows no more. */
	mayHoldOthers: boolean;
}

export type TypedParameters = (item: number) => Read<TypedValues>;

/**
 * Reads the template's parameters as a person typed them, in the form or as JSON. What an expression
 * puts in is data: merge fields are looked for only in what was typed.
 *
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function typedParameters(
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
			return (item) => textsOf(formValues(evaluate(values.slice(1), item)), asIs);
		}
		const texts = textsOf(formValues(saved), (text) => typedText(context, text, label, missing).at);
		return () => texts;
	}
	if (!isExpression(saved)) {
		const texts = textsOf(jsonValues(saved), asMerged);
		return () => texts;
	}
	const source = saved.slice(1);
	return (item) => {
		const json = jsonWithData(source, (code) => evaluate(code, item), literally);
		if (json === undefined) return textsOf(jsonValues(evaluate(source, item)), asIs);
		return 'problem' in json ? json : textsOf(jsonValues(json.value), asMerged);
	};
}

function textsOf(given: Read<GivenValues>, read: (text: unknown) => TextAt): Read<TypedValues> {
	if ('problem' in given) return given;
	const { values, mayHoldOthers } = given.value;
	const filled = Object.entries(values).filter(([id, text]) => isParameterId(id) && !isEmpty(text));
	return { value: { texts: new Map(filled.map(([id, text]) => [id, read(text)])), mayHoldOthers } };
}

/** The reader of a value that nobody typed here, so that its braces are no merge fields. */
function asIs(text: unknown): TextAt {
	return () => ({ value: String(text) });
}

/** Values by parameter ID, as saved or as an expression gave them. */
interface GivenValues {
	values: IDataObject;
	mayHoldOthers: boolean;
}

/**
 * The values of the form, whether it came as a whole or they alone. Of a whole one only the fields
 * that the editor shows count: it keeps the values of a template chosen before.
 */
function formValues(given: unknown): Read<GivenValues> {
	const form = jsonObject(given) ?? {};
	const isWhole = typeof form.mappingMode === 'string';
	const values = (isWhole ? (form.value as IDataObject | null) : form) ?? {};
	const schema = (form.schema ?? []) as Array<{ id: string; removed?: boolean }>;
	if (!isWhole || schema.length === 0) return { value: { values, mayHoldOthers: true } };
	const shown = schema.filter(({ removed }) => removed !== true).map(({ id }) => id);
	return {
		value: {
			values: Object.fromEntries(shown.map((id) => [id, values[id]])),
			mayHoldOthers: false,
		},
	};
}

function jsonValues(given: unknown): Read<GivenValues> {
	const read = groupedValues(given);
	return 'problem' in read ? read : { value: { values: read.value, mayHoldOthers: false } };
}
