import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import { readTyped, type ReadTypedOptions } from '../../shared/service/checkBody';
import {
	formValues,
	groupedValues,
	listedValues,
	surplusProblem,
	withDataCommas,
} from '../../shared/templates/givenValues';
import { ifTakesFile, linkFields } from '../../shared/templates/picker';
import { FILE_ID, type ParameterValues, type Template } from '../../shared/templates/template';
import { asText, isEmpty, lostDigits, problem, type Read } from '../../shared/rules/reader';
import type { RunItem } from '../../shared/service/runItem';

/**
 * The form of the chosen template's parameters.
 *
 * @param method the node's resource mapping method that gives its fields
 * @param others fields beside the template that decide which these are
 */
export function parametersForm(method: string, ...others: string[]): INodeProperties {
	return {
		displayName: 'Template Parameters',
		name: 'parameters',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		description:
			'Values by the ID of the parameter, such as body.1, header.1 or button.0, which Get of the resource Template tells',
		typeOptions: {
			loadOptionsDependsOn: ['template.value', ...others],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: 'Template Parameters',
				fieldWords: { singular: 'parameter', plural: 'parameters' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				noFieldsError: 'Choose a template first',
				// What the service changed since is there without a click, where n8n knows this.
				refreshStaleSchemaOnOpen: true,
			},
		},
	};
}

/** What the service replaces for the members of a distribution list (specification, "Template values"). */
export const CONTACT_PLACEHOLDERS =
	"For distribution lists the service replaces [first_name], [last_name], [user_data], [user_data1] to [user_data4] and [phone_num] by each member's own";

/** What stands below the parameters. */
export function parametersNotice(
	displayName: string,
	show: NonNullable<IDisplayOptions['show']>,
): INodeProperties {
	return {
		displayName,
		name: 'parametersNotice',
		type: 'notice',
		default: '',
		displayOptions: { show },
	};
}

/** The link to the file of a template's header, on its own: where it is shown is the operation's. */
export const mediaLinkField: INodeProperties = {
	displayName: 'Media Link',
	name: 'fileUrl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/invoice.pdf',
	description: "Public address of the file for the template's header",
};

/** Where a template's parameters come from: the form, JSON, or a simple list. */
export const parameterFields: INodeProperties[] = [
	// Before the form: what it asks for depends on where the file comes from.
	...ifTakesFile(fileFromField("The address among the template's parameters, or under Media Link")),
	fileNameField,
	{
		displayName: 'Parameters From',
		name: 'parametersFrom',
		type: 'options',
		options: [
			{
				name: 'Form',
				value: 'form',
				description: "One field for each of the template's parameters",
			},
			{
				name: 'JSON',
				value: 'json',
				description: 'For a template that is known only when the workflow runs',
			},
			{
				name: 'Simple List',
				value: 'list',
				description:
					'Values of the body in order, for templates without header and link parameters',
			},
		],
		default: 'form',
		description: "How the template's parameters are filled",
		displayOptions: { show: { sendTo: ['lists', 'numbers'] } },
	},
	{
		...parametersForm('getTemplateParameters', 'fileFrom'),
		displayOptions: { show: { sendTo: ['lists', 'numbers'], parametersFrom: ['form'] } },
	},
	{
		displayName: 'Parameters JSON',
		name: 'parametersJson',
		type: 'json',
		// Empty: an example here would be sent when nobody touches it.
		default: '',
		hint: 'Like { "header": { "1": "A-1001" }, "body": { "1": "Dana" }, "button": { "0": "A-1001" } }',
		description:
			'Object with header and body (by placeholder number) and button (by position, from 0). The ID body.1 of a parameter is {"body": {"1": "Dana"}}.',
		displayOptions: { show: { sendTo: ['lists', 'numbers'], parametersFrom: ['json'] } },
	},
	{
		displayName: 'Parameters List',
		name: 'parametersList',
		type: 'string',
		default: '',
		placeholder: 'e.g. Dana, Sunday',
		description: 'Comma-separated values of the body, in order. A value cannot hold a comma.',
		displayOptions: { show: { sendTo: ['lists', 'numbers'], parametersFrom: ['list'] } },
	},
	parametersNotice(
		"Drag columns into the fields. Merge fields such as {first_name} work in 'Send Template Campaign'.",
		{ sendTo: ['numbers'], parametersFrom: ['form'] },
	),
	parametersNotice(CONTACT_PLACEHOLDERS, { sendTo: ['lists'] }),
	...linkFields(
		// The form has a field of its own. Own parameters of each number come from neither.
		unlessFromInput({ ...mediaLinkField, displayOptions: { hide: { parametersFrom: ['form'] } } }),
	),
	// Where an expression chooses between the form and own parameters, these need a link, too: the editor
	// leaves 'form' beside what the expression gives.
	...ifTakesFile(
		unlessFromInput({
			...mediaLinkField,
			hint: 'For own parameters: the form has a field of its own',
			displayOptions: {
				hide: {
					sendTo: ['lists', 'numbers'],
					parametersFrom: [{ _cnd: { not: 'form' } }],
				},
			},
		}),
	),
];

