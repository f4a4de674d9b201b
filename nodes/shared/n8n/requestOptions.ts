import type { INodeProperties } from 'n8n-workflow';

import { CONNECTION_SETTINGS } from '../service/connection';

/**
 * How the requests of a node are made, all of them. n8n (2.0 and 2.41) has a setting of this
 * name for declarative nodes and adds none to a node that has `execute`. Delete this when it does.
 */
export const requestOptions: INodeProperties = {
	displayName: 'Request Options',
	name: CONNECTION_SETTINGS,
	type: 'collection',
	isNodeSetting: true,
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Batching',
			name: 'batching',
			placeholder: 'Add Batching',
			type: 'fixedCollection',
			default: { batch: {} },
			options: [
				{
					displayName: 'Batching',
					name: 'batch',
					values: [
						{
							displayName: 'Requests per Batch',
							name: 'batchSize',
							type: 'number',
							noDataExpression: true,
							typeOptions: { minValue: 1 },
							default: 50,
							description: 'How many requests to send without a pause',
						},
						{
							displayName: 'Batch Interval (Ms)',
							name: 'batchInterval',
							type: 'number',
							noDataExpression: true,
							typeOptions: { minValue: 1 },
							default: 1000,
							description: 'Milliseconds between two batches',
						},
					],
				},
			],
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'allowUnauthorizedCerts',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			noDataExpression: true,
			default: '',
			placeholder: 'e.g. http://proxy.example.com:3128',
			description: 'HTTP proxy to send requests through',
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 1 },
			default: 60000,
			description: 'How many milliseconds to wait for a reply before the request counts as lost',
		},
	],
};
