// How the values of a template's parameters are read, and what the service takes in them.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isEmpty, type Problem, type Read } from '../rules/reader';
import { textOf } from '../rules/text';
import { typedText, type Parse, type TextAt } from '../values/mergeTextReader';
import { LINE_ID, parametersOf, type ParameterValues, type Template } from './template';

/** Display name of the form with the parameters of a template. */
export const PARAMETERS = 'Template Parameters';

/** Reads an item's values, all of them of parameters that the template has. */
type ParametersAt = (template: Template, item: number, json: IDataObject) => Read<ParameterValues>;

/** The form as n8n saves it. */
interface SavedForm {
	value?: IDataObject | null;
	/** The fields it shows; none if no editor opened it. */
	schema?: Array<{ id: string; removed?: boolean }> | null;
}

const parameterText = textOf();

/**
 * Reads the parameters of a template from the form. What an expression gives is data: only typed
 * text is parsed.
 *
 * @param parse how what is in braces is read
 * @throws NodeOperationError (from the returned function) for an expression that fails for an item
 */
export function parametersReader(context: IExecuteFunctions, parse: Parse): ParametersAt {
	const form = Object(context.getNode().parameters.parameters) as SavedForm;
	const known = new Map<Template, { texts: Array<[string, TextAt]>; surplus?: Problem }>();
	const readForm = (template: Template) => {
		const texts = filledIn(form, template).map(([id, text]): [string, TextAt] => [
			id,
			typedText(context, text, PARAMETERS, parse).at,
		]);
		const read = {
			texts,
			surplus: surplusProblem(
				template,
				texts.map(([id]) => id),
			),
		};
		known.set(template, read);
		return read;
	};
	return (template, item, json) => {
		const { texts, surplus } = known.get(template) ?? readForm(template);
		if (surplus) return { problem: surplus };
		const values: ParameterValues = {};
		for (const [id, textAt] of texts) {
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

/**
 * The non-empty fields of the form, without those of a template chosen before: the editor keeps
 * their values, but does not show them.
 */
function filledIn({ value, schema }: SavedForm, template: Template): Array<[string, unknown]> {
	const values = Object(value) as IDataObject;
	const shown = schema?.length
		? schema.filter(({ id, removed }) => !removed && !id.startsWith(LINE_ID))
		: parametersOf(template);
	return shown
		.map(({ id }): [string, unknown] => [id, values[id]])
		.filter(([, text]) => !isEmpty(text));
}

/** Says which values belong to no parameter of the template; they would be lost silently. */
function surplusProblem(template: Template, given: string[]): Problem | undefined {
	const own = parametersOf(template).map(({ id }) => id);
	const surplus = given.filter((id) => !own.includes(id));
	return surplus.length === 0
		? undefined
		: {
				rule: `contains ${surplus.join(', ')}, which template ${template.code} does not have`,
				fix: own.length === 0 ? 'It has no parameters.' : `It has ${own.join(', ')}.`,
			};
}

/** Which contact placeholders the service replaces: all for distribution lists, else the phone. */
export type ContactPlaceholders = 'all' | 'phone';

const BUTTON_VALUE = /^[A-Za-z0-9\-_.~%/?#=&+,:]{0,200}$/;
/** What the service replaces with a recipient's phone. */
export const PHONE_PLACEHOLDER = '[phone_num]';
const CONTACT_PLACEHOLDER = /\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]/g;

/**
 * Says what is wrong with the values of a template's parameters: a missing one, a button value that
 * the service refuses, or a contact placeholder for which it skips the recipient silently
 * (specification, "Send chat template").
 */
export function valuesProblem(
	template: Template,
	values: ParameterValues,
	placeholders: ContactPlaceholders,
): Problem | undefined {
	for (const parameter of parametersOf(template)) {
		const value = values[parameter.id];
		const { label } = parameter;
		if (isEmpty(value)) {
			return {
				rule: `needs a value for '${label}' of template ${template.code}`,
				fix: `Enter a value, for example "${parameter.example}".`,
			};
		}
		const found =
			placeholderProblem(label, value, placeholders) ??
			(parameter.kind === 'button' ? buttonProblem(label, value) : undefined);
		if (found) return found;
	}
	return undefined;
}

function placeholderProblem(
	label: string,
	value: string,
	placeholders: ContactPlaceholders,
): Problem | undefined {
	const used = value.match(CONTACT_PLACEHOLDER) ?? [];
	const dead = used.find((each) => placeholders === 'phone' && each !== PHONE_PLACEHOLDER);
	if (dead === undefined) return undefined;
	return {
		rule: `uses ${dead} in '${label}', which the service replaces only when sending to distribution lists`,
		fix: 'Enter the value itself, or send to a distribution list.',
	};
}

function buttonProblem(label: string, value: string): Problem | undefined {
	const bare = value.replace(CONTACT_PLACEHOLDER, 'x');
	if (BUTTON_VALUE.test(bare) && !bare.includes('..') && !bare.includes('//')) return undefined;
	return {
		rule: `has a value for '${label}' that no link of a button takes`,
		fix: 'Use at most 200 letters, digits and - _ . ~ % / ? # = & + , : without spaces, ".." or "//".',
	};
}
