import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { simplifyTemplate } from '../../shared/templates/simplifyTemplate';
import type { Template } from '../../shared/templates/template';
import { templateField } from '../../shared/templates/templateField';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { AcceptedReply } from '../../shared/engine/acceptedReply';
import type { RequestRules } from '../../shared/validation/checkRequest';
import type { Reader } from '../../shared/validation/reader';
import { digits, oneOf } from '../../shared/validation/text';

const statuses = [
	'APPROVED',
	'DISABLED',
	'FLAGGED',
	'PAUSED',
	'PENDING',
	'PENDING_DELETION',
	'REJECTED',
];
const categories = ['AUTHENTICATION', 'MARKETING', 'UTILITY'];

const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		{
			displayName: 'Category',
			name: 'category',
			type: 'options',
			options: [
				{ name: 'Authentication', value: 'AUTHENTICATION' },
				{ name: 'Marketing', value: 'MARKETING' },
				{ name: 'Utility', value: 'UTILITY' },
			],
			default: 'MARKETING',
			routing: { send: { type: 'body', property: 'category' } },
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: [
				{ name: 'Approved', value: 'APPROVED' },
				{ name: 'Disabled', value: 'DISABLED' },
				{ name: 'Flagged', value: 'FLAGGED' },
				{ name: 'Paused', value: 'PAUSED' },
				{ name: 'Pending', value: 'PENDING' },
				{ name: 'Pending Deletion', value: 'PENDING_DELETION' },
				{ name: 'Rejected', value: 'REJECTED' },
			],
			default: 'APPROVED',
			routing: { send: { type: 'body', property: 'status' } },
		},
	],
};

const getFields: INodeProperties[] = [
	{
		...templateField('searchTemplates'),
		description: 'The template to get',
		routing: { send: { type: 'body', property: 'template' } },
	},
	simplifyField,
	{
		...filtersField,
		description: 'What the template must be, beside having this code; another one is an error',
	},
];

const getAllFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	simplifyField,
	filtersField,
];

/** One of the service's words, in upper or lower case. */
function wordOf(words: string[]): Reader<string> {
	const read = oneOf(...words);
	return (entered) => read(typeof entered === 'string' ? entered.toUpperCase() : entered);
}

/** Rules of the specification's "List chat-channel templates". */
const rules: RequestRules = {
	readers: {
		template: digits(1, 15),
		status: wordOf(statuses),
		category: wordOf(categories),
	},
};

/** postReceive hook: one item for each template, paired; at most `limit` of them. */
async function templateItems(
	this: IExecuteSingleFunctions,
	[item]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const { data } = item.json as AcceptedReply;
	const templates = (data.templates ?? []) as Template[];
	const simplify = this.getNodeParameter('simplify', true) as boolean;
	const all = this.getNodeParameter('returnAll', true) as boolean;
	const limit = all ? templates.length : Number(this.getNodeParameter('limit', 50));
	return templates.slice(0, limit).map((template) => ({
		json: simplify ? simplifyTemplate(template) : (template as IDataObject),
		pairedItem: { item: this.getItemIndex() },
	}));
}

export const templateFields = [
	...showFor({ resource: ['template'], operation: ['get'] }, getFields),
	...showFor({ resource: ['template'], operation: ['getAll'] }, getAllFields),
];

export const getTemplateOption: INodePropertyOptions = {
	name: 'Get',
	value: 'get',
	action: 'Get a chat template and its parameters',
	description: 'Get one template with the parameters it needs',
	routing: {
		request: { url: endpoints.templates },
		send: { preSend: preparing(checkBody(getFields, { ...rules, required: ['template'] })) },
		output: { postReceive: [templateItems] },
	},
};

export const getManyTemplatesOption: INodePropertyOptions = {
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chat templates',
	description: 'Get many templates of the account',
	routing: {
		request: { url: endpoints.templates },
		send: { preSend: preparing(checkBody(getAllFields, rules)) },
		output: { postReceive: [templateItems] },
	},
};
