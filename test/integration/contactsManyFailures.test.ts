// If this fails, after a failure contacts are lost, or claimed that were not changed.
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { contactRuns } from './harness/contactRuns';
import { reply, serverForTests } from './harness/answering';
import type { NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Add Many and Remove Many when something fails: no one lost, nothing claimed that was not done. */
const service = serviceForTests();
const run = contactRuns(service);
const two = [{ phone: '0570002233' }, { phone: '0570002234' }];

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

describe('Add Many and the reply', () => {
	const answering = serverForTests();
	const answered = async (text: string | IDataObject, more: Partial<NodeRunOptions> = {}) => {
		answering.answer(text);
		return await run('addMany', two, {}, { credential: answering.credential(), ...more });
	};
	const results = ({ items }: { items: INodeExecutionData[] }) =>
		items.map(({ json }) => json.result);

	it.each([
		['plain OK', 'OK', ['OK', 'OK']],
		['a plain reason', 'ALREADY_REG 0570002234', ['OK', 'ALREADY_REG']],
		['a plain reason in lower case', 'blocked 0570002234', ['OK', 'BLOCKED']],
		[
			'a plain reason that comes twice',
			'BLOCKED 0570002234\nBLOCKED 0570002233',
			['BLOCKED', 'BLOCKED'],
		],
		['a reason in lower case', reply({ blocked: ['0570002234'] }), ['OK', 'BLOCKED']],
		['a reason as a sentence', reply({ 'Already reg': ['0570002234'] }), ['OK', 'ALREADY_REG']],
		['what names no number', reply({ total: 2, note: 'two' }), ['OK', 'OK']],
		['another spelling', reply({ BLOCKED: ['+972-57-0002233'] }), ['BLOCKED', 'OK']],
		['JSON numbers', reply({ NOT_REG: [570002233] }), ['NOT_REG', 'OK']],
		['a list as an object', reply({ ACTION_ERROR: { 1: '972570002234' } }), ['OK', 'ACTION_ERROR']],
		['empty lists', reply({ ACTION_ERROR: [], BLOCKED: null }), ['OK', 'OK']],
	])('reads %s', async (_name, text, expected) => {
		expect(results(await answered(text))).toEqual(expected);
	});

	it.each([
		['a word that is documented nowhere', 'MAINTENANCE'],
		['a reason that is documented nowhere', reply({ INVALID: ['0570002233'] })],
		['an unknown reason in lower case', reply({ invalid: ['0570002233'] })],
		['an unknown reason for one number', reply({ notAdded: '0570002233' })],
		['an unknown reason whose list cannot be read', reply({ skipped: [{ id: 7 }] })],
		['an unknown plain reason in lower case', 'skipped 0570002233'],
		['a reason without numbers', 'BLOCKED'],
		['numbers no one sent', reply({ BLOCKED: ['0509998877'] })],
		['two reasons for one number', reply({ BLOCKED: ['0570002233'], NOT_REG: ['0570002233'] })],
		['another word in JSON', reply({}, 'QUEUED')],
	])('claims no success for %s', async (_name, text) => {
		const { error } = await answered(text);
		expect(error?.message).toMatch(/The outcome is unknown: the service answered with a reply in/);
		const continued = await answered(text, { settings: { onError: 'continueRegularOutput' } });
		expect(continued.items.map(({ json }) => [json.phone, typeof json.error])).toEqual(
			two.map(({ phone }) => [phone, 'string']),
		);
	});
});
