// If this fails, a table of contacts arrives incompletely or with wrong results, or a failure hides what was changed.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { reply, serverForTests } from './harness/answering';
import { runNode, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { phones } from './harness/smsCampaign';

const service = serviceForTests({ emptyFields: 'clear', overwriteReply: 'ALREADY_REG' });
const answering = serverForTests();
const run = async (
	operation: string,
	items: IDataObject[],
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		node: new ExtApiContacts(),
		credential: service.credential(),
		items,
		parameters: {
			...{ resource: 'contact', operation, listCode: '1003', recipient: 'phone' },
			...parameters,
		},
		...more,
	});
const two = [{ phone: '0570002233' }, { phone: '0570002234' }];

describe('ExtApi Contacts: addMany and removeMany', () => {
	it('adds numbers without fields together, with a result for each item', async () => {
		await run('addMany', [two[1]]);
		service.control.clearRequests();
		const { items, error } = await run('addMany', [...two, two[0]], {
			options: { overwrite: true, unblock: true },
		});
		expect(error).toBeUndefined();
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233,0570002234', update: 1, unblock: 1 },
		]);
		expect(
			items.map(({ json, pairedItem }) => [json.result, json.added, json.updated, pairedItem]),
		).toEqual([
			// The service may answer an overwrite with OK too; without fields nothing is overwritten.
			['OK', null, false, { item: 0 }],
			['ALREADY_REG', false, false, { item: 1 }],
			['OK', null, false, { item: 2 }],
		]);
	});

	it('sends two spellings of a number once and gives both items its result', async () => {
		const { items } = await run('addMany', [...two, { phone: '+972 57-000-2233' }]);
		expect(service.bodies()).toEqual([{ act: 'add', pid: '1003', list: '0570002233,0570002234' }]);
		const added = { result: 'OK', added: true, registered: true };
		expect(items.map(({ json }) => json)).toMatchObject([added, added, added]);
	});

	it('clears the fields chosen that an item has no value for', async () => {
		const parameters = {
			contactFields: { firstName: '{first_name}' },
			customFields: { data: '{city}' },
			options: { overwrite: true },
		};
		const [dana] = [{ phone: '0570002233', first_name: 'Dana', city: 'Haifa' }];
		await run('addMany', [dana], parameters);
		await run('addMany', [{ ...dana, first_name: '', city: '' }], parameters);
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Dana', data: 'Haifa' });
		service.control.clearRequests();
		const { items } = await run('addMany', [{ ...dana, first_name: 'Noa', city: '' }], {
			...parameters,
			options: { overwrite: true, clearFields: ['data', 'firstName', 'birthday'] },
		});
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233', update: 1, fname: 'Noa', data: '', bd: '' },
		]);
		expect(items[0].json).toMatchObject({ result: 'ALREADY_REG', updated: true });
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Noa' });
	});

	it('refuses a merge field whose column no item has, and wipes nothing', async () => {
		const dana = { phone: '0570002233', first_name: 'Dana' };
		await run('addMany', [dana], { contactFields: { firstName: '{first_name}' } });
		service.control.clearRequests();
		const { error } = await run('addMany', [dana], {
			contactFields: { firstName: '{frist_name}' },
			options: { overwrite: true, clearFields: ['firstName'] },
		});
		expect(error?.message).toMatch(/"frist_name", which no item has/);
		expect(service.bodies()).toEqual([]);
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Dana' });
	});

	it('makes a request for each item with fields, at most so many at once', async () => {
		service.holdBack(2);
		const rows = Array.from({ length: 12 }, (_, index) => ({
			phone: `05700022${index + 10}`,
			n: index === 0 ? '' : `N${index}`,
		}));
		const { items } = await run('addMany', rows, {
			contactFields: { firstName: '{n}' },
			advanced: { requestsAtOnce: 3 },
		});
		expect(service.bodies()).toHaveLength(12);
		expect(service.bodies()[1]).toMatchObject({ act: 'add', pid: '1003', fname: 'N1' });
		expect(service.bodies().filter(({ fname }) => fname === undefined)).toHaveLength(1);
		expect(service.control.ledger().maxConcurrent).toBe(3);
		expect(items.every(({ json }) => json.added === true)).toBe(true);
		expect(service.control.contacts(1003)).toHaveLength(12);
	});

	it('takes 10,000 numbers in one request', async () => {
		const { items } = await run('addMany', phones(10_000));
		expect(service.bodies()).toHaveLength(1);
		expect(items).toHaveLength(10_000);
	});

	it('names items that break a rule before anything leaves', async () => {
		const rows = [...two, { phone: '05' }, { phone: '0570002235', n: 'x'.repeat(21) }];
		const fields = { contactFields: { firstName: '{n}' } };
		const { error } = await run('addMany', rows, fields);
		expect(error?.description).toMatch(/Item 2 \(05\): Phone number "05" isn't a valid/);
		expect(error?.description).toMatch(
			/Item 3 \(0570002235\): Contact Fields break a rule: First Name is longer than 20/,
		);
		expect(service.bodies()).toEqual([]);
		const settings = { onError: 'continueRegularOutput' } as const;
		const { items } = await run('addMany', rows, fields, { settings });
		const results = items.map(({ json }) => json.result ?? 'refused');
		expect(results).toEqual(['OK', 'OK', 'refused', 'refused']);
	});

	it('judges each item by its own options', async () => {
		await run('addMany', two);
		const rows = two.map((row, index) => ({ ...row, overwrite: index === 1, n: 'N' }));
		const { items } = await run('addMany', rows, {
			contactFields: { firstName: '{n}' },
			options: { overwrite: '={{ $json.overwrite }}' },
		});
		expect(items.map(({ json }) => json.updated)).toEqual([false, true]);
	});
});

