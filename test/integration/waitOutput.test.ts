// If this fails, what comes out of a wait names the wrong outcome or people.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { patience } from '../../nodes/shared/waiting/watchWait';
import { OneCredential } from './harness/credentials';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

/** What comes out of a wait, and who is asked meanwhile. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const { run: wait, tell, address, codes } = waitingCampaigns(service);
processedItemsForTests();

const GOOD = ['0570002233', '0570002234'];

const rowsOf = (phones: string[], more: IDataObject = {}): IDataObject[] =>
	phones.map((phone, row) => ({ phone, text: 'Hi', row, ...more }));
const endAll = () =>
	service.control.campaigns().forEach(({ tid }) => service.control.setCampaign(tid, 'done'));

/** Minutes within which no other look comes. */
const waitLimit = (patience.firstLookMs * 0.9) / 60_000;

it('at the time limit the status is looked at once more', async () => {
	service.control.changeSettings({ campaignStepMs: 0 });
	const execution = await wait(rowsOf(GOOD), { waitLimit });
	const [[{ json }]] = await execution.end;
	// A status counts nothing: it says done also where the service skipped someone.
	expect(json).toMatchObject({ endedBy: 'END', timedOut: false });
	expect(json.sentCount).toBeNull();
	expect(json.message).toBeUndefined();
});

describe('the resume address', () => {
	it('is left alone once the wait is over', async () => {
		const execution = await wait(rowsOf(GOOD));
		await execution.saved;
		endAll();
		await tell(execution, 'END', '2');
		await execution.end;
		// One that is under way by now may still be answered.
		const calls = jest.spyOn(globalThis, 'fetch');
		await sleep(patience.firstLookMs * 8);
		expect(calls).not.toHaveBeenCalled();
		calls.mockRestore();
		expect(execution.resumed).toBe(1);
	});

	it('tells each call what came of it', async () => {
		// A look of its own would tell of the end instead.
		const looks = jest.replaceProperty(patience, 'firstLookMs', 60_000);
		const execution = await wait(rowsOf(GOOD));
		looks.restore();
		await execution.saved;
		const ask = async (query: Record<string, string>) => {
			const asked = new URL(address());
			for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, value);
			const response = await fetch(asked, { headers: { 'x-test': '1' } });
			return [response.status, await response.json()];
		};
		const [tid] = codes();
		const forged = [403, { message: 'Not a notification for this execution' }];
		expect(await ask({ msg: 'END', tid, key: 'sms-0' })).toEqual(forged);
		expect(await ask({ msg: 'HELLO', tid })).toEqual(forged);
		const unread = jest.spyOn(OneCredential.prototype, 'getDecrypted');
		unread.mockRejectedValueOnce(new Error('no encryption key'));
		expect(await ask({ msg: 'END', tid })).toEqual([
			...[503, { message: 'The credential of the node cannot be read' }],
		]);
		unread.mockRestore();
		const waits = [200, { received: true, resumed: false }];
		expect(await ask({ msg: 'START', tid })).toEqual(waits);
		expect(await ask({ msg: 'CP_SEND_ERROR', tid, info: GOOD[0] })).toEqual(waits);
		expect(await ask({ look: '1' })).toEqual([410, { message: 'This wait is over' }]);
		expect(await ask({ msg: 'END', tid, info: '2' })).toEqual([
			...[200, { received: true, resumed: true }],
		]);
		expect((await execution.end)[0][0].json).toMatchObject({ endedBy: 'END', sentCount: 2 });
	});
});

describe('what notifications said', () => {
	it('names the numbers that failed', async () => {
		const execution = await wait(rowsOf([...GOOD, '0570002235']));
		await tell(execution, 'CP_SEND_ERROR', GOOD[1]);
		await tell(execution, 'CP_SEND_ERROR', '0570002235');
		await tell(execution, 'END', '1');
		const [[{ json }]] = await execution.end;
		const notSent = [GOOD[1], '0570002235'];
		expect(json).toMatchObject({ endedBy: 'END', sentCount: 1, notSent });
	});

	it('is not lost while another campaign goes on, though the service does not keep it', async () => {
		const rows = ['One', 'Two'].flatMap((text) => rowsOf(GOOD.slice(0, 1), { text }));
		const execution = await wait(rows);
		await execution.saved;
		for (const tid of codes()) expect(await tell(execution, 'END', '1', tid)).toBe(200);
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.endedBy, json.sentCount])).toEqual([
			['END', 1],
			['END', 1],
		]);
	});
});

it('comes out of no row that an earlier execution sent, and a run of such rows alone does not wait', async () => {
	const keyed = { campaignKey: 'spring', output: 'recipient' };
	const first = await wait(rowsOf(GOOD.slice(0, 1)), keyed);
	await tell(first, 'END', '1');
	await first.end;
	const rows = rowsOf([...GOOD, '1'], { taskId: '700', timedOut: true, endedBy: 'TIME_LIMIT' });
	const settings = { onError: 'continueRegularOutput' } as const;
	const second = await wait(rows, keyed, { settings });
	await tell(second, 'END', '1', codes()[1]);
	const [items] = await second.end;
	const said = items.map(({ json }) => [json.row, json.outcome, json.endedBy] as const);
	expect(said.sort(([a], [b]) => Number(a) - Number(b))).toEqual([
		[0, 'alreadySent', undefined],
		[1, 'accepted', 'END'],
		[2, 'refused', undefined],
	]);
	expect((await wait(rowsOf(GOOD), keyed)).waitTill).toBeUndefined();
});

