// If this fails, what comes out of a wait names the wrong outcome or people.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultRule } from '../../emulator';
import { patience } from '../../nodes/shared/waiting/watchWait';
import { meant } from '../operations/meant';
import { approved } from './harness/approved';
import { OneCredential } from './harness/credentials';
import { expectParts, pairingOf } from './harness/expectStory';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';
import { waitingCampaigns } from './harness/waitingCampaigns';
import waits from './waits.json';

/** A campaign that waits, and what comes out of both outputs. */
interface Wait {
	what: string;
	items: IDataObject[];
	options?: INodeParameters;
	settings?: Partial<INode>;
	faults?: Array<Partial<FaultRule>>;
	/** Notifications, of the first campaign or of another one. */
	tells: Array<[msg: string, info: string, campaign?: number]>;
	/** A part of each item. */
	main: object[];
	/** Items of the error output. */
	errors?: object[];
	pairedTo?: number[];
	/** How many messages left. */
	sent?: number;
}

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

it('a column of a row that is called as what is said at the limit stays', async () => {
	const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hello' };
	const sms = smsCampaigns(service);
	const { items } = await sms([{ message: 'mine' }], { ...lists, mode: 'preview' });
	const rows = (await approved(items, service.credential())).map(({ json }) => json);
	const execution = await wait(rows, {}, { parameters: { ...lists, mode: 'sendApproved' } });
	await execution.saved;
	endAll();
	await tell(execution, 'END', '2');
	const [[{ json }]] = await execution.end;
	expect(json).toMatchObject({ endedBy: 'END', sentCount: 2, message: 'mine' });
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

describe('what comes out', () => {
	it.each(waits as unknown as Wait[])('$what', async ({ items, options, settings, ...each }) => {
		service.control.addFaults(
			(each.faults ?? []).map((fault) => ({ endpoint: 'scheduleSms', ...fault }) as FaultRule),
		);
		const execution = await wait(items, options, { ...(settings && { settings }) });
		await execution.saved;
		for (const [msg, info, campaign = 0] of each.tells)
			expect(await tell(execution, msg, info, codes()[campaign])).toBe(200);
		const [main, errors = []] = await execution.end;
		expectParts(
			main.map(({ json }) => json),
			each.main,
		);
		expect(errors.map(({ json }) => json)).toEqual(meant(each.errors ?? []));
		if (each.pairedTo) expect(main.map(pairingOf)).toEqual(each.pairedTo);
		if (each.sent) expect(service.control.ledger().total).toBe(each.sent);
	});
});
