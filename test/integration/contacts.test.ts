// If this fails, a contact is called added, updated or removed when it was not.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { reply, serverForTests } from './harness/answering';
import { runNode, sentencesOf, type NodeRunOptions } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Add, Remove and Check: what each output claims, against what the service did or may have done. */
const service = serviceForTests({ emptyFields: 'clear', overwriteReply: 'ALREADY_REG' });
const answering = serverForTests();
const run = async (
	operation: string,
	parameters: INodeParameters = {},
	more: Partial<NodeRunOptions> = {},
) =>
	await runNode({
		node: new ExtApiContacts(),
		credential: service.credential(),
		parameters: {
			...{ resource: 'contact', operation, listCode: '1003' },
			[operation === 'check' ? 'phone' : 'phoneNumbers']: '0570002233',
			...parameters,
		},
		...more,
	});
const answered = async (
	text: string | IDataObject,
	operation: string,
	parameters: INodeParameters = {},
) => {
	answering.answer(text);
	return await run(operation, parameters, { credential: answering.credential() });
};
const fields = { firstName: 'Dana' };
const overwrite = { overwrite: true };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('ExtApi Contacts: Add', () => {
	const alreadyThere = reply({ ALREADY_REG: ['0570002233'] });
	it.each([
		// Not registered before: the service says OK, and nothing can have been overwritten.
		['OK', {}, 'OK', { result: 'OK', added: true, updated: false, registered: true }],
		['OK', fields, 'OK', { result: 'OK', added: true, updated: false }],
		// With "Overwrite Existing Data", OK may mean either.
		['OK', fields, reply(), { result: 'OK', added: undefined, updated: undefined }, overwrite],
		['OK', {}, reply(), { result: 'OK', added: undefined, updated: false }, overwrite],
		['OK', fields, reply(), { result: 'OK', added: true, updated: false }, { overwrite: false }],
		['there', fields, alreadyThere, { added: false, updated: true }, overwrite],
		['there', {}, alreadyThere, { added: false, updated: false }, overwrite],
		['there', fields, alreadyThere, { added: false, updated: false }, { overwrite: false }],
		['there', fields, alreadyThere, { added: false, updated: false, registered: true }],
		[
			...['blocked', fields, reply({ BLOCKED: ['0570002233'] })],
			{ added: false, updated: false, blocked: true, registered: false },
			{ overwrite: true, unblock: true },
		],
		[
			...['failed', fields, reply({ ACTION_ERROR: ['0570002233'] })],
			{ added: false, updated: false, blocked: false, registered: undefined },
			overwrite,
		],
	] as Array<[string, INodeParameters, string | IDataObject, IDataObject, INodeParameters?]>)(
		'%s with fields %j',
		async (_name, contactFields, text, output, options = {}) => {
			const { items } = await answered(text, 'add', { contactFields, options });
			expect(items).toHaveLength(1);
			const [{ json }] = items;
			const said = Object.keys(output).map((name) => [name, json[name]]);
			expect([json.phone, Object.fromEntries(said)]).toEqual(['0570002233', output]);
		},
	);

	it('never says updated for several numbers, whose fields the service ignores', async () => {
		const phoneNumbers = '0570002233,0570002234,0570002235';
		const { items } = await answered(
			reply({ ALREADY_REG: ['0570002233'], ACTION_ERROR: ['0570002234'] }),
			'add',
			{ phoneNumbers, options: { overwrite: true } },
		);
		expect(items.map(({ json }) => [json.result, json.added, json.updated])).toEqual([
			['ALREADY_REG', false, false],
			['ACTION_ERROR', false, false],
			['OK', null, false],
		]);
	});

	it('empties the fields chosen that have no value', async () => {
		await run('add', {
			contactFields: { ...fields, lastName: 'Levi' },
			customFields: { data: 'Haifa' },
		});
		service.control.clearRequests();
		const { items } = await run('add', {
			contactFields: { firstName: 'Noa', lastName: '' },
			customFields: { data: '' },
			options: { overwrite: true, clearFields: ['firstName', 'lastName'] },
		});
		expect(service.bodies()).toEqual([
			{ act: 'add', pid: '1003', list: '0570002233', fname: 'Noa', update: 1, lname: '' },
		]);
		expect(items[0].json).toMatchObject({ result: 'ALREADY_REG', updated: true });
		expect(service.control.contacts(1003)[0].fields).toEqual({ fname: 'Noa', data: 'Haifa' });
	});

	it.each<[IDataObject, string, string?]>([
		[{ clearFields: ['data'] }, "works only together with 'Overwrite"],
		[{ overwrite: false, clearFields: ['data'] }, "works only together with 'Overwrite"],
		[
			{ ...overwrite, clearFields: ['data'] },
			'can be set only when adding exactly one number',
			'0570002233,0570002234',
		],
		[
			{ ...overwrite, clearFields: '={{ ["data", "city"] }}' },
			'contains "city", which isn\'t a contact field',
		],
	])('refuses %j: Clear Fields %s', async (options, says, phoneNumbers = '0570002233') => {
		const { error } = await run('add', { options, phoneNumbers } as INodeParameters);
		expect(sentencesOf(error).full).toMatch(new RegExp(`^Clear Fields ${says}`));
		expect(service.bodies()).toEqual([]);
	});

	it.each([
		['MAINTENANCE', /outcome is unknown/],
		[reply({ INVALID: ['0570002233'] }), /outcome is unknown/],
		[reply({ BLOCKED: ['0509998877'] }), /outcome is unknown/],
	])('claims no success for the reply %j', async (text, message) => {
		const { items, error } = await answered(text, 'add');
		expect(error?.message).toMatch(message);
		expect(items).toEqual([]);
	});
});