describe('Add Many and Remove Many with "Retry On Fail"', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const rows = [1, 2, 3].map((n) => ({ phone: `057000223${n}`, n: `N${n}` }));
	const withFields = { contactFields: { firstName: '{n}' }, advanced: { requestsAtOnce: 1 } };

	it.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
		'keeps the results of what was handled, on error %s',
		async (onError) => {
			service.control.addFaults([
				{ kind: 'plainError', endpoint: 'poolMembers', nth: 1, description: 'try later' },
			]);
			const { items, error } = await run('addMany', rows, withFields, {
				settings: { ...retry, onError },
			});
			expect(error).toBeUndefined();
			const asked = service.bodies().map(({ list }) => String(list));
			expect(asked.sort()).toEqual(['0570002231', '0570002231', '0570002232', '0570002233']);
			expect(items.map(({ json }) => [json.phone, json.result, json.added])).toEqual(
				rows.map(({ phone }) => [phone, 'OK', true]),
			);
		},
	);

	it('removes no one twice', async () => {
		await run('addMany', rows);
		service.control.addFaults([
			{ kind: 'plainError', match: { act: 'del', pid: '1002' }, nth: 1, description: 'try later' },
		]);
		const lists = rows.map((row, index) => ({ ...row, pid: index === 2 ? '1002' : '1003' }));
		const own = { listCode: '={{ $json.pid }}' };
		const { items } = await run('removeMany', lists, own, { settings: retry });
		expect(items.map(({ json }) => json.result)).toEqual(['OK', 'OK', 'NOT_REG']);
		expect(items.map(({ json }) => json.removed)).toEqual([true, true, false]);
	});

	it.each([
		['addMany', 'ALREADY_REG', { updated: false, blocked: false, registered: true }],
		['removeMany', 'NOT_REG', {}],
	])('says what a lost answer leaves open: %s', async (operation, result, open) => {
		if (operation === 'removeMany') await run('addMany', two);
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'poolMembers', nth: 1 }]);
		const { items } = await run(operation, two, {}, { settings: retry });
		expect(items.map(({ json }) => json)).toEqual(
			two.map(({ phone }) => ({
				phone,
				result,
				...open,
				note: expect.stringContaining('lost') as string,
			})),
		);
	});

	it('names an unknown outcome, what was handled, and that running again is safe', async () => {
		service.control.addFaults([
			{ kind: 'resetAfter', endpoint: 'poolMembers', match: { list: '0570002232' } },
		]);
		const { error } = await run('addMany', rows, withFields);
		expect(error?.message).toMatch(/^The outcome is unknown/);
		expect(error?.description).toMatch(/Run again: making it a second time does no harm/);
		expect(error?.context).toMatchObject({
			accepted: [{ rows: [{ item: 0 }, { item: 2 }], count: 2 }],
			unknown: [{ rows: [{ item: 1 }], count: 1 }],
		});
		expect(error?.context?.itemIndex).toBe(1);
	});

	it('asks no further when every request is refused, as with a wrong token', async () => {
		const many = Array.from({ length: 300 }, (_, index) => ({
			...rows[0],
			phone: `0501${100_000 + index}`,
		}));
		service.control.addFaults([{ kind: 'plainError', endpoint: 'poolMembers', times: 1_000 }]);
		const { error } = await run('addMany', many, withFields);
		expect(service.bodies().length).toBeLessThanOrEqual(40);
		expect(error?.context).toMatchObject({ counts: { accepted: 0 } });
	});

	it('does not mix up the runs of a loop', async () => {
		const { items } = await run('addMany', [...two, ...two], {}, { loopOver: 2, settings: retry });
		expect(items.map(({ json }) => json.result)).toEqual([
			'OK',
			'OK',
			'ALREADY_REG',
			'ALREADY_REG',
		]);
	});
});

