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
const fields = { firstName: 'Dana' };
const overwrite = { overwrite: true };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

describe('ExtApi Contacts: Add', () => {
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

	it('says that a reply for another number leaves it open what was done', async () => {
		answering.answer(reply({ BLOCKED: ['0509998877'] }));
		const { items, error } = await run('add', {}, { credential: answering.credential() });
		expect(error?.message).toMatch(/outcome is unknown/);
		expect(items).toEqual([]);
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
