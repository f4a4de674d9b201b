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

/** How often a run opened the credential, and with which tokens its requests came. */
async function openingsOf({ node, parameters }: Operation, items: IDataObject[], token?: string) {
	const open = jest.spyOn(OneCredential.prototype, 'getDecrypted');
	const before = service.control.requests().length;
	try {
		const credential = { ...service.credential(), ...(token === undefined ? {} : { token }) };
		const settings = { onError: 'continueRegularOutput' } as const;
		await runNode({ node: node(), credential, items, parameters, settings });
		const all = service.control.requests().slice(before);
		// A template is looked up before it is sent; only some operations have no other request.
		const sent = all.filter(({ endpoint }) => endpoint !== 'waTemplates');
		const requests = sent.length > 0 ? sent : all;
		return {
			openings: open.mock.calls.length,
			tokens: requests.map(({ parameters }) => (parameters as IDataObject).token),
		};
	} finally {
		open.mockRestore();
	}
}

// If this fails, rows leave although the run is to stop at what cannot be sent.
it.each(
	everyOperation
		.filter(({ overAllItems, name }) => !overAllItems || name.endsWith('Campaign'))
		.map((operation, index) => [operation, index % 2 === 0 ? 'token' : 'baseUrl'] as const),
)('$name: a credential without a %s for the second item stops all of them', async (each, value) => {
	await each.prepare?.(service);
	const before = service.control.requests().length;
	const whole = service.credential();
	const items = manyItems(3).map((item, i) => ({ ...item, own: i === 1 ? ' ' : whole[value] }));
	const credential = { ...whole, [value]: '={{ $json.own }}' };
	const node = each.node();
	const { error } = await runNode({ node, credential, items, parameters: each.parameters });
	const sent = service.control.requests().slice(before);
	expect(sent.filter(({ endpoint }) => endpoint !== 'waTemplates')).toEqual([]);
	const said = `${error?.message} ${String((error as IDataObject | undefined)?.description)}`;
	expect(said).toMatch(/credential cannot be read for this item: (?:Token|Base URL) is empty/);
});

describe.each(perItemOperations)('$name', (operation) => {
	it('opened no more often for more items', async () => {
		const openings: number[] = [];
		for (const count of [6, 24]) {
			service.control.reset();
			await operation.prepare?.(service);
			const run = await openingsOf(operation, manyItems(count));
			expect(run.tokens.length).toBeGreaterThan(0);
			openings.push(run.openings);
		}
		const [forFew, forMany] = openings;
		expect(forMany).toBe(forFew);
		expect(forFew).toBeLessThan(6);
	});

	it.each([[['other']], [['other', 'another']], [['other', 'same as the first']]])(
		'is sent by the account of each item where its values read the item: %j',
		async (others) => {
			await operation.prepare?.(service);
			const { token } = service.credential();
			const own = [token, ...others.map((each) => (each === 'same as the first' ? token : each))];
			const count = own.length;
			const items = manyItems(count).map((item, i) => ({ ...item, token: own[i] }));
			const { tokens } = await openingsOf(operation, items, '={{ $json.token }}');
			// A template is looked up once for each account, and sent by those that have it.
			const isTemplate = operation.name.endsWith('Send Template');
			const distinct = isTemplate ? tokens : [...tokens].sort();
			const expected = isTemplate ? own.filter((each) => each === token) : [...own].sort();
			expect(distinct).toEqual(expected);
		},
	);
});
