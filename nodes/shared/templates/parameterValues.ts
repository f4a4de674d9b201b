import type { IDataObject } from 'n8n-workflow';

import { jsonObject } from '../rules/jsonObject';
import { isEmpty, lostDigits, problem, type Problem, type Read } from '../rules/reader';
import { LINE_ID, labelOf, parametersOf, type ParameterValues, type Template } from './template';

/**
 * Values grouped as the service groups them, `{ "body": { "1": "Dana" } }`, as values by parameter
 * ID. Groups and values that are empty are left out; unknown ones stay, for {@link surplusProblem}.
 *
 * @param entered an object, or text that holds one as JSON
 */
export function groupedValues(entered: unknown): Read<ParameterValues> {
	const wrong = problem(
		'must be an object with each text under its kind and number',
		'Write it like {"body": {"1": "Dana"}}.',
	);
	const grouped = jsonObject(entered);
	if (grouped === undefined) return wrong;
	const values: ParameterValues = {};
	for (const [kind, group] of Object.entries(grouped)) {
		if (isEmpty(group)) continue;
		if (typeof group !== 'object' || Array.isArray(group)) return wrong;
		for (const [index, value] of Object.entries(group as IDataObject)) {
			if (isEmpty(value)) continue;
			if (typeof value === 'object') return wrong;
			const lost = lostDigits(value);
			if (lost) return lost;
			values[`${kind}.${index}`] = String(value);
		}
	}
	return { value: values };
}

/**
 * The values of the parameter form that are not empty. The editor keeps values of fields it shows no more, of a template
 * chosen before: they are left out.
 *
 * @param schema the fields it shows; without any, the parameters of the template
 */
export function formValues(
	entered: unknown,
	schema: FormField[] | null | undefined,
	template: Template,
): IDataObject {
	const values = jsonObject(entered) ?? {};
	const shown = schema?.length
		? schema.filter(({ id, removed }) => !removed && !id.startsWith(LINE_ID))
		: parametersOf(template);
	const filled = shown.filter(({ id }) => !isEmpty(values[id]));
	return Object.fromEntries(filled.map(({ id }) => [id, values[id]]));
}

/** A field of the parameter form, as n8n saves it. */
interface FormField {
	id: string;
	removed?: boolean;
}

/**
 * Says which values belong to no parameter of the template; they would be lost silently.
 *
 * @param given IDs of the parameters that have a value
 */
export function surplusProblem(template: Template, given: string[]): Problem | undefined {
	const own = parametersOf(template).map(({ id }) => id);
	const surplus = given.filter((id) => !own.includes(id));
	return surplus.length === 0
		? undefined
		: {
				rule: `contains ${surplus.join(', ')}, which template ${template.code} does not have`,
				fix: own.length === 0 ? 'It has no parameters.' : `It has ${own.join(', ')}.`,
			};
}

/** Which contact placeholders the service replaces: all when sending to a distribution list, the phone when sending to numbers. */
export type ContactPlaceholders = 'all' | 'phone';

const BUTTON_VALUE = /^[A-Za-z0-9\-_.~%/?#=&+,:]{0,200}$/;
/** What the service replaces by a recipient's phone. */
export const PHONE_PLACEHOLDER = '[phone_num]';
const CONTACT_PLACEHOLDER = /\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]/g;

/**
 * Says what is wrong with the values of a template's parameters: a missing one, a button value the
 * service refuses, or a contact placeholder that would make it skip the recipient silently
 * (specification, "Send chat template").
 */
export function valuesProblem(
	template: Template,
	values: ParameterValues,
	placeholders: ContactPlaceholders,
): Problem | undefined {
	for (const parameter of parametersOf(template)) {
		const value = values[parameter.id];
		const label = labelOf(template, parameter);
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
