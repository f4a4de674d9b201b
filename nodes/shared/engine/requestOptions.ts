import type { INodeProperties, IWebhookResponseData } from 'n8n-workflow';

/** Items n8n prepares without a pause; about 2 ms each, more in a fresh process. */
const BATCH_SIZE = 10;

/** Longer than checking the prepared items takes: else the pause is over before n8n reads from a connection. */
const BATCH_INTERVAL_MS = 10;

/**
 * How the requests of per-item operations are made. n8n puts a setting of its own in the place of
 * this one, except in nodes with a `webhook` method: those without a webhook have {@link noWebhook}.
 *
 * By default items go out in small batches: n8n prepares the requests of a batch without a pause,
 * and its event loop would stand still for seconds with many items.
 *
 * Seen in 1.123, 2.0 and 2.41 (`applyDeclarativeNodeOptionParameters`). Delete this, and {@link
 * noWebhook}, when n8n's own setting has default batches and can be hidden by operation.
 *
 * @param collective operations that look at all items at once, which it does not concern
 */
export function requestOptions(collective: string[] = []): INodeProperties {
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		isNodeSetting: true,
		placeholder: 'Add option',
		default: {
			batching: { batch: { batchSize: BATCH_SIZE, batchInterval: BATCH_INTERVAL_MS } },
		},
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
								default: BATCH_SIZE,
								description: 'How many items are prepared without a pause',
							},
							{
								displayName: 'Batch Interval (Ms)',
								name: 'batchInterval',
								type: 'number',
								typeOptions: { minValue: 1 },
								default: BATCH_INTERVAL_MS,
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

/** Has n8n leave a node's {@link requestOptions} alone. Nothing calls it: the node's description names no webhook. */
export async function noWebhook(): Promise<IWebhookResponseData> {
	return { noWebhookResponse: true };
}
