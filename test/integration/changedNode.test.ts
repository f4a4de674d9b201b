// If this fails, a person who changes a node and retries reads what an earlier request did under the new names.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { changedNodes, outputOf, type NodeThatDoes } from './harness/changedNodes';
import { serviceForTests } from './harness/serviceForTests';

/**
 * "Retry with currently saved workflow" after a parameter was changed: what must not be done twice is known by whom it
 * was done for; what may be repeated is done as the node says now.
 */
const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });

const ROWS: IDataObject[] = [
	{ phone: '0570002201', other: '0509998801', id: '901', name: 'Dana' },
	{ phone: '0570002202', other: '0509998802', id: '902', name: 'Avi' },
];

const { retryChanged: retried } = changedNodes(service, ROWS);

/** Runs a node whose second request fails, and again as `changed`. */
async function retryChanged(first: NodeThatDoes, changed: NodeThatDoes) {
	const output = outputOf(await retried(first, changed));
	return { output, bodies: service.bodies().slice(2) };
}

const one = (parameters: INodeParameters): INodeParameters => ({
	...parameters,
	advanced: { requestsAtOnce: 1 },
});
const ADD = 'ExtApi Contacts: Contact: Add';
const REMOVE = 'ExtApi Contacts: Contact: Remove';
const ADD_MANY = 'ExtApi Contacts: Contact: Add Many';
const REMOVE_MANY = 'ExtApi Contacts: Contact: Remove Many';
const named = { contactFields: { firstName: '={{ $json.name }}' } };

describe('what may be repeated is done as the node says now', () => {
	it.each<[string, NodeThatDoes, NodeThatDoes]>([
		[
			'another phone',
			[ADD, one({ listCode: '1001', phoneNumbers: '={{ $json.phone }}' })],
			[ADD, one({ listCode: '1001', phoneNumbers: '={{ $json.other }}' })],
		],
		[
			'another column',
			[ADD_MANY, one({ listCode: '1001', recipient: 'phone', ...named })],
			[ADD_MANY, one({ listCode: '1001', recipient: 'other', ...named })],
		],
		[
			'removed instead',
			[ADD, one({ listCode: '1001', phoneNumbers: '={{ $json.other }}' })],
			[REMOVE, one({ listCode: '1001', phoneNumbers: '={{ $json.other }}' })],
		],
		[
			'removed together instead',
			[ADD_MANY, one({ listCode: '1001', recipient: 'other', ...named })],
			[REMOVE_MANY, one({ listCode: '1001', recipient: 'other' })],
		],
	])('%s', async (_what, before, after) => {
		const { output, bodies } = await retryChanged(before, after);
		const phones = ROWS.map(({ other }) => other);
		expect(output.map(({ phone }) => phone)).toEqual(phones);
		const asked = bodies.flatMap(({ list }) => String(list).split(','));
		expect(asked.sort()).toEqual(phones);
	});

	it('another list', async () => {
		const to = (listCode: string): NodeThatDoes => [
			ADD_MANY,
			one({ listCode, recipient: 'phone', ...named }),
		];
		const { bodies } = await retryChanged(to('1001'), to('1002'));
		expect(bodies.map(({ pid }) => pid)).toEqual(['1002', '1002']);
	});

	it('and as it said before is not done again', async () => {
		const same: NodeThatDoes = [ADD_MANY, one({ listCode: '1001', recipient: 'phone', ...named })];
		const { bodies, output } = await retryChanged(same, same);
		expect(bodies.map(({ list }) => list)).toEqual([ROWS[1].phone]);
		expect(output).toMatchObject(ROWS.map(({ phone }) => ({ phone, added: true })));
	});
});

describe('what must not be done twice says whom it was done for', () => {
	it.each<[string, string, INodeParameters, INodeParameters, string, unknown[]]>([
		[
			'a code',
			'ExtApi OTP: Code: Send',
			{ phone: '={{ $json.phone }}' },
			{ phone: '={{ $json.other }}' },
			'phone',
			[ROWS[0].phone, ROWS[1].other],
		],
		[
			'a check of a code',
			'ExtApi OTP: Code: Verify',
			{ phone: '={{ $json.phone }}', code: '12345' },
			{ phone: '={{ $json.other }}', code: '12345' },
			'phone',
			[ROWS[0].phone, ROWS[1].other],
		],
		[
			'a balance',
			'ExtApi Sub-Admin: Balance: Update',
			{ subAdminCode: '={{ ["501", "502"][$itemIndex] }}', amount: 1 },
			{ subAdminCode: '={{ ["502", "501"][$itemIndex] }}', amount: 1 },
			'subAdminCode',
			['501', '501'],
		],
		[
			'an automation',
			'ExtApi Automation: Automation: Run',
			{ automationId: '={{ ["701", "702"][$itemIndex] }}' },
			{ automationId: '={{ ["702", "701"][$itemIndex] }}' },
			'automationId',
			['701', '701'],
		],
		[
			'a message',
			'ExtApi SMS: Message: Send',
			{ sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' },
			{ sendTo: 'numbers', phoneNumbers: '={{ $json.other }}', message: 'Hello' },
			'recipient',
			[ROWS[0].phone, ROWS[1].other],
		],
	])('%s', async (_what, name, before, after, column, expected) => {
		const { output } = await retryChanged([name, one(before)], [name, one(after)]);
		expect(output.map(({ [column]: whom }) => whom)).toEqual(expected);
	});

	it('a campaign', async () => {
		const base = { sender: 'MyShop', recipient: 'phone', options: { output: 'recipient' } };
		const text = '={{ $itemIndex === 0 ? "Hello" : "Hi" }}';
		const campaign = (recipient: string): NodeThatDoes => [
			'ExtApi SMS: Message: Send Campaign',
			{ ...base, recipient, options: { ...base.options, description: text }, message: 'Hello' },
		];
		const { output } = await retryChanged(campaign('phone'), campaign('other'));
		expect(output.map(({ recipient }) => recipient)).toEqual([ROWS[0].phone, ROWS[1].other]);
	});
});

it('an operation that was changed is done, though the item had another one done before', async () => {
	const send: INodeParameters = { phone: '={{ $json.phone }}' };
	const { output, bodies } = await retryChanged(
		['ExtApi OTP: Code: Send', one(send)],
		['ExtApi OTP: Code: Verify', { ...send, code: '12345' }],
	);
	expect(bodies.map(({ code }) => code)).toEqual(['12345', '12345']);
	for (const each of output) expect(each).toHaveProperty('valid');
});
