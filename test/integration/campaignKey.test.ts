// If this fails, people who got a campaign get it again when it is run again.
import type { IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import * as notes from '../../nodes/shared/campaign/notes';
import { MOST_ENTRIES } from '../../nodes/shared/ledger/recordRefusals';
import { holdRequest } from './harness/credentials';
import { CONTINUE, isSent, jsons, keyedRuns, phones } from './harness/keyed';
import { retryOf } from './harness/retry';
import { hintsOf } from './harness/runNode';
import { operationRuns } from './harness/operationRuns';

/** Campaign Key: who got a campaign of this name from this node in an earlier execution is left out. */
const rows: IDataObject[] = phones.map((phone) => ({ phone, text: 'Hello' }));
/** Three requests of two phones each: they differ in their description. */
const severalRequests: IDataObject[] = ['a', 'b', 'c'].flatMap((text, index) =>
	[0, 1].map((nth) => ({ phone: `05700022${30 + 2 * index + nth}`, text })),
);
const { service, storage, sms, withOptions, run, sent, fails } = keyedRuns(
	{
		...{ operation: 'sendCampaign', mode: 'send', recipient: 'phone', message: '{text}' },
		options: { description: '={{ $json.text }}' },
	},
	rows,
);
/** Parameters of a preview of the whole campaign. */
const previewWith = (options: INodeParameters = {}): INodeParameters => ({
	...{ ...withOptions({ ...options, output: 'campaign' }), mode: 'preview' },
});
/** What the output says of those who were left out. */
const leftOut = (recipientCount: number, items = recipientCount, more: IDataObject = {}) => ({
	...{ taskId: null, outcome: 'alreadySent', recipientCount, items, ...more },
});
const UNKNOWN = { outcome: 'unknown' };
const duplicates = () => service.control.ledger().duplicates;
const everybody = severalRequests
	.map(({ phone, text }) => `${String(phone)} ${String(text)}`)
	.sort();

describe('a campaign that is run again', () => {
	it('counts no one as sent to whom a fault of our own kept back', async () => {
		await run({ items: rows.slice(0, 1) });
		const fault = jest.spyOn(notes, 'addSharedTexts').mockRejectedValue(new TypeError('Ours'));
		const { error } = await run();
		fault.mockRestore();
		expect(error?.message).toContain('Ours');
		const { items } = await run({ settings: CONTINUE });
		expect(jsons({ items }).map(({ outcome }) => outcome)).not.toContain('unknown');
		expect(sent().sort()).toEqual(phones.map((phone) => `${phone} Hello`));
	});

	it('sends nothing to those who got it, and says so', async () => {
		await run();
		const again = await run();
		expect(sent()).toHaveLength(3);
		expect(service.bodies()).toHaveLength(1);
		expect(again.error).toBeUndefined();
		expect(jsons(again)).toEqual([{ outcome: 'alreadySent', recipientCount: 3, items: 3 }]);
		expect(again.items[0].pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(storage.kept.join()).not.toMatch(/570002233|spring/);
	});

	it('sends to those who are new, in any format of a phone and with any text', async () => {
		await run();
		const items = [
			{ phone: '+972-57-000-2233', text: 'corrected' },
			{ phone: '0570002299', text: 'corrected' },
		];
		expect(jsons(await run({ items }))).toEqual([isSent({ recipientCount: 1 }), leftOut(1)]);
		expect(sent()).toContain('0570002299 corrected');
		expect(sent()).toHaveLength(4);
	});

	it('knows keys apart, and nodes without a key send as ever', async () => {
		await run();
		await run({ parameters: { ...sms, beforeSending: { campaignKey: 'summer' } } });
		expect(sent()).toHaveLength(6);
		const plain = await run({ parameters: { ...sms, beforeSending: {} } });
		expect(jsons(plain)[0]).toMatchObject({ outcome: 'accepted' });
		expect(sent()).toHaveLength(9);
		expect(storage.kept).toHaveLength(2 * (1 + 2 * 3));
	});
});

describe('one message to each recipient', () => {
	it('refuses rows with keys of their own: a campaign has one', async () => {
		const parameters = { ...sms, beforeSending: { campaignKey: '={{ $json.key }}' } };
		const items = phones.slice(0, 2).map((phone, at) => ({ phone, text: 'x', key: 'AB'[at] }));
		const { error } = await run({ items, parameters });
		expect(error?.message).toContain(
			'Campaign Key must be the same for all items, but items 0 and 1 differ',
		);
		expect(sent()).toEqual([]);
		const same = items.map((item) => ({ ...item, key: 'A' }));
		expect((await run({ items: same, parameters })).error).toBeUndefined();
		expect(sent()).toHaveLength(2);
	});

	const two = [rows[0], { phone: '+972570002233', text: 'Goodbye' }, rows[1]];

	it('sends the others, On Error: Continue, and is as good as its word in the next run', async () => {
		const parameters = withOptions({ output: 'recipient' });
		const first = await run({ items: two, settings: CONTINUE, parameters });
		expect(jsons(first)[1].error).toContain(
			'Item 0 already has a message for the same recipient; with one Campaign Key',
		);
		expect(jsons(first)[1].error).toContain('Remove one of the two, combine them');
		expect(sent().sort()).toEqual([`${phones[0]} Hello`, `${phones[1]} Hello`]);
		const items = [two[1], two[2], { phone: phones[0], text: 'a third one' }];
		const again = await run({ items, parameters });
		expect(jsons(again).map(({ outcome }) => outcome)).toEqual(Array(3).fill('alreadySent'));
		expect(sent()).toHaveLength(2);
	});

	it.each([
		['another sender', { sender: '={{ $json.sender }}' }, 'once', /give both the same settings/],
		[
			'the same message, each to be sent',
			{},
			'each',
			/with one Campaign Key each recipient gets only one/,
		],
	])('counts %s', async (_name, parameters, duplicates, fix) => {
		const items = ['MyShop', 'ExtDemo'].map((sender) => ({ ...rows[0], sender }));
		const both = { ...withOptions({ duplicates }), ...parameters };
		const { items: out } = await run({ items, parameters: both, settings: CONTINUE });
		expect(out.map(({ json }) => json.error).join()).toMatch(fix);
		expect(sent()).toEqual([`${phones[0]} Hello`]);
	});

	it('refuses lists of which only some got the message of the key', async () => {
		const ofLists = { sendTo: 'lists', listCodes: '={{ $json.list }}', message: 'Hello' };
		const parameters = { ...withOptions({ description: 'Sale' }), ...ofLists };
		await run({ items: [{ list: '1002' }], parameters });
		const { error } = await run({ items: [{ list: '1001,1002' }], parameters });
		expect(error?.message).toContain(
			'Lists 1002 already have the message of this Campaign Key, and the others do not',
		);
		const { items } = await run({ items: [{ list: '1002' }], parameters });
		expect(items[0].json).toMatchObject({ outcome: 'alreadySent', lists: '1002' });
		expect(service.bodies().map(({ pid }) => pid)).toEqual(['1002']);
	});
});

describe('an unknown outcome', () => {
	it('counts as sent, and is said', async () => {
		fails('resetAfter', 2);
		expect((await run({ items: severalRequests })).error?.message).toMatch(/outcome is unknown/);
		const again = await run({ items: severalRequests });
		expect(jsons(again).filter(({ taskId }) => taskId === null)).toEqual([
			leftOut(2),
			leftOut(2, 2, UNKNOWN),
		]);
		expect(sent()).toHaveLength(6);
		expect(duplicates()).toEqual([]);
		expect(hintsOf(again).join()).toMatch(/^2 recipients were left out/);
	});
});

describe('a process that dies at any of its writes', () => {
	/** An execution that was broken, one that dies, and a last one. */
	async function threeRuns(die: () => void) {
		fails('errorWithoutAction', 2);
		await run({ items: severalRequests.slice(0, 4) });
		die();
		await run({ items: severalRequests });
		storage.beforeWrite = storage.afterWrite = () => {};
		return await run({ items: severalRequests });
	}

	it.each(['beforeWrite', 'afterWrite'] as const)('%s: no one gets it twice', async (hook) => {
		await threeRuns(() => (storage.writes.length = 0));
		const most = storage.writes.length;
		expect(most).toBeGreaterThan(5);
		for (let last = 1; last <= most; last++) {
			service.control.reset();
			storage.reset();
			let calls = 0;
			const { items, error } = await threeRuns(() => {
				storage[hook] = () => {
					if (++calls >= last) throw new Error('killed');
				};
			});
			expect(error).toBeUndefined();
			expect(duplicates()).toEqual([]);
			const unknown = items
				.filter(({ json }) => json.outcome === 'unknown')
				.flatMap(({ pairedItem }) => pairedItem as Array<{ item: number }>);
			const missing = everybody.filter(
				(each, at) => !unknown.some(({ item }) => item === at) && !sent().includes(each),
			);
			expect({ last, missing }).toEqual({ last, missing: [] });
		}
	});
});

describe('retries', () => {
	it('two retries of the same failed execution send the rest once', async () => {
		fails('errorWithoutAction', 2);
		const failed = await run({ items: severalRequests });
		const saved = JSON.stringify(failed.run.data);
		expect(sent()).toHaveLength(2);
		const first = await retryOf(failed, saved, service.credential());
		expect(sent().sort()).toEqual(everybody);
		expect(jsons(first).map(({ outcome }) => outcome)).toEqual(Array(3).fill('accepted'));
		const second = await retryOf(failed, saved, service.credential());
		expect(sent().sort()).toEqual(everybody);
		expect(jsons(second)).toEqual([isSent(), leftOut(4)]);
	});
});

describe('what sends nothing records nothing', () => {
	it('Only Estimate says who would be left out', async () => {
		await run({ parameters: previewWith() });
		// Each write is one of the whole record, and may undo that of another process.
		expect(storage.writes).toEqual([]);
		await run({ items: rows.slice(0, 1) });
		const before = storage.kept;
		expect(jsons(await run({ parameters: previewWith() }))).toMatchObject([
			...[{ outcome: 'alreadySent' }, { outcome: 'preview' }, { outcome: 'preview' }],
		]);
		expect(storage.kept).toEqual(before);
		await run();
		expect(sent()).toHaveLength(3);
	});

	it.each([
		['a row that is refused', { items: [...rows, { phone: '12', text: 'x' }] }],
		['a balance that is too low', { parameters: withOptions({ checkBalance: true }) }],
	])('%s', async (_name, options) => {
		await run({ items: rows.slice(0, 1) });
		const before = storage.kept;
		service.control.changeAccount({ sms: 0 });
		expect((await run(options)).error).toBeDefined();
		expect(storage.kept).toEqual(before);
	});
});

describe('distribution lists', () => {
	const lists = (listCodes: string): INodeParameters => ({
		...{ ...sms, sendTo: 'lists', listCodes, message: 'Hello', options: {} },
	});

	it('count as one recipient each', async () => {
		const items = [{}];
		await run({ items, parameters: lists('1001,1002') });
		expect(jsons(await run({ items, parameters: lists('1002') }))).toEqual([
			{ outcome: 'alreadySent', lists: '1002', items: 1 },
		]);
		expect(service.bodies().map(({ pid }) => pid)).toEqual(['1001,1002']);
	});
});

it.each([
	'ExtApi Voice: Message: Send Campaign',
	'ExtApi Chat: Message: Send Template Campaign',
	'ExtApi Voice: Message: Send',
	'ExtApi Chat: Message: Send Template',
	'ExtApi Chat: Message: Send Reply',
])('%s knows whom it reached, too', async (name) => {
	for (const phone of phones) service.control.inbound(phone);
	const send = operationRuns(service, name, { beforeSending: { campaignKey: 'spring' } });
	const all = rows.map((row) => ({ ...row, name: 'Dana' }));
	await send(all.slice(0, 2));
	const again = await send(all);
	expect(again.error).toBeUndefined();
	expect(jsons(again).map(({ outcome }) => outcome)).toContain('alreadySent');
	expect(service.control.ledger()).toMatchObject({ total: 3, duplicates: [] });
});

describe('where the record cannot be kept', () => {
	it.each([
		['an n8n without it', {}, /this n8n has none/],
		['a workflow that was never saved', { workflowId: '' }, /workflow has not been saved/],
	])('%s: nothing leaves', async (_name, more, words) => {
		const node = new ExtApiSms();
		const { execute } = node;
		const isOld = !('workflowId' in more);
		node.execute = async function () {
			const helpers = { ...this.helpers, checkProcessedAndRecord: undefined };
			const workflow = { ...this.getWorkflow(), id: '' };
			return await execute.call(
				Object.create(this, {
					...(isOld ? { helpers: { value: helpers } } : { getWorkflow: { value: () => workflow } }),
				}),
			);
		};
		const { error } = await run({ node });
		expect(error?.message).toMatch(words);
		const { items } = await run({ node, settings: CONTINUE });
		expect(items).toHaveLength(3);
		for (const { json } of items) expect(json.error).toMatch(words);
		expect(service.bodies()).toEqual([]);
	});

	it('a record that is full: nothing leaves, and nothing is forgotten', async () => {
		await run();
		const [place] = storage.rows.keys();
		const filler = Array.from({ length: MOST_ENTRIES - 5 }, (_, index) => `${index}`);
		storage.rows.set(place, JSON.stringify({ mode: 'entries', data: filler }));
		const { error } = await run();
		expect(error?.message).toMatch(/has no room for these recipients/);
		expect((error as NodeOperationError).node?.name).toBe('Node under test');
		const parameters = withOptions({ campaignKey: 'b' });
		await run({ items: rows.slice(0, 1), parameters });
		expect(sent()).toHaveLength(4);
		expect(storage.kept.length).toBeGreaterThan(filler.length);
	});

	it('a record that fails once the messages have left takes nothing back', async () => {
		storage.beforeWrite = (_kind, entries) => {
			if (entries.some((entry) => entry.startsWith('sent'))) throw new Error('disk full');
		};
		expect(jsons(await run())).toMatchObject([{ recipientCount: 3, outcome: 'accepted' }]);
	});

	it('a record that cannot take back what was refused: the error is the one of the request', async () => {
		fails('plainError', 1);
		storage.beforeWrite = (kind, entries) => {
			if (kind === 'remove' && entries.some((entry) => entry.startsWith('left'))) {
				throw new Error('disk full');
			}
		};
		const { error } = await run();
		expect(error?.message).not.toMatch(/disk full|cannot be used/);
		expect(sent()).toHaveLength(0);
	});
});

describe('Send Again', () => {
	const again = withOptions({ unknownOutcome: 'sendAgain' });

	it('leaves out whom another execution is about to send to', async () => {
		// Under a key that was used before, they are taken before the balance is asked for.
		await run({ items: [{ phone: '0570002299', text: 'Hello' }] });
		const { isReached, letGo } = holdRequest();
		const first = run({ parameters: withOptions({ checkBalance: true }) });
		await isReached;
		expect(jsons(await run({ parameters: again }))).toMatchObject([{ outcome: 'unknown' }]);
		letGo();
		expect((await first).error).toBeUndefined();
		expect(sent()).toHaveLength(4);
	});

	it('leaves out whom a process was sending to that died: no one knows whether it is over', async () => {
		fails('resetBefore', 1);
		storage.beforeWrite = () => {
			if (service.control.requests().length > 0) throw new Error('killed');
		};
		await run();
		storage.beforeWrite = () => {};
		expect(jsons(await run({ parameters: again }))).toMatchObject([{ outcome: 'unknown' }]);
		expect(sent()).toEqual([]);
	});

	it('is not begun by a preview of it', async () => {
		fails('resetBefore', 1);
		await run();
		const before = storage.kept;
		const previewed = jsons(
			await run({ parameters: previewWith({ unknownOutcome: 'sendAgain' }) }),
		);
		expect(previewed.map(({ outcome }) => outcome)).toEqual(Array(3).fill('preview'));
		expect(storage.kept).toEqual(before);
		expect(jsons(await run({ parameters: again }))).toMatchObject([{ outcome: 'accepted' }]);
		expect(sent()).toHaveLength(3);
	});

	it('of two executions is done by one, however often the outcome is unknown', async () => {
		for (let count = 1; count <= 3; count++) {
			fails('resetBefore', 1);
			await Promise.all([run({ parameters: again }), run({ parameters: again })]);
			expect(service.bodies()).toHaveLength(count);
		}
		await Promise.all([run({ parameters: again }), run({ parameters: again })]);
		expect(sent()).toHaveLength(3);
		expect(service.bodies()).toHaveLength(4);
	});
});

describe('two executions at the same moment', () => {
	it('that meet at one recipient lose none of the others', async () => {
		const { isReached, letGo } = holdRequest();
		const delayed = run({ parameters: withOptions({ checkBalance: true }) });
		await isReached;
		await run({ items: rows.slice(0, 1) });
		letGo();
		expect((await delayed).error?.message).toMatch(/Another execution is sending to 1 of these/);
		expect(jsons(await run())).toMatchObject([
			{ recipientCount: 2, outcome: 'accepted' },
			{ recipientCount: 1, outcome: 'alreadySent' },
		]);
		expect(sent()).toEqual(phones.map((phone) => `${phone} Hello`));
	});
});
