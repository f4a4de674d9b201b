// If this fails, an output claims what the service never said: a contact that was added, a balance that was changed.
import type { IDataObject, INode } from 'n8n-workflow';

import { add } from '../../nodes/ExtApiContacts/operations/add.operation';
import { check } from '../../nodes/ExtApiContacts/operations/check.operation';
import { remove } from '../../nodes/ExtApiContacts/operations/remove.operation';
import { getBalance } from '../../nodes/ExtApiSubAdmin/operations/getBalance.operation';
import { updateBalance } from '../../nodes/ExtApiSubAdmin/operations/updateBalance.operation';
import type { PerItemOperation } from '../../nodes/shared/operations/operation';
import { replyError } from '../../nodes/shared/service/apiError';
import { documentedReply } from '../../nodes/shared/service/documentedReplies';
import type { RunItem } from '../../nodes/shared/service/itemCredential';
import { readReply } from '../../nodes/shared/service/readReply';

const node = { name: 'Test', type: 'test', parameters: {} } as unknown as INode;
const phone = '0570002233';
const item = { node, index: 0, parameter: () => phone } as unknown as RunItem;

/** What an operation outputs for a reply, or the outcome of one that does not say what was done. */
async function outputOf(
	operation: PerItemOperation,
	text: string,
	request: IDataObject,
	isRepeat = false,
): Promise<unknown> {
	const body = { ...operation.fixed, ...request };
	const received = readReply({ statusCode: 200, headers: {}, body: text });
	const reply = documentedReply(operation.endpoint, body, received);
	try {
		if (reply.kind !== 'accepted') throw replyError(node, reply, 0, operation.effect);
		return await operation.output(reply, item, body, isRepeat);
	} catch (error) {
		const { message, context } = error as ReturnType<typeof replyError>;
		expect(message).toMatch(/a reply in a form that is not in its documentation/);
		return context.outcome;
	}
}

const json = (data: object = {}, message = 'OK') =>
	JSON.stringify({ status: 1, message, data: { ...data, remoteIP: '127.0.0.1' } });
const there = json({ ALREADY_REG: [phone] });
const failed = json({ ACTION_ERROR: [phone] });
const dana = { fname: 'Dana' };

describe('Add', () => {
	it.each<[string, IDataObject, string, string, Array<boolean | null>]>([
		// Not registered before: the service says OK, and nothing can have been overwritten.
		['OK', dana, 'OK', 'accepted', [true, false, false, true]],
		// With "Overwrite Existing Data", OK may mean either.
		[json(), { ...dana, update: 1 }, 'OK', 'accepted', [null, null, false, true]],
		[json(), { update: 1 }, 'OK', 'accepted', [null, false, false, true]],
		[there, { ...dana, update: 1 }, 'ALREADY_REG', 'accepted', [false, true, false, true]],
		[there, { update: 1 }, 'ALREADY_REG', 'accepted', [false, false, false, true]],
		[there, dana, 'ALREADY_REG', 'refused', [false, false, false, true]],
		[`BLOCKED ${phone}`, { ...dana, update: 1 }, 'BLOCKED', 'refused', [false, false, true, false]],
		[failed, { ...dana, update: 1 }, 'ACTION_ERROR', 'refused', [false, false, false, null]],
	])('%s to %j', async (text, request, result, outcome, said) => {
		const [added, updated, blocked, registered] = said;
		expect(await outputOf(add, text, { list: phone, ...request })).toEqual([
			{ outcome, phone, result, added, updated, blocked, registered },
		]);
	});

	it.each([
		[there, { added: null, registered: true }],
		[failed, { added: null, registered: null }],
	])('says what a lost answer before %s leaves open', async (text, open) => {
		const note = expect.stringContaining('lost') as string;
		const outputs = await outputOf(add, text, { list: phone }, true);
		expect(outputs).toMatchObject([{ outcome: 'unknown', ...open, note }]);
	});
});

describe('Remove', () => {
	it.each([
		['OK', 'OK', true],
		[json({ NOT_REG: ['972570002233'] }), 'NOT_REG', false],
		[`BLOCKED ${phone}`, 'BLOCKED', false],
		[failed, 'ACTION_ERROR', false],
	])('%s', async (text, result, removed) => {
		expect(await outputOf(remove, text, { list: phone })).toEqual([
			{ outcome: removed ? 'accepted' : 'refused', phone, result, removed },
		]);
	});

	it('says what a lost answer leaves open', async () => {
		const text = json({ NOT_REG: [phone] });
		const [output] = (await outputOf(remove, text, { list: phone }, true)) as IDataObject[];
		expect(output).toMatchObject({
			outcome: 'unknown',
			removed: null,
			note: expect.stringContaining('lost'),
		});
	});
});

