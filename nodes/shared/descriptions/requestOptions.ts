import type { INodeProperties } from 'n8n-workflow';

/**
 * How the requests of per-item operations are made. n8n adds this setting to declarative nodes by
 * itself, but not to those that have a webhook, as nodes that wait do.
 *
 * By default items go out in small batches: n8n prepares the requests of a batch without a pause,
 * and its event loop would stand still for seconds with many items.
 *
 * @param collective operations that look at all items at once, which it does not concern
 */
export function requestOptions(collective: string[]): INodeProperties {
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		isNodeSetting: true,
		placeholder: 'Add option',
		default: { batching: { batch: { batchSize: 20, batchInterval: 1 } } },
		displayOptions: { hide: { operation: collective } },
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
								displayName: 'Items per Batch',
								name: 'batchSize',
								type: 'number',
								typeOptions: { minValue: 1 },
								default: 20,
								description: 'How many items are prepared without a pause',
							},
							{
								displayName: 'Batch Interval (Ms)',
								name: 'batchInterval',
								type: 'number',
								typeOptions: { minValue: 1 },
								default: 1,
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
				default: '',
				placeholder: 'e.g. http://proxy.example.com:3128',
				description: 'HTTP proxy to send requests through',
			},
			{
				displayName: 'Timeout',
				name: 'timeout',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 60000,
				description: 'Milliseconds after which a request without an answer counts as lost',
			},
		],
	};
}
