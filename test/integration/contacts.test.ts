// If this fails, a contact is called added, updated or removed when it was not, or a table of them arrives incompletely.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { siteForTests } from '../site';
import { failureOf, runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** What each output claims of contacts, against what the service did or may have done: one by one, and many at once. */
const service = serviceForTests({ emptyFields: 'clear', overwriteReply: 'ALREADY_REG' });
/** A service that answers for a contact that no one asked for. */
const ofOthers = siteForTests((request, response) => {
	const data = { BLOCKED: ['0509998877'], remoteIP: '127.0.0.1' };
	request
		.resume()
		.on('end', () => response.end(JSON.stringify({ status: 1, message: 'OK', data })));
});
const two = [{ phone: '0570002233' }, { phone: '0570002234' }];
const run = async (
	operation: string,
	parameters: INodeParameters = {},
	{ items = two.slice(0, 1), ...more }: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		node: new ExtApiContacts(),
		credential: service.credential(),
		items,
		parameters: {
			...{ resource: 'contact', operation, listCode: '1003' },
			...(operation.endsWith('Many') ? { recipient: 'phone' } : { phone: '={{ $json.phone }}' }),
			...parameters,
		},
		...more,
	});
const fields = { firstName: 'Dana' };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continues = { onError: 'continueRegularOutput' } as const;
const jsons = ({ items }: Awaited<ReturnType<typeof run>>) => items.map(({ json }) => json);
const contacts = () => service.control.contacts(1003);

describe('many contacts', () => {
	it('without fields go together, two spellings of a number once, with a result for each item', async () => {
		await run('add', {}, { items: two.slice(1) });
		service.control.clearRequests();
		const items = [...two, { phone: '+972 57-000-2233' }];
		const options = { overwrite: true, unblock: true };
		const result = await run('addMany', { options }, { items });
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233,0570002234', update: 1, unblock: 1 },
		]);
		expect(
			result.items.map(({ json, pairedItem }) => [json.result, json.registered, pairedItem]),
		).toEqual([
			['OK', true, { item: 0 }],
			['ALREADY_REG', true, { item: 1 }],
			['OK', true, { item: 2 }],
		]);
	});

	it('with fields have a request each, at most so many at once', async () => {
		service.holdBack(2);
		const items = Array.from({ length: 12 }, (_, index) => ({
			phone: `05700022${index + 10}`,
			n: index === 0 ? '' : `N${index}`,
		}));
		const parameters = {
			contactFields: { firstName: '{n}' },
			advanced: { requestsAtOnce: 3 },
		};
		const result = await run('addMany', parameters, { items });
		expect(service.bodies()).toHaveLength(12);
		expect(service.bodies()[1]).toMatchObject({ act: 'add', pid: '1003', fname: 'N1' });
		expect(service.bodies().filter(({ fname }) => fname === undefined)).toHaveLength(1);
		expect(service.control.ledger().maxConcurrent).toBe(3);
		expect(jsons(result).every(({ registered }) => registered === true)).toBe(true);
		expect(contacts()).toHaveLength(12);
	});

	it('that break a rule are named before anything leaves, and keep back no others', async () => {
		const items = [...two, { phone: '05' }, { phone: '0570002235', n: 'x'.repeat(21) }];
		const named = { contactFields: { firstName: '{n}' } };
		const { error } = await run('addMany', named, { items });
		expect(error?.description).toMatch(/Item 2 \(05\): Phone number "05" isn't a valid/);
		expect(error?.description).toMatch(/Item 3 \(0570002235\): First Name is longer than 20/);
		expect(service.bodies()).toEqual([]);
		const result = await run('addMany', named, { items, settings: continues });
		const results = jsons(result).map((json) => json.result ?? 'refused');
		expect(results).toEqual(['OK', 'OK', 'refused', 'refused']);
	});

	const rows = ['Dana', 'Noa', 'Avi'].map((name, index) => ({ phone: `057000223${index}`, name }));
	const failing = "={{ $json.name === 'Noa' ? $('No such node').first().json.x : 'x' }}";

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'leave out one whose expression fails, and its item says so: %s',
		async (onError) => {
			const own = { contactFields: { firstName: failing } };
			const { run: finished } = await run('addMany', own, { items: rows, settings: { onError } });
			const [main, errors] = finished.data.resultData.runData['Node under test'][0].data!.main;
			expect(contacts().map(({ phone }) => phone)).toEqual([rows[0].phone, rows[2].phone]);
			const failed = onError === 'continueErrorOutput' ? errors! : [main![1]];
			expect(main).toHaveLength(onError === 'continueErrorOutput' ? 2 : 3);
			expect(failed).toMatchObject([
				{ json: { ...rows[1], error: expect.any(String) }, pairedItem: { item: 1 } },
			]);
		},
	);

	it('whose request fails keep their rows, and the others are handled', async () => {
		service.control.addFaults([
			{ kind: 'http500', endpoint: 'poolMembers', match: { fname: 'Noa' } },
		]);
		const own = { contactFields: { firstName: '{name}' } };
		const { items } = await run('addMany', own, { items: rows, settings: continues });
		expect(items.map(({ json }) => json.result ?? json.name)).toEqual(['OK', 'Noa', 'OK']);
		expect(items[1].json.error).toMatch(/^The outcome is unknown.*HTTP status 500.*Run again/);
	});

	it('name an unknown outcome, what was handled, and that running again is safe', async () => {
		service.control.addFaults([
			{ kind: 'resetAfter', endpoint: 'poolMembers', match: { fname: 'Noa' } },
		]);
		const own = { contactFields: { firstName: '{name}' } };
		const { error } = await run('addMany', own, { items: rows });
		expect(error?.description).toMatch(/Run again: making it a second time does no harm/);
		expect(error?.context).toMatchObject({
			accepted: [{ rows: [{ item: 0 }, { item: 2 }], count: 2 }],
			unknown: [{ rows: [{ item: 1 }], count: 1 }],
			itemIndex: 1,
		});
	});

	it('ask no further when every request is refused, as with a wrong token', async () => {
		const items = Array.from({ length: 300 }, (_, index) => ({ phone: `0501${100_000 + index}` }));
		service.control.addFaults([{ kind: 'plainError', endpoint: 'poolMembers', times: 1_000 }]);
		const { error } = await run('addMany', { contactFields: fields }, { items });
		expect(service.bodies().length).toBeLessThanOrEqual(40);
		expect(error?.context).toMatchObject({ counts: { accepted: 0 } });
	});
});

