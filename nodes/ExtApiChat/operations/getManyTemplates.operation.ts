import type { IDataObject } from 'n8n-workflow';

import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { filtersField, simplifyField, templateItem, templateResource } from './chatFields';
import { isOn } from '../../shared/values/addedOptions';

/** The templates of the account (specification, "List templates"). */
export const getManyTemplates: PerItemOperation = {
	resource: templateResource,
	name: 'Get Many',
	value: 'getAll',
	action: 'Get many chat templates',
	description: 'Get many templates of the account',
	endpoint: endpoints.templates,
	effect: 'asks',
	fields: [
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
	],
	output: ({ data }, item) => {
		const templates = data.templates as IDataObject[];
		const simplify = isOn(item, 'simplify', true);
		const limit = isOn(item, 'returnAll', false)
			? templates.length
			: Number(item.parameter('limit', 50) || 50);
		return templates.slice(0, limit).map((template) => templateItem(template, simplify));
	},
};