describe('Add Many on error: continue', () => {
	const rows = [
		{ phone: '0570002233', name: 'Dana', list: '1003' },
		{ phone: '0570002234', name: 'Noa', list: '' },
		{ phone: '0570002235', name: 'Avi', list: '1003' },
	];
	/** Fails for the second row: n8n throws for a node that does not exist, and for little else. */
	const failing = (expression: string) =>
		`={{ $json.name === 'Noa' ? $('No such node').first().json.x : ${expression} }}`;

	it.each([
		['List Code', { listCode: failing('$json.list') }],
		['Phone Column', { recipient: failing('$json.phone') }],
		['a contact field', { contactFields: { firstName: failing('$json.name') } }],
		['an option', { options: { unblock: failing('true') } }],
	])('an expression of one row that fails leaves the others: %s', async (_name, parameters) => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			service.control.reset();
			const { run: finished } = await run('addMany', rows, parameters, { settings: { onError } });
			const [data] = finished.data.resultData.runData['Node under test'];
			const [main, errors = []] = data.data!.main;
			expect(service.control.contacts(1003).map(({ phone }) => phone)).toEqual([
				'0570002233',
				'0570002235',
			]);
			const failed = onError === 'continueErrorOutput' ? errors! : [main![1]];
			expect(main).toHaveLength(onError === 'continueErrorOutput' ? 2 : 3);
			expect(failed).toHaveLength(1);
			expect(failed[0].json).toMatchObject(rows[1]);
			expect(failed[0].json.error).toEqual(expect.any(String));
			expect(failed[0].pairedItem).toEqual({ item: 1 });
		}
	});

	const unreadable = {
		baseUrl: 'http://127.0.0.1:1',
		get token(): string {
			throw new Error('the credential cannot be decrypted');
		},
	};
	it.each([
		['continueRegularOutput', 'has no address', { baseUrl: 'no address', token: 'x' }],
		['continueErrorOutput', 'has no address', { baseUrl: 'no address', token: 'x' }],
		['continueRegularOutput', 'cannot be read', unreadable],
		['continueErrorOutput', 'cannot be read', unreadable],
	] as const)(
		'every row is an error item, on error %s, when the credential %s',
		async (onError, _what, credential) => {
			const more = { settings: { onError }, credential };
			const { run: finished } = await run('addMany', rows, {}, more);
			const outputs = finished.data.resultData.runData['Node under test'][0].data!.main;
			const items = outputs[onError === 'continueErrorOutput' ? 1 : 0]!;
			expect(items.map(({ json }) => ({ ...json, error: typeof json.error }))).toEqual(
				rows.map((row) => ({ ...row, error: 'string' })),
			);
			if (onError === 'continueErrorOutput') expect(outputs[0] ?? []).toEqual([]);
		},
	);

	it('a request that fails keeps its rows, and the others are handled', async () => {
		service.control.addFaults([
			{ kind: 'http500', endpoint: 'poolMembers', match: { fname: 'Noa' } },
		]);
		const settings = { onError: 'continueRegularOutput' } as const;
		const own = { contactFields: { firstName: '{name}' } };
		const { items } = await run('addMany', rows, own, { settings });
		expect(items.map(({ json }) => json.result ?? json.name)).toEqual(['OK', 'Noa', 'OK']);
		expect(items[1].json.error).toMatch(/^The outcome is unknown.*HTTP status 500.*Run again/);
	});
});

it('Add Many claims no success for a reply that leaves open what was done', async () => {
	answering.answer(reply({ BLOCKED: ['0509998877'] }));
	const credential = answering.credential();
	const { error } = await run('addMany', two, {}, { credential });
	expect(error?.message).toMatch(/The outcome is unknown: the service answered with a reply in/);
	const settings = { onError: 'continueRegularOutput' } as const;
	const { items } = await run('addMany', two, {}, { credential, settings });
	expect(items.map(({ json }) => [json.phone, typeof json.error])).toEqual(
		two.map(({ phone }) => [phone, 'string']),
	);
});