it.each(['add', 'addMany'])('%s leaves open what a reply for others leaves open', async (name) => {
	const credential = { ...service.credential(), baseUrl: ofOthers() };
	const { error, items } = await run(name, {}, { credential });
	expect(error?.message).toMatch(/outcome is unknown/);
	expect(items).toEqual([]);
	const told = await run(name, {}, { credential, settings: continues });
	expect(told.items.map(failureOf)).toEqual([expect.stringMatching(/outcome is unknown/)]);
});

describe('with "Retry On Fail"', () => {
	const items = [...two, { phone: '0570002235' }];

	it.each<[string, IDataObject]>([
		['add', {}],
		['remove', {}],
		['addMany', { contactFields: fields, advanced: { requestsAtOnce: 1 } }],
	])('%s keeps the results of what was handled', async (operation, own) => {
		if (operation === 'remove') await run('addMany', {}, { items });
		service.control.clearRequests();
		service.control.addFaults([
			{ kind: 'plainError', match: { list: '0570002234' }, nth: 1, description: 'try later' },
		]);
		const result = await run(operation, own as INodeParameters, { items, settings: retry });
		expect(jsons(result).map((json) => json.result)).toEqual(items.map(() => 'OK'));
		expect(service.bodies()).toHaveLength(4);
	});

	it('Remove Many removes no one twice', async () => {
		await run('addMany', {}, { items });
		service.control.addFaults([
			{ kind: 'plainError', match: { act: 'del', pid: '1002' }, nth: 1, description: 'try later' },
		]);
		const lists = items.map((row, index) => ({ ...row, pid: index === 2 ? '1002' : '1003' }));
		const own = { listCode: '={{ $json.pid }}' };
		const result = await run('removeMany', own, { items: lists, settings: retry });
		expect(jsons(result).map((json) => json.result)).toEqual(['OK', 'OK', 'NOT_REG']);
	});

	it.each([
		['add', 'ALREADY_REG', true],
		['removeMany', 'NOT_REG', false],
	])('%s finds done what a lost answer left open', async (operation, result, registered) => {
		if (operation === 'removeMany') await run('add');
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'poolMembers', nth: 1 }]);
		expect(jsons(await run(operation, {}, { settings: retry }))).toEqual([
			{ outcome: 'accepted', phone: '0570002233', result, registered, blocked: false },
		]);
	});
});
