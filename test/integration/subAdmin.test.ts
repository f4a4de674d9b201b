// If this fails, a balance is claimed that the service never named.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { reply, serverForTests } from './harness/answering';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Balances: a number only where the service named one, a change only where it made one. */
const service = serviceForTests();
const answering = serverForTests();
const run = async (
	operation: string,
	parameters: INodeParameters = {},
	credential = service.credential(),
) =>
	await runNode({
		node: new ExtApiSubAdmin(),
		credential,
		parameters: { resource: 'balance', operation, subAdminCode: '501', ...parameters },
	});
const answered = async (text: string | IDataObject, operation: string) => {
	answering.answer(text);
	return await run(operation, {}, answering.credential());
};

/** Replies that name no balance, in every way they may not. */
const withoutBalance: Array<string | IDataObject> = [
	'OK',
	'OK credit',
	'MAINTENANCE',
	{ status: 1 },
	reply(),
	reply({ credit: null }),
	reply({ credit: '' }),
	reply({ credit: 'NaN' }),
	reply({ credit: false }),
	reply({ credit: [] }),
	reply({ credit: 1.5 }),
	reply({ credit: 7 }, 'QUEUED'),
];

describe('ExtApi Sub-Admin: Balance: Get', () => {
	it.each([
		['OK 12', 12],
		[reply({ credit: 12 }), 12],
		[reply({ credit: '12' }), 12],
		[reply({ credit: 0 }), 0],
		[reply({ credit: -3 }), -3],
	])('reads %j', async (text, balance) => {
		const { items } = await answered(text, 'get');
		expect(items.map(({ json }) => json)).toEqual([{ subAdminCode: '501', balance }]);
	});

	it.each(['PRICE_CHANGED', reply({}, 'PRICE_CHANGED')])('puts %j out as data', async (text) => {
		const { items, error } = await answered(text, 'get');
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual([
			{
				...{ subAdminCode: '501', result: 'PRICE_CHANGED' },
				meaning: expect.stringMatching(/pricing changed/) as string,
			},
		]);
	});

	it.each(withoutBalance)('makes no balance of %j', async (text) => {
		const { items, error } = await answered(text, 'get');
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/no usable answer/);
	});
});

describe('ExtApi Sub-Admin: Balance: Update', () => {
	it.each([
		['OK 12', 12],
		[reply({ credit: '12' }), 12],
	])('reads %j', async (text, balance) => {
		const { items } = await answered(text, 'update');
		expect(items.map(({ json }) => json)).toEqual([
			{
				...{ result: 'OK', updated: true, subAdminCode: '501', balance },
				...{ balanceType: 'sms', change: 'add', amount: 1 },
			},
		]);
	});

	it.each([
		['PRICE_CHANGED', /pricing changed/],
		['AMOUNT_MISMATCH', /fewer messages than the amount to subtract/],
		['NOT_ENOUGH_CREDIT', /fewer messages than the amount to add/],
	])('puts %s out as data: nothing was changed', async (word, meaning) => {
		for (const text of [word, reply({}, word), reply({ credit: null }, word)]) {
			const { items } = await answered(text, 'update');
			expect(items.map(({ json }) => json)).toEqual([
				{
					result: word,
					...{ updated: false, subAdminCode: '501' },
					...{ balanceType: 'sms', change: 'add', amount: 1 },
					meaning: expect.stringMatching(meaning) as string,
				},
			]);
		}
	});

	it('gives the balance where the service names it beside the word', async () => {
		const { items } = await answered(reply({ credit: 4 }, 'AMOUNT_MISMATCH'), 'update');
		expect(items[0].json).toMatchObject({ updated: false, balance: 4 });
	});

	it.each(withoutBalance)('claims nothing for %j', async (text) => {
		const { items, error } = await answered(text, 'update');
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/^The outcome is unknown/);
	});
});