/** The values for a template, and the media link. */
export interface EnteredParameters {
	values: ParameterValues;
	fileUrl?: string;
	/** Where the link is entered, if not in a field of its own. */
	placeOfLink?: string;
	/** Display name of the field the values come from. */
	field: string;
}

/**
 * Reads what was entered, in whichever of the three forms. Values the template has no parameter for
 * are refused, not dropped.
 */
export function readParameters(item: RunItem, template: Template): Read<EnteredParameters> {
	const from = item.parameter('parametersFrom', 'form') as string;
	const field = sources[from];
	const read = givenParameters(item, template, from);
	if ('problem' in read) return { problem: { field, ...read.problem } };
	const { [FILE_ID]: linked, ...values } = read.value;
	const surplus = surplusProblem(template, Object.keys(values));
	if (surplus) return { problem: { field, ...surplus } };
	const isForm = from === 'form';
	const fileUrl = isForm ? linked : String(item.parameter('fileUrl', '') ?? '');
	return {
		value: {
			...{ values, field, placeOfLink: isForm ? ` in the form '${field}'` : undefined },
			...(isEmpty(fileUrl) ? {} : { fileUrl: fileUrl.trim() }),
		},
	};
}

/** Where values come from, by the value of "Parameters From". */
export const sources: Record<string, string> = {
	form: 'Template Parameters',
	json: 'Parameters JSON',
	list: 'Parameters List',
};

function givenParameters(item: RunItem, template: Template, from: string): Read<ParameterValues> {
	if (from === 'list') {
		const list = typedParameter(item, 'parametersList', { dataInText: withDataCommas });
		return 'problem' in list ? list : listedValues(template, String(list.value ?? ''));
	}
	if (from === 'json') {
		const json = typedParameter(item, 'parametersJson', { isJson: true });
		return 'problem' in json ? json : groupedValues(json.value);
	}
	const form = item.parameter('parameters', null) as IDataObject | null;
	const values: ParameterValues = {};
	for (const [id, value] of Object.entries(formValues(template, form))) {
		const typed = readTyped(item, ['parameters', 'value', id], { mergedIn });
		if ('problem' in typed) return typed;
		const given = typed.value ?? value;
		const text = asText(given) ?? (typeof given === 'boolean' ? String(given) : undefined);
		const wrong =
			lostDigits(given) ??
			(text === undefined
				? problem('is an object or a list', 'Name the value inside it.')
				: undefined);
		if (wrong) {
			return problem(`holds a value for ${id} that ${wrong.problem.rule}`, wrong.problem.fix);
		}
		values[id] = text!;
	}
	return { value: values };
}

/** The operation that fills merge fields in template parameters. */
const mergedIn = 'Send Template Campaign';

/** A parameter with template values; a merge field in it is refused, since nothing would replace it. */
export function typedParameter(
	item: RunItem,
	name: string,
	options: ReadTypedOptions = {},
): Read<unknown> {
	const typed = readTyped(item, [name], { mergedIn, ...options });
	return 'problem' in typed || typed.value !== undefined
		? typed
		: { value: item.parameter(name, '') };
}
