import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { splittable, type ExpressionPart } from '../../shared/campaign/expressionParts';
import { literally, type MissingValue } from '../../shared/campaign/mergeFields';
import { plainText, typedText, type TextAt } from '../../shared/campaign/mergeTextReader';
import { isExpression, readable } from '../../shared/campaign/parameters';
import { isEmpty, problem, type Read } from '../../shared/validation/reader';
import { asObject, flatten } from './templateParameters';

/** The texts of a template's parameters by ID, as they are for an item. */
export type TypedParameters = (item: number) => Read<Map<string, TextAt>>;

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
	const label = fromForm ? 'Template Parameters' : 'Parameters JSON';
	const saved = context.getNode().parameters[fromForm ? 'parameters' : 'parametersJson'];
	const asMerged = (text: unknown) => plainText(text, missing).at;
	const evaluate = (expression: string, item: number) =>
		readable(context, label, () => context.evaluateExpression(expression, item) as unknown, item);

	if (fromForm) {
		const values = isExpression(saved) ? saved : (saved as IDataObject | null)?.value;
		if (isExpression(values)) {
			return (item) => textsOf(valuesOfForm(evaluate(values.slice(1), item)), asIs);
		}
		const texts = textsOf(
			valuesOfForm(values),
			(text) => typedText(context, text, label, missing).at,
		);
		return () => texts;
	}
	if (!isExpression(saved)) {
		const texts = textsOf(groupedValues(saved), asMerged);
		return () => texts;
	}
	const source = saved.slice(1);
	const { hasTypedBrace, marked, split } = splittable(source);
	if (!hasTypedBrace) return (item) => textsOf(groupedValues(evaluate(source, item)), asIs);
	return (item) => {
		const parts = split(String(evaluate(marked, item)));
		return parts === undefined
			? problem('cannot be told apart into text and expressions', 'Use the form instead.')
			: textsOf(groupedValues(protectedJson(parts)), asMerged);
	};
}

function textsOf(
	values: IDataObject | undefined,
	read: (text: unknown) => TextAt,
): Read<Map<string, TextAt>> {
	if (values === undefined) {
		return problem('must be an object', 'Write it like {"body": {"1": "{first_name}"}}.');
	}
	const given = Object.entries(values).filter(([, text]) => !isEmpty(text));
	return { value: new Map(given.map(([id, text]) => [id, read(text)])) };
}

/** The reader of a value that nobody typed here, so that its braces are no merge fields. */
function asIs(text: unknown): TextAt {
	return () => ({ value: String(text) });
}

/**
 * JSON in which the braces that came from data stand for themselves. Those that hold the object
 * together stay as they are, wherever they come from.
 */
function protectedJson(parts: ExpressionPart[]): string {
	let json = '';
	let inString = false;
	let isEscaped = false;
	for (const { text, isTyped } of parts) {
		for (const character of text) {
			const isData = !isTyped && inString && /[{}]/.test(character);
			json += isData ? JSON.stringify(literally(character)).slice(1, -1) : character;
			if (character === '"' && !isEscaped) inString = !inString;
			isEscaped = inString && character === '\\' && !isEscaped;
		}
	}
	return json;
}

/** The values of the form, whether it came as a whole or they alone. */
function valuesOfForm(given: unknown): IDataObject {
	const form = asObject(given) ?? {};
	const isWhole = typeof form.mappingMode === 'string';
	return (isWhole ? (form.value as IDataObject | null) : form) ?? {};
}

function groupedValues(given: unknown): IDataObject | undefined {
	const grouped = asObject(given);
	return grouped && flatten(grouped);
}
