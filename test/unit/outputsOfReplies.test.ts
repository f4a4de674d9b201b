// If this fails, an output claims what the service never said: a contact that was added, a balance that was changed.
import type { IDataObject, INode } from 'n8n-workflow';

import { add } from '../../nodes/ExtApiContacts/operations/add.operation';
import { check } from '../../nodes/ExtApiContacts/operations/check.operation';
import { readContactReply } from '../../nodes/ExtApiContacts/operations/contactReply';
import { remove } from '../../nodes/ExtApiContacts/operations/remove.operation';
import { getBalance } from '../../nodes/ExtApiSubAdmin/operations/getBalance.operation';
import { updateBalance } from '../../nodes/ExtApiSubAdmin/operations/updateBalance.operation';
import type { PerItemOperation } from '../../nodes/shared/operations/operation';
import type { AcceptedReply } from '../../nodes/shared/pipeline/row';
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
): Promise<unknown> {
	const body = { ...operation.fixed, ...request };
	const received = readReply({ statusCode: 200, headers: {}, body: text });
	const reply = documentedReply(operation.endpoint, body, received);
	try {
		if (reply.kind !== 'accepted') throw replyError(node, reply, 0, operation.effect);
		return await operation.output(reply, item, body);
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

type Row = [text: string, result: string, outcome: string, registered: boolean | null];
describe.each<[string, typeof add, Row[]]>([
	[
		'Add',
		add,
		[
			['OK', 'OK', 'accepted', true],
			[there, 'ALREADY_REG', 'accepted', true],
			[`BLOCKED ${phone}`, 'BLOCKED', 'refused', false],
			[failed, 'ACTION_ERROR', 'refused', null],
		],
	],
	[
		'Remove',
		remove,
		[
			['OK', 'OK', 'accepted', false],
			[json({ NOT_REG: ['972570002233'] }), 'NOT_REG', 'accepted', false],
			[`BLOCKED ${phone}`, 'BLOCKED', 'refused', false],
			[failed, 'ACTION_ERROR', 'refused', null],
		],
	],
])('%s', (_name, operation, rows) => {
	it.each(rows)('%s', async (text, result, outcome, registered) => {
		const blocked = result === 'BLOCKED';
		const said = { outcome, phone, result, registered, blocked };
		expect(await outputOf(operation, text, { list: phone })).toEqual(said);
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
	const two = ['0570002233', '0570002234'];
	const read = (text: string) => {
		const received = readReply({ statusCode: 200, headers: {}, body: text });
		const reply = documentedReply(add.endpoint, { act: 'add' }, received);
		return readContactReply(reply as AcceptedReply, two);
	};
	it.each([
		['plain OK', 'OK', ['OK', 'OK']],
		['a plain reason, in another spelling', 'ALREADY_REG +972-57-000-2234', ['OK', 'ALREADY_REG']],
		['what names no number', json({ total: 2, note: 'two' }), ['OK', 'OK']],
		['another spelling', json({ BLOCKED: ['+972-57-0002233'] }), ['BLOCKED', 'OK']],
		['a list as an object', json({ ACTION_ERROR: { 1: '972570002234' } }), ['OK', 'ACTION_ERROR']],
	])('are read from %s', (_name, text, expected) => {
		expect(read(text)).toEqual({ results: new Map(two.map((each, at) => [each, expected[at]])) });
	});

	it.each([
		['a reason that is documented nowhere', json({ INVALID: ['0570002233'] })],
		['an unknown reason whose list cannot be read', json({ skipped: [{ id: 7 }] })],
		['a reason without numbers', 'BLOCKED'],
		['numbers no one sent', json({ BLOCKED: ['0509998877'] })],
		['two reasons for one number', json({ BLOCKED: ['0570002233'], NOT_REG: ['0570002233'] })],
	])('are unknown from %s', (_name, text) => {
		expect(read(text)).toHaveProperty('undocumented');
	});
});

describe('a balance', () => {
	const suid = '501';
	it.each([
		['OK 12', 12],
		[json({ credit: '12' }), 12],
		[json({ credit: 0 }), 0],
	])('of a sub-admin is read from %s', async (text, balance) => {
		const read = { subAdminCode: suid, result: 'OK', balance };
		expect(await outputOf(getBalance, text, { suid })).toEqual(read);
		const update = { suid, type: 'sms', amount: 1 };
		expect(await outputOf(updateBalance, text, update)).toEqual({
			...{ outcome: 'accepted', balanceType: 'sms', amount: 1, ...read },
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
		const not = { outcome: 'refused', result, subAdminCode: suid };
		const asked = { balanceType: 'vms', amount: -2 };
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