it.each([
	['REG', true, false],
	['BLOCKED', false, true],
	['NOT_REG', false, false],
])('Check: %s', async (result, registered, blocked) => {
	expect(await outputOf(check, result, { list: phone })).toEqual({
		phone,
		result,
		registered,
		blocked,
	});
});

describe('the results of two contacts', () => {
	const list = '0570002233,0570002234';
	it.each([
		['plain OK', 'OK', ['OK', 'OK']],
		['a plain reason, in another spelling', 'ALREADY_REG +972-57-000-2234', ['OK', 'ALREADY_REG']],
		['a reason as a sentence', json({ 'Already reg': ['0570002234'] }), ['OK', 'ALREADY_REG']],
		['what names no number', json({ total: 2, note: 'two' }), ['OK', 'OK']],
		['another spelling', json({ BLOCKED: ['+972-57-0002233'] }), ['BLOCKED', 'OK']],
		['a list as an object', json({ ACTION_ERROR: { 1: '972570002234' } }), ['OK', 'ACTION_ERROR']],
	])('are read from %s', async (_name, text, expected) => {
		const outputs = (await outputOf(add, text, { list })) as IDataObject[];
		expect(outputs.map(({ result }) => result)).toEqual(expected);
	});

	it('are never called updated: the service ignores the fields of several numbers', async () => {
		const text = json({ ALREADY_REG: ['0570002233'] });
		const outputs = (await outputOf(add, text, { list, update: 1 })) as IDataObject[];
		expect(outputs.map(({ added, updated }) => [added, updated])).toEqual([
			[false, false],
			[null, false],
		]);
	});

	it.each([
		['a reason that is documented nowhere', json({ INVALID: ['0570002233'] })],
		['an unknown reason whose list cannot be read', json({ skipped: [{ id: 7 }] })],
		['a reason without numbers', 'BLOCKED'],
		['numbers no one sent', json({ BLOCKED: ['0509998877'] })],
		['two reasons for one number', json({ BLOCKED: ['0570002233'], NOT_REG: ['0570002233'] })],
	])('are unknown from %s', async (_name, text) => {
		expect(await outputOf(add, text, { list })).toBe('unknown');
	});
});

describe('a balance', () => {
	const suid = '501';
	it.each([
		['OK 12', 12],
		[json({ credit: '12' }), 12],
		[json({ credit: 0 }), 0],
	])('of a sub-admin is read from %s', async (text, balance) => {
		expect(await outputOf(getBalance, text, { suid })).toEqual({ subAdminCode: suid, balance });
		const update = { suid, type: 'sms', amount: 1 };
		expect(await outputOf(updateBalance, text, update)).toEqual({
			...{ outcome: 'accepted', result: 'OK', updated: true, subAdminCode: suid, balance },
			...{ balanceType: 'sms', change: 'add', amount: 1 },
		});
	});

	it.each([json({ credit: 1.5 }), json()])('of a sub-admin is none in %s', async (text) => {
		expect(await outputOf(getBalance, text, { suid })).toBe('refused');
		expect(await outputOf(updateBalance, text, { suid, amount: 1 })).toBe('unknown');
	});

	it.each([
		['PRICE_CHANGED', /pricing changed/],
		['AMOUNT_MISMATCH', /fewer messages than the amount to subtract/],
		['NOT_ENOUGH_CREDIT', /fewer messages than the amount to add/],
	])('was not changed where the service says %s', async (result, meaning) => {
		const not = { outcome: 'refused', result, updated: false, subAdminCode: suid };
		const asked = { balanceType: 'vms', change: 'subtract', amount: 2 };
		const why = { meaning: expect.stringMatching(meaning) as string };
		const update = { suid, type: 'vms', amount: -2 };
		for (const [text, balance] of [
			[result, null],
			[json({ credit: 4 }, result), 4],
		] as const) {
			expect(await outputOf(updateBalance, text, update)).toEqual({
				...{ ...not, ...asked, ...why, balance },
			});
		}
	});

	it('is not said by PRICE_CHANGED', async () => {
		expect(await outputOf(getBalance, 'PRICE_CHANGED', { suid })).toEqual({
			...{ subAdminCode: suid, balance: null, result: 'PRICE_CHANGED' },
			meaning: expect.stringMatching(/pricing changed/) as string,
		});
	});
});
