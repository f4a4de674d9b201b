// If this fails, people who got a campaign get it again when it is run again.
import type { IDataObject, NodeOperationError } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import * as notes from '../../nodes/shared/pipeline/campaignNotes';
import { MOST_ENTRIES } from '../../nodes/shared/ledger/recordRefusals';
import { holdRequest } from './harness/credentials';
import { CONTINUE, jsons, keyedRuns, phones } from './harness/keyed';
import { hintsOf } from './harness/runNode';
import { phones as phonesOf } from './harness/smsCampaign';

/** Campaign Key: what is kept, and what fails meanwhile; what it does otherwise is in `stories/campaignKey.json`. */
const rows: IDataObject[] = phones.map((phone) => ({ phone, text: 'Hello' }));
/** Three requests of two phones each: they differ in their description. */
const severalRequests: IDataObject[] = ['a', 'b', 'c'].flatMap((text, index) =>
	[0, 1].map((nth) => ({ phone: `05700022${30 + 2 * index + nth}`, text })),
);
const { service, storage, withOptions, run, sent, fails } = keyedRuns(
	{
		...{ operation: 'sendCampaign', mode: 'send', recipient: 'phone', message: '{text}' },
		options: { description: '={{ $json.text }}' },
	},
	rows,
);
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

	it('keeps neither phones nor the key, and pairs those who are left out to their rows', async () => {
		await run();
		const [{ pairedItem }] = (await run()).items;
		expect(pairedItem).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(storage.kept).toHaveLength(1 + 2 * 3);
		expect(storage.kept.join()).not.toMatch(/570002233|spring/);
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

describe('what sends nothing records nothing', () => {
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

	it('a preview', async () => {
		const preview = async (unknownOutcome: string) =>
			await run({ parameters: { ...withOptions({ unknownOutcome }), mode: 'preview' } });
		await preview('stop');
		// Each write is one of the whole record, and may undo that of another process.
		expect(storage.writes).toEqual([]);
		fails('resetBefore', 1);
		await run({ items: rows.slice(0, 1) });
		const before = storage.kept;
		for (const unknownOutcome of ['stop', 'sendAgain']) await preview(unknownOutcome);
		expect(storage.kept).toEqual(before);
	});
});

describe('where the record cannot be kept', () => {
	const ofOldN8n = new ExtApiSms();
	ofOldN8n.execute = async function () {
		const helpers = { ...this.helpers, checkProcessedAndRecord: undefined };
		return await new ExtApiSms().execute.call(Object.create(this, { helpers: { value: helpers } }));
	};
	it.each([
		['an n8n without it', { node: ofOldN8n }, /this n8n has none/],
		['a workflow that was never saved', { workflowId: '' }, /workflow has not been saved/],
	])('%s: nothing leaves', async (_name, more, words) => {
		const { error } = await run(more);
		expect(error?.message).toMatch(words);
		const { items } = await run({ ...more, settings: CONTINUE });
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
		await run({ items: rows.slice(0, 2), parameters });
		expect(sent()).toHaveLength(5);
		expect(storage.kept.length).toBeGreaterThan(filler.length);
	});

	it.each([
		[3, 1],
		[4, 3],
	])('a record with room for %i more entries: %i have the message', async (room, count) => {
		await run({ items: rows.slice(2) });
		const [place] = storage.rows.keys();
		const { mode, data } = JSON.parse(storage.rows.get(place)!) as { mode: string; data: string[] };
		const filler = Array.from({ length: MOST_ENTRIES - room - data.length }, (_, at) => `${at}`);
		storage.rows.set(place, JSON.stringify({ mode, data: [...data, ...filler] }));
		const { error } = await run();
		expect(error?.message ?? '').toMatch(count === 3 ? /^$/ : /has no room/);
		expect(sent()).toHaveLength(count);
	});

	it('a page of recipients beyond what it holds is refused at once, before n8n reads it for minutes', async () => {
		await run();
		const [place] = storage.rows.keys();
		const { mode, data } = JSON.parse(storage.rows.get(place)!) as { mode: string; data: string[] };
		const filler = Array.from({ length: 181_000 }, (_, index) => `${index}`);
		storage.rows.set(place, JSON.stringify({ mode, data: [...data, ...filler] }));
		storage.writes.length = 0;
		service.control.clearRequests();
		const { error } = await run({ items: phonesOf(10_000).map((row) => ({ ...row, text: 'a' })) });
		expect(error?.message).toMatch(/no room/);
		expect(service.bodies()).toEqual([]);
		expect(storage.writes.flatMap(({ entries }) => entries).length).toBeLessThan(500);
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
		const left = await run({ parameters: again });
		expect(jsons(left)).toMatchObject([{ outcome: 'unknown' }]);
		expect(hintsOf(left).join()).toContain('or n8n crashed while it did');
		expect(sent()).toEqual([]);
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
