import type { IDataObject } from 'n8n-workflow';

import { manyItems, perItemOperations } from './harness/everyOperation';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * n8n pauses while it prepares the requests of many items. An error of an early item must not come
 * up in a pause: nobody listens yet, and n8n would log it, with the phone number it names. Jest fails
 * a test in which a promise is rejected and nobody listens.
 */
const service = serviceForTests();

const items = manyItems(30);
const emptyItems: IDataObject[] = items.map(() => ({}));

describe('errors of early items wait', () => {
	it.each(perItemOperations)('$name: values that are refused', async ({ node, parameters }) => {
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.length).toBeGreaterThanOrEqual(items.length);
	});

	it.each(perItemOperations)('$name: requests that fail', async ({ node, parameters }) => {
		const unreachable = { ...service.credential('demo-token-full'), baseUrl: 'http://127.0.0.1:1' };
		const result = await runNode({
			node: node(),
			credential: unreachable,
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.filter(({ error }) => error !== undefined)).toHaveLength(items.length);
	});

	it('also through pauses that a person made long', async () => {
		const { node, parameters } = perItemOperations[0];
		const slowly = { batching: { batch: { batchSize: 15, batchInterval: 600 } } };
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters: { ...parameters, requestOptions: slowly },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items).toHaveLength(items.length);
	});

	it('comes at once when n8n leaves items out', async () => {
		const { node, parameters } = perItemOperations[0];
		const { error } = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters,
			settings: { executeOnce: true },
		});
		expect(error?.message).toContain('Phone Numbers');
	});

	it('comes although the last item cannot be prepared', async () => {
		const { node, parameters } = perItemOperations[0];
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems.map((_, index) => ({ last: index === items.length - 1 })),
			parameters: { ...parameters, message: '={{ $json.last ? $json.no.such.field : "text" }}' },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.filter(({ error }) => error !== undefined)).toHaveLength(items.length);
	});
});
