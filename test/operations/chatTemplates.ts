import type { IDataObject } from 'n8n-workflow';

import { template } from './items';
import { type OperationRow, type RefusedCase, refusal } from './row';
import { switches } from './sending';

const filters: Record<string, string[]> = {
	status: ['filters.status'],
	category: ['filters.category'],
};
const refusedFilters: RefusedCase[] = [
	refusal('filters.status', '={{ "new" }}', 'must be one of APPROVED, DISABLED'),
	refusal('filters.category', '={{ "spam" }}', 'must be one of AUTHENTICATION, MARK'),
];
const authentication = { category: 'AUTHENTICATION', status: '={{ "approved" }}' };
const found = (code: number) => expect.objectContaining({ code }) as IDataObject;

const get: OperationRow = {
	resource: 'template',
	operation: 'get',
	parameters: { template: template('2002') },
	effect: 'asks',
	documented: { template: ['template'], ...filters },
	sends: [
		{ name: 'a template', bodies: [{ template: '2002' }], outputs: [found(2002)] },
		{
			name: 'a template that must have a status and a category',
			parameters: { template: template('2007'), filters: authentication },
			bodies: [{ template: '2007', category: 'AUTHENTICATION', status: 'APPROVED' }],
			outputs: [found(2007)],
		},
	],
	refuses: [
		refusal('template', template('={{ "spring_sale" }}'), /is ".*", which is not a [a-z -]+ code/),
		refusal('template', template('={{ "" }}'), 'is empty or missing'),
		...refusedFilters,
	],
	takesAnything: switches('simplify'),
	toolCalls: [
		{
			byModel: { template: '2002' },
			body: { template: '2002' },
			output: [{ code: 2002, displayName: 'spring_sale', status: 'APPROVED' }],
		},
	],
};

const getAll: OperationRow = {
	resource: 'template',
	operation: 'getAll',
	parameters: {},
	effect: 'asks',
	documented: filters,
	sends: [
		{
			name: 'all of a status and a category',
			parameters: { returnAll: true, filters: authentication },
			bodies: [{ category: 'AUTHENTICATION', status: 'APPROVED' }],
			outputs: [found(2007), found(2018)],
			of: [0, 0],
		},
		{
			name: 'up to a limit',
			parameters: { limit: 2 },
			bodies: [{}],
			outputs: [found(2001), found(2002)],
			of: [0, 0],
		},
	],
	refuses: refusedFilters,
	takesAnything: {
		...switches('simplify', 'returnAll'),
		limit: 'how many of the results come out; what is no number gives none',
	},
	toolCalls: [
		{
			parameters: { limit: 1, filters: { category: 'AUTHENTICATION' } },
			call: {},
			body: { category: 'AUTHENTICATION' },
			output: [{ code: 2007, category: 'AUTHENTICATION' }],
		},
	],
};

/** The rows of the resource Template. */
export const chatTemplateRows: OperationRow[] = [get, getAll];
