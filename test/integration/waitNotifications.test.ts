// If this fails, a number that the service named as failed comes out as reached.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { patience } from '../../nodes/shared/waiting/patience';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';
import type { WaitingExecution } from './harness/waitingN8n';

/** What a notification said of a campaign counts, whatever the status says and whenever it is asked for. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const run = waitingCampaigns(service);
/** Notifications may take as long as a busy machine needs. */
const PATIENT_MS = 60_000;
/** For tests in which the notification never comes. */
const IMPATIENT_MS = 100;
const { deletedMs } = patience;
beforeEach(() => Object.assign(patience, { onItsWayMs: PATIENT_MS, deletedMs }));

const PHONES = ['0570002233', '0570002234', '0570002235'];

async function wait(rows: IDataObject[], options: INodeParameters, more: INodeParameters = {}) {
	const execution = await run(rows, options, { parameters: more });
	await execution.saved;
	const address = String(service.bodies().find(({ nu }) => nu !== undefined)?.nu);
	const codes = service.control.campaigns().map(({ tid }) => tid);
	return {
		execution,
		codes,
		tell: async (msg: string, tid: string, info?: string) =>
			await execution.notify({ msg, tid, ...(info === undefined ? {} : { info }) }, address),
	};
}

/** Waits until the status was asked for so often, or the wait is over. */
const looks = async (count: number, { end }: WaitingExecution) => {
	const isLook = ({ endpoint }: { endpoint: string }) => endpoint === 'taskStatus';
	const before = service.control.requests().filter(isLook).length;
	let hasEnded = false;
	void end.then(() => (hasEnded = true));
	const asked = () => service.control.requests().filter(isLook).length - before;
	while (!hasEnded && asked() < count) await sleep(5);
};

const rowsOf = (phones: string[], text = 'Hi') => phones.map((phone) => ({ phone, text }));

describe('numbers that a notification names as failed', () => {
	it.each<
		[failed: string, msg: string, info: string | undefined, sent: Array<boolean | null | undefined>]
	>([
		['972570002234', 'END', '3', [true, false, true]],
		['972570002234', 'END', '2', [true, false, true]],
		['972570002234', 'END', '1', [null, false, null]],
		['972570002234', 'END', '4', [null, false, null]],
		['972570002234', 'END', undefined, [null, false, null]],
		['0570002233, +972 57-000-2234', 'END', '1', [false, false, true]],
		['447700900123', 'END', '2', [undefined, undefined, undefined]],
		['-', 'END', '0', [false, false, false]],
		['-', 'NO_USERS_FOUND', undefined, [false, false, false]],
		['', 'END', '3', [undefined, undefined, undefined]],
		[' ', 'END', '3', [undefined, undefined, undefined]],
		['[]', 'END', '3', [undefined, undefined, undefined]],
		['null', 'END', '3', [undefined, undefined, undefined]],
		['{"why":"full"}', 'END', '3', [undefined, undefined, undefined]],
		['', 'END', '0', [false, false, false]],
	])(
		'are not sent to, and the others are where the count says so (%s failed, %s tells %s: %j)',
		async (failed, msg, info, sent) => {
			// Some ends count fewer, and nothing follows that says who is missing.
			patience.onItsWayMs = IMPATIENT_MS;
			const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
			await tell('CP_SEND_ERROR', codes[0], failed);
			await tell(msg, codes[0], info);
			const [items] = await execution.end;
			expect(items.map(({ json }) => json.sent)).toEqual(sent);
		},
	);

	it.each(['done', 'running'] as const)(
		'are not sent to when they are named after the end that does not count them (status %s)',
		async (status) => {
			const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
			service.control.setCampaign(codes[0], status);
			const answered = tell('END', codes[0], '2');
			await looks(1, execution);
			await tell('CP_SEND_ERROR', codes[0], PHONES[1]);
			const [items] = await execution.end;
			expect(items.map(({ json }) => json.sent)).toEqual([true, false, true]);
			expect(await answered).toBe(200);
		},
	);

	it('are not known where none is named after an end that does not count them', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		service.control.setCampaign(codes[0], 'done');
		await tell('END', codes[0], '2');
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.outcome, json.sent])).toEqual(
			PHONES.map(() => ['END', undefined]),
		);
	});

	it('are named by the campaign', async () => {
		const { execution, codes, tell } = await wait(rowsOf(PHONES), {});
		await tell('CP_SEND_ERROR', codes[0], PHONES[1]);
		await tell('CP_SEND_ERROR', codes[0], PHONES[2]);
		await tell('END', codes[0], '1');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', sentCount: 1, notSent: PHONES.slice(1) });
	});

	it.each([undefined, '', '[]'])('are not known where it names none (%j)', async (info) => {
		const { execution, codes, tell } = await wait(rowsOf(PHONES), {});
		await tell('CP_SEND_ERROR', codes[0], info);
		await tell('END', codes[0], '3');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', sentCount: 3 });
		expect(json).not.toHaveProperty('notSent');
	});

	it('are those that one notification names, and may be others where another names none', async () => {
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		await tell('CP_SEND_ERROR', codes[0], '');
		await tell('CP_SEND_ERROR', codes[0], PHONES[1]);
		await tell('END', codes[0], '2');
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.sent)).toEqual([null, false, null]);
	});

	it('are so where the list of the status cannot be read, which may name others', async () => {
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		const data = { taskStatus: 'cancel', notSent: { count: 2 } };
		const body = JSON.stringify({ status: 1, message: 'OK', data });
		const fault = { kind: 'undocumented', endpoint: 'taskStatus', times: 1_000, body } as const;
		service.control.addFaults([fault]);
		await tell('CP_SEND_ERROR', codes[0], PHONES[1]);
		await tell('STOP', codes[0], '2');
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.outcome)).toEqual(['STOP', 'STOP', 'STOP']);
		expect(items.map(({ json }) => json.sent)).toEqual([null, false, null]);
	});

	it('are so when the end is read from the status, which names no one', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		await tell('CP_SEND_ERROR', codes[0], PHONES[0]);
		service.control.setCampaign(codes[0], 'done');
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.sent)).toEqual([false, null, null]);
	});
});