describe('ExtApi Contacts: Remove', () => {
	it.each([
		['OK', { result: 'OK', removed: true }],
		[reply({ NOT_REG: ['972570002233'] }), { result: 'NOT_REG', removed: false }],
		['BLOCKED 0570002233', { result: 'BLOCKED', removed: false }],
		[reply({ ACTION_ERROR: ['0570002233'] }), { result: 'ACTION_ERROR', removed: false }],
	])('%j', async (text, output) => {
		const { items } = await answered(text, 'remove');
		expect(items.map(({ json }) => json)).toEqual([{ phone: '0570002233', ...output }]);
	});

	it('leaves a blocked contact and says so', async () => {
		const { items } = await run('remove', { listCode: '1001', phoneNumbers: '0570011023' });
		expect(items[0].json).toEqual({ phone: '0570011023', result: 'BLOCKED', removed: false });
		expect(service.control.contacts(1001).some(({ phone }) => phone === '0570011023')).toBe(true);
	});
});

describe('ExtApi Contacts: Check', () => {
	it.each([
		['REG', { result: 'REG', registered: true, blocked: false }],
		['BLOCKED', { result: 'BLOCKED', registered: false, blocked: true }],
		['NOT_REG', { result: 'NOT_REG', registered: false, blocked: false }],
	])('%s, in JSON and plain', async (word, output) => {
		for (const text of [word, reply({}, word)]) {
			const { items } = await answered(text, 'check');
			expect(items[0].json).toEqual({ phone: '0570002233', ...output });
		}
	});
});

describe('Add and Remove with "Retry On Fail"', () => {
	const items = ['0570002233', '0570002234', '0570002235'].map((phone) => ({ phone }));
	const perItem = { phoneNumbers: '={{ $json.phone }}' };

	it.each([
		['add', 'added'],
		['remove', 'removed'],
	])('%s keeps the results of what was handled', async (operation, told) => {
		if (operation === 'remove') {
			await run('add', { phoneNumbers: items.map(({ phone }) => phone).join(',') });
		}
		service.control.clearRequests();
		service.control.addFaults([
			{ kind: 'plainError', match: { list: '0570002234' }, nth: 1, description: 'try later' },
		]);
		const result = await run(operation, perItem, { items, settings: retry });
		expect(result.items.map(({ json }) => [json.result, json[told]])).toEqual(
			items.map(() => ['OK', true]),
		);
		expect(service.bodies()).toHaveLength(4);
	});

	it.each([
		['add', 'ALREADY_REG', { updated: false, blocked: false, registered: true }],
		['remove', 'NOT_REG', {}],
	])('%s says what a lost answer leaves open', async (operation, result, open) => {
		if (operation === 'remove') await run('add');
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'poolMembers', nth: 1 }]);
		const { items: outputs } = await run(operation, {}, { settings: retry });
		expect(outputs.map(({ json }) => json)).toEqual([
			{ phone: '0570002233', result, ...open, note: expect.stringContaining('lost') as string },
		]);
	});
});
