import type { IDataObject } from 'n8n-workflow';

import { perItemOperations } from './harness/everyOperation';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * n8n pauses while it prepares the requests of many items. An error of an early item must not come
 * up in a pause: nobody listens yet, and n8n would log it, with the phone number it names. Jest fails
 * a test in which a promise is rejected and nobody listens.
 */
const service = serviceForTests();

const manyItems = (item: (index: number) => IDataObject) =>
	Array.from({ length: 30 }, (_, index) => item(index));
const table = perItemOperations.map((operation) => [operation.name, operation] as const);

describe('errors of early items wait', () => {
	it.each(table)('%s: values that are refused', async (_name, { node, parameters }) => {
		const items = manyItems(() => ({}));
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.length).toBeGreaterThanOrEqual(items.length);
	});

	it.each(table)('%s: requests that fail', async (_name, { node, parameters }) => {
		const items = manyItems((index) => ({
			phone: `05011122${String(index).padStart(2, '0')}`,
			text: 'text',
			amount: 1,
			code: '00000',
		}));
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

	it('comes at once when n8n leaves items out', async () => {
		const { node, parameters } = perItemOperations[0];
		const { error } = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: manyItems(() => ({})),
			parameters,
			settings: { executeOnce: true },
		});
		expect(error?.message).toContain('Phone Numbers');
	});

	it('comes although the last item cannot be prepared', async () => {
		const { node, parameters } = perItemOperations[0];
		const { items } = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: manyItems((index) => ({ last: index === 29 })),
			parameters: { ...parameters, message: '={{ $json.last ? $json.no.such.field : "text" }}' },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(items.filter(({ error }) => error !== undefined)).toHaveLength(30);
	});
});