it('claims nothing of anyone where more are counted than there are recipients', async () => {
	const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
	await tell('END', codes[0], '4');
	const [items] = await execution.end;
	expect(items.map(({ json }) => [json.outcome, json.sent])).toEqual(
		PHONES.map(() => ['END', undefined]),
	);
});

it.each([undefined, PHONES[1]])(
	'claims nothing of anyone who is not named where two ends count differently (%s named)',
	async (named) => {
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		if (named === undefined) patience.onItsWayMs = 1_000;
		service.control.setCampaign(codes[0], 'done');
		const answered = tell('END', codes[0], '2');
		await looks(1, execution);
		await tell('END', codes[0], '3');
		if (named !== undefined) await tell('CP_SEND_ERROR', codes[0], named);
		const [items] = await execution.end;
		const sent = named === undefined ? PHONES.map(() => undefined) : [null, false, null];
		expect(items.map(({ json }) => json.sent)).toEqual(sent);
		expect(await answered).toBe(200);
	},
);

describe('an end that a notification named', () => {
	it('is not lost while another campaign goes on, though the service does not keep it', async () => {
		const rows = [...rowsOf(PHONES.slice(0, 1), 'One'), ...rowsOf(PHONES.slice(0, 1), 'Two')];
		const { execution, codes, tell } = await wait(rows, {});
		expect(codes).toHaveLength(2);
		expect(await tell('END', codes[0], '1')).toBe(200);
		expect(await tell('END', codes[1], '1')).toBe(200);
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.outcome, json.sentCount])).toEqual([
			['END', 1],
			['END', 1],
		]);
	});

	it.each([
		['END', 'done', '17', { outcome: 'END', sentCount: 17 }],
		['UNKNOWN_ERROR', 'error', undefined, { outcome: 'UNKNOWN_ERROR' }],
	] as const)('wins against a status that says it sooner (%s)', async (msg, status, info, said) => {
		const { execution, codes, tell } = await wait(
			[{ text: 'Hi' }],
			{},
			{ sendTo: 'lists', listCodes: '1001', message: 'Hi' },
		);
		service.control.setCampaign(codes[0], status);
		await looks(1, execution);
		await tell(msg, codes[0], info);
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ ...said, timedOut: false });
	});

	/** From now on the service knows no campaign. */
	const knowNone = () => {
		const body = JSON.stringify({ status: 1, message: 'OK', data: { taskStatus: 'na' } });
		const fault = { kind: 'undocumented', endpoint: 'taskStatus', times: 1_000, body } as const;
		service.control.addFaults([fault]);
	};
	it('counts after three looks at the status that knew no campaign', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const { execution, codes, tell } = await wait(rowsOf(PHONES), {});
		knowNone();
		await looks(3, execution);
		await tell('END', codes[0], '3');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', sentCount: 3 });
	});

	it.each([
		['DELETED', false],
		['END', true],
	])(
		'is %s where a campaign is not known any more; it had begun: %s',
		async (outcome, hasBegun) => {
			patience.deletedMs = 0;
			const { execution, codes, tell } = await wait(rowsOf(PHONES), {});
			if (hasBegun) await tell('START', codes[0]);
			knowNone();
			await looks(2, execution);
			await tell('END', codes[0], '3');
			const [[{ json }]] = await execution.end;
			expect(json).toMatchObject({ outcome, timedOut: false });
		},
	);

	it('never comes, and no one is called reached whom the service may have skipped', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		// Blocked in the whole account: the campaign is done all the same.
		const phones = [PHONES[0], '0570099999'];
		const { execution, codes } = await wait(rowsOf(phones), { output: 'recipient' });
		service.control.setCampaign(codes[0], 'done');
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.outcome, json.sent])).toEqual(
			phones.map(() => ['END', undefined]),
		);
	});

	it('never comes, and the status says it, which counts nothing', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const { execution, codes } = await wait(rowsOf(PHONES), {});
		service.control.setCampaign(codes[0], 'done');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', timedOut: false });
		expect(json).not.toHaveProperty('sentCount');
	});
});
