import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import {
	FILE_ID,
	parametersOf,
	type ParameterValues,
	type Template,
} from '../../shared/templates/template';
import { isEmpty, problem, type Read } from '../../shared/validation/reader';

/**
 * The form of the chosen template's parameters.
 *
 * @param method the node's resource mapping method that gives its fields
 */
export function parametersForm(method: string): INodeProperties {
	return {
		displayName: 'Template Parameters',
		name: 'parameters',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: ['template.value'],
			resourceMapper: {
				resourceMapperMethod: method,
				mode: 'add',
				valuesLabel: 'Template Parameters',
				fieldWords: { singular: 'parameter', plural: 'parameters' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				noFieldsError: 'This template has no parameters',
			},
		},
	};
}

/** Where a template's parameters come from: the form, JSON, or a simple list. */
export const parameterFields: INodeProperties[] = [
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
		...parametersForm('getTemplateParameters'),
		description:
			'When sending to distribution lists, [first_name], [last_name], [user_data], [user_data1] to [user_data4] and [phone_num] are replaced by the service',
		displayOptions: { show: { sendTo: ['lists', 'numbers'], parametersFrom: ['form'] } },
	},
	{
		displayName: 'Parameters JSON',
		name: 'parametersJson',
		type: 'json',
		default:
			'{\n  "header": { "1": "A-1001" },\n  "body": { "1": "Dana" },\n  "button": { "0": "A-1001" }\n}',
		description:
			'Object with header and body (by placeholder number) and button (by position, from 0)',
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
	{
		displayName: 'Media Link',
		name: 'fileUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/invoice.pdf',
		description: "Public address of the file for the template's header, if it takes one",
		displayOptions: { show: { parametersFrom: ['json', 'list'] } },
	},
];

/** The values for a template, and the media link. Fields of other templates are left out. */
export interface EnteredParameters {
	values: ParameterValues;
	fileUrl?: string;
}

/** Reads what was entered, in whichever of the three forms. */
export function readParameters(
	context: IExecuteSingleFunctions,
	template: Template,
): Read<EnteredParameters> {
	const from = context.getNodeParameter('parametersFrom', 'form') as string;
	if (from === 'form') {
		const form = context.getNodeParameter('parameters.value', {}) as IDataObject | null;
		return { value: ofTemplate(template, form ?? {}) };
	}
	const fileUrl = String(context.getNodeParameter('fileUrl', '') ?? '');
	if (from === 'list') {
		const list = String(context.getNodeParameter('parametersList', '')).split(',');
		const body = parametersOf(template).filter(({ kind }) => kind === 'body');
		const flat = Object.fromEntries(body.map(({ id }, index) => [id, list[index]?.trim()]));
		return { value: ofTemplate(template, { ...flat, [FILE_ID]: fileUrl }) };
	}
	const grouped = asObject(context.getNodeParameter('parametersJson', '{}'));
	if (grouped === undefined) {
		return problem('must be an object', 'Write it like {"body": {"1": "Dana"}}.');
	}
	return { value: ofTemplate(template, { ...flatten(grouped), [FILE_ID]: fileUrl }) };
}

/** `{ body: { 1: 'a' } }` as `{ 'body.1': 'a' }`. */
export function flatten(grouped: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(grouped).flatMap(([kind, values]) =>
			Object.entries((values ?? {}) as IDataObject).map(([index, value]) => [
				`${kind}.${index}`,
				value,
			]),
		),
	);
}

/** An object, or text that holds one as JSON; undefined for anything else. */
export function asObject(entered: unknown): IDataObject | undefined {
	let value = entered;
	if (typeof entered === 'string') {
		try {
			value = JSON.parse(entered.trim() === '' ? '{}' : entered);
		} catch {
			return undefined;
		}
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? (value as IDataObject) : undefined;
}

function ofTemplate(template: Template, entered: IDataObject): EnteredParameters {
	const values: ParameterValues = {};
	for (const { id } of parametersOf(template)) {
		if (!isEmpty(entered[id])) values[id] = String(entered[id]);
	}
	const fileUrl = entered[FILE_ID];
	return { values, ...(isEmpty(fileUrl) ? {} : { fileUrl: String(fileUrl).trim() }) };
}