describe('rows after a wait', () => {
	const ended = async (rows: IDataObject[], options: INodeParameters, settings: Partial<INode>) => {
		const execution = await wait(rows, options, { settings });
		await tell(execution, 'END', '2');
		return await execution.end;
	};
	const mixed = ['1', GOOD[0], '2', GOOD[1]];

	it.each([
		['continueErrorOutput', 'campaign', 1],
		['continueRegularOutput', 'recipient', 2],
	] as const)('are whole in the error items with %s, by %s', async (onError, output, sent) => {
		const outputs = await ended(rowsOf(mixed, { name: 'Dana' }), { output }, { onError });
		const all = outputs.flat().map(({ json }) => json);
		const rows = all.flatMap(({ error, message, ...row }) => (error ? [message ?? row] : []));
		expect(rows).toMatchObject([
			{ phone: '1', name: 'Dana', row: 0 },
			{ phone: '2', name: 'Dana', row: 2 },
		]);
		expect(all.filter(({ error }) => error === undefined)).toHaveLength(sent);
		if (onError === 'continueErrorOutput') expect(outputs[1]).toHaveLength(2);
	});

	it('stand beside the error where n8n can merge none in, and say nothing in its name', async () => {
		const earlier = { error: 'of an earlier node', outcome: 'accepted', item: 'A-1' };
		const rows = rowsOf([...GOOD, '1'], earlier);
		const outputs = await ended(rows, {}, { onError: 'continueErrorOutput' });
		expect(outputs[1].map(({ json }) => json)).toEqual([
			{
				error: expect.stringContaining('Phone number "1"'),
				message: {
					...{ outcome: 'refused', item: 'A-1', phone: '1', row: 2, text: 'Hi' },
					inputColumns: { error: earlier.error, outcome: 'accepted' },
				},
			},
		]);
		expect(outputs[0]).toHaveLength(1);
	});

	// Two texts to one phone take two requests; where rows stand decides what n8n merges.
	it.each([
		['continueErrorOutput', 'recipient', [GOOD[0], '1', GOOD[0]], 1],
		['continueErrorOutput', 'campaign', [GOOD[0], GOOD[0], '1', GOOD[1]], 2],
		['continueRegularOutput', 'recipient', [GOOD[0], '1', GOOD[0]], 1],
		['continueRegularOutput', 'campaign', [GOOD[0], GOOD[0], '1', GOOD[1]], 2],
	] as const)(
		'say which of them may have been sent, with %s, by %s',
		async (onError, output, order, count) => {
			service.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 }]);
			const text = (row: number) => (order[row] === GOOD[1] || row === 0 ? 'One' : 'Two');
			const rows = rowsOf([...order], { message: 'mine' });
			const execution = await wait(
				rows.map((row, at) => ({ ...row, text: text(at) })),
				{ output },
				{ settings: { onError } },
			);
			await execution.saved;
			await tell(execution, 'END', '1', codes()[1]);
			const outputs = await execution.end;
			const errors = outputs.flat().filter(({ json }) => json.error !== undefined);
			const unknown = errors.filter(({ json }) => /outcome is unknown/.test(String(json.error)));
			expect(unknown).toHaveLength(count);
			for (const item of errors) {
				const { outcome, message } = item.json as {
					outcome?: string;
					message?: { outcome: string };
				};
				expect(outcome ?? message?.outcome).toBe(unknown.includes(item) ? 'unknown' : 'refused');
			}
			if (onError === 'continueErrorOutput') expect(outputs[1]).toHaveLength(count + 1);
		},
	);

	it('are paired to themselves, and keep a column called "message", and others as columns of the input', async () => {
		const columns = { message: 'mine', timedOut: true, taskId: '123', endedBy: 'TIME_LIMIT' };
		const [items] = await ended(
			rowsOf(mixed, columns),
			{ output: 'recipient' },
			{ onError: 'continueRegularOutput' },
		);
		expect(items.map(({ json }) => json.message)).toEqual(['mine', 'mine', 'mine', 'mine']);
		expect(items.map(({ json, pairedItem }) => [json.row, pairedItem])).toEqual(
			[0, 1, 2, 3].map((item) => [item, { item }]),
		);
		expect(items.filter(({ json }) => json.error !== undefined)).toMatchObject([
			{ json: { phone: '1', inputColumns: { taskId: '123', endedBy: 'TIME_LIMIT' } } },
			{ json: { phone: '2', inputColumns: { taskId: '123', endedBy: 'TIME_LIMIT' } } },
		]);
	});

	it('are output once although the first of them failed and n8n tries again', async () => {
		const outputs = await ended(
			rowsOf(mixed),
			{ output: 'recipient' },
			{ onError: 'continueErrorOutput', retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
		);
		expect(outputs[1].map(({ json }) => json)).toMatchObject([
			{ error: expect.stringContaining('"1"'), message: { phone: '1', row: 0 } },
			{ error: expect.stringContaining('"2"'), message: { phone: '2', row: 2 } },
		]);
		expect(service.control.ledger().total).toBe(2);
	});
});
