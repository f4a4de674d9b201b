import type { IDataObject } from 'n8n-workflow';

import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { templateField } from '../../shared/templates/picker';
import { filtersField, simplifyField, templateItem, templateResource } from './chatFields';
import { isOn } from '../../shared/values/addedOptions';

/** One template with the parameters it needs (specification, "List templates"). */
export const getTemplate: PerItemOperation = {
	resource: templateResource,
	name: 'Get',
	value: 'get',
	action: 'Get chat template and its parameters',
	description: 'Get one template with the parameters it needs',
	endpoint: endpoints.templates,
	effect: 'asks',
	fields: [
		{
			...templateField('searchTemplates', 'template'),
			description: 'The template to get',
		},
		simplifyField,
		{
			...filtersField,
			description: 'Conditions the template must also meet; otherwise, the item fails',
		},
	],
	output: ({ data }, item) => {
		const simplify = isOn(item, 'simplify', true);
		return (data.templates as IDataObject[]).map((template) => templateItem(template, simplify));
	},
};
