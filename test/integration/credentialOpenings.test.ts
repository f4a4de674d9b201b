// If this fails, large runs become slow: n8n opens the credential for each request.
import type { IDataObject } from 'n8n-workflow';

import { everyOperation, perItemOperations, type Operation } from '../operations';
import { manyItems } from '../operations/items';
import { OneCredential } from './harness/credentials';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Opening the credential costs n8n a query, a decryption and an expression sandbox: it is done as
 * often as its values can differ, not for each request.
 */
const service = serviceForTests();

/** How often a run opened the credential, and how many requests it made. */
async function openingsOf({ node, parameters }: Operation, items: IDataObject[]) {
	const open = jest.spyOn(OneCredential.prototype, 'getDecrypted');
	const before = service.control.requests().length;
	try {
		const credential = service.credential();
		const settings = { onError: 'continueRegularOutput' } as const;
		await runNode({ node: node(), credential, items, parameters, settings });
		const all = service.control.requests().slice(before);
		// A template is looked up before it is sent; only some operations have no other request.
		const sent = all.filter(({ endpoint }) => endpoint !== 'waTemplates');
		const requests = sent.length > 0 ? sent : all;
		return { openings: open.mock.calls.length, requests: requests.length };
	} finally {
		open.mockRestore();
	}
}

// If this fails, rows leave although the run is to stop at what cannot be sent.
it.each(
	everyOperation
		.filter(({ overAllItems, name }) => !overAllItems || name.endsWith('Campaign'))
		.map((operation, index) => {
			const value = index % 2 === 0 ? 'token' : 'baseUrl';
			return { name: operation.name, operation, value, other: index % 4 < 2 ? 1 : 0 } as const;
		}),
)(
	'$name: a credential with another $value for item $other alone stops all of them',
	async ({ operation: each, value, other }) => {
		await each.prepare?.(service);
		const before = service.control.requests().length;
		const whole = service.credential();
		const items = manyItems(3).map((item, i) => ({
			...item,
			own: i === other ? ' ' : whole[value],
		}));
		const credential = { ...whole, [value]: '={{ $json.own }}' };
		const node = each.node();
		const { error } = await runNode({ node, credential, items, parameters: each.parameters });
		const sent = service.control.requests().slice(before);
		expect(sent.filter(({ endpoint }) => endpoint !== 'waTemplates')).toEqual([]);
		const said = `${error?.message} ${String((error as IDataObject | undefined)?.description)}`;
		expect(said).toContain("The credential's values differ from item to item");
	},
);

describe.each(perItemOperations)('$name', (operation) => {
	it('opened no more often for more items', async () => {
		const openings: number[] = [];
		for (const count of [6, 24]) {
			service.control.reset();
			await operation.prepare?.(service);
			const run = await openingsOf(operation, manyItems(count));
			expect(run.requests).toBeGreaterThan(0);
			openings.push(run.openings);
		}
		const [forFew, forMany] = openings;
		expect(forMany).toBe(forFew);
		expect(forFew).toBeLessThan(6);
	});
});
