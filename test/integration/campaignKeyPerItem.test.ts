// If this fails, single sends under a Campaign Key reach someone twice.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { CONTINUE, isSent, jsons, keyedRuns, phones as numbers } from './harness/keyed';
import { retryOf } from './harness/retry';
import { NODE } from './harness/runNode';

/** Campaign Key of the operations with a request for each item. */
const rows: IDataObject[] = numbers.map((phone) => ({ phone }));
const { service, storage, sms, withOptions, run, fails, ...runs } = keyedRuns(
	{ operation: 'send', message: 'Hello', phoneNumbers: '={{ $json.phone }}' },
	rows,
);
/** Whom a message reached. */
const sent = () =>
	runs
		.sent()
		.map((message) => message.split(' ')[0])
		.sort();
const oneByOne = withOptions({ requestsAtOnce: 1 });
/** The key is a column of the row. */
const keyFrom = (campaignKey: string) => ({ ...sms, beforeSending: { campaignKey } });

describe('items that are sent again', () => {
	it('leave out who got it, and say so in the form of the other outputs', async () => {
		const first = await run({ items: rows.slice(0, 1) });
		expect(jsons(first)).toMatchObject([{ taskId: expect.any(String), outcome: 'accepted' }]);
		const again = await run();
		expect(jsons(again)).toEqual([
			{ taskId: null, outcome: 'alreadySent', recipient: numbers[0] },
			...[1, 2].map((item) => isSent({ recipient: numbers[item] })),
		]);
		expect(again.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(sent()).toEqual(numbers);
	});

	it('leave no trace under the key when a bad item keeps all from being sent', async () => {
		const { error } = await run({ items: [...rows, { phone: 'nobody' }] });
		expect(error?.message).toContain('nothing was sent');
		expect(storage.writes).toEqual([]);
	});

	it('send to those of several numbers who have not got it', async () => {
		const parameters = (phoneNumbers: string) => ({ ...sms, phoneNumbers });
		const items = [{}];
		await run({ items, parameters: parameters('0570002233, 0570002234') });
		const all = '+972570002233,0570002234,0570002235';
		expect(jsons(await run({ items, parameters: parameters(all) }))).toEqual([
			{
				...{
					taskId: expect.any(String),
					outcome: 'accepted',
					recipient: '0570002235',
					messages: 1,
				},
				alreadySentTo: ['972570002233', '0570002234'],
			},
		]);
		expect(service.bodies().map(({ list }) => list)).toEqual([
			'0570002233,0570002234',
			'0570002235',
		]);
		expect(jsons(await run({ items, parameters: parameters(all) }))).toMatchObject([
			{ outcome: 'alreadySent', recipientCount: 3 },
		]);
	});

	it('know distribution lists by their codes', async () => {
		const parameters = (listCodes: string) => ({ ...sms, sendTo: 'lists', listCodes });
		await run({ items: rows.slice(0, 1), parameters: parameters('1001') });
		await run({ items: rows.slice(0, 1), parameters: parameters('1001,1002') });
		expect(service.bodies().map(({ pid }) => pid)).toEqual(['1001', '1002']);
	});

	it('have the key of each item', async () => {
		const orders = (...of: string[]) => of.map((order) => ({ phone: numbers[0], order }));
		const parameters = keyFrom('={{ $json.order }}');
		await run({ parameters, items: orders('A', 'B') });
		const again = await run({ parameters, items: orders('B', 'C') });
		expect(jsons(again)).toMatchObject([
			{ taskId: null, outcome: 'alreadySent' },
			{ taskId: expect.any(String), outcome: 'accepted' },
		]);
		expect(sent()).toHaveLength(3);
	});
});

describe('two items of a run for one person', () => {
	const twice = [rows[0], { phone: '+972570002233' }, rows[1]];
	const withText = { ...sms, message: '={{ $json.text }}' };
	const texts = (...of: string[]) => of.map((text) => ({ phone: numbers[0], text }));

	it('are one message when they say the same', async () => {
		expect(jsons(await run({ items: twice }))).toEqual([
			isSent(),
			{ taskId: null, outcome: 'alreadySent', recipient: '972570002233' },
			isSent(),
		]);
		expect(sent()).toEqual(numbers.slice(0, 2));
	});

	it('share an unknown outcome in the error of a run that stops', async () => {
		fails('resetBefore', 1);
		const { error } = await run({ items: twice.slice(0, 2), parameters: oneByOne });
		expect(error?.message).toMatch(/^The outcome is unknown for 2 items/);
	});

	it('are open in that error where only some of an item may have it', async () => {
		fails('resetAfter', 1);
		await run({ items: rows.slice(0, 1), settings: CONTINUE });
		fails('plainError', 2);
		const items = [{ phone: `${numbers[0]},${numbers[1]}` }, { phone: numbers[2] }];
		const { error } = await run({ items });
		const reason = new RegExp(
			`^campaign \\d+ for the others; .*may have sent it to ${numbers[0]}$`,
		);
		expect(error!.context).toMatchObject({
			counts: { unknown: 1, accepted: 0, refused: 1 },
			accepted: [],
			unknown: [{ taskId: expect.any(String), reason: expect.stringMatching(reason) }],
		});
	});

	it('are refused before anything leaves when they say different things', async () => {
		const { error } = await run({ items: texts('a', 'a', 'b'), parameters: withText });
		expect(error?.message).toMatch(
			/^1 of 3 items cannot be sent, so nothing was sent. Item 2: Item 0 already has a message for the same recipient; with one Campaign Key/,
		);
		expect(service.bodies()).toEqual([]);
		expect(storage.kept.join()).not.toMatch(/left|sent/);
	});
});

it('an unknown outcome is sent again once where the options say so', async () => {
	fails('resetBefore', 2);
	const parameters = withOptions({ requestsAtOnce: 1, unknownOutcome: 'sendAgain' });
	for (let times = 1; times <= 3; times++) await run({ parameters });
	expect(sent()).toEqual(numbers);
});

it('an error names those who are left out', async () => {
	await run({ items: rows.slice(0, 1) });
	fails('errorWithoutAction', 1);
	const { error } = await run({ items: rows.slice(0, 2) });
	expect(error?.description).toContain('Left out, because they were sent before: item 0.');
});

describe('a loop that is retried after its second run failed', () => {
	const campaign = { operation: 'sendCampaign', mode: 'send', recipient: 'phone' };
	const retried = async (before: INodeParameters, after: INodeParameters) => {
		fails('plainError', 2);
		const failed = await run({ parameters: before, loopOver: 1 });
		expect(failed.error).toBeDefined();
		failed.workflow.getNode(NODE)!.parameters = after;
		return await retryOf(failed, JSON.stringify(failed.run.data), service.credential());
	};

	it('goes on with an operation that has no key', async () => {
		const verify = {
			...{ resource: 'senderId', operation: 'verifyCode' },
			...{ phone: '={{ $json.phone }}', code: '12345' },
		};
		const { error } = await retried(sms, verify);
		expect(String(error?.message)).not.toContain('Campaign Key');
	});

	it.each([
		['items', {}],
		['campaigns', campaign],
	])('goes on where each run has a key of its own: %s', async (_what, parameters) => {
		const keyed = { ...keyFrom('={{ $json.phone }}'), ...parameters };
		expect((await retried(keyed, keyed)).error).toBeUndefined();
		expect(sent()).toEqual(numbers);
	});
});
