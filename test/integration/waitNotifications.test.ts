// If this fails, a number that the service named as failed comes out as reached.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { patience } from '../../nodes/shared/waiting/endsOfWait';
import { serviceForTests } from './harness/serviceForTests';
import { waitingN8n } from './harness/waitingN8n';
import { grouped } from '../operations/grouped';

/** What was told of a campaign counts, whatever the status says and whenever it is asked for. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const n8n = waitingN8n();
/** Notifications that are told may take as long as a busy machine needs. */
const PATIENT_MS = 60_000;
/** Longer than the first looks at the status, for tests in which the notification never comes. */
const IMPATIENT_MS = 4_000;
beforeEach(() => (patience.onItsWayMs = PATIENT_MS));
beforeAll(async () => await n8n.start());
afterAll(async () => await n8n.stop());

const PHONES = ['0570002233', '0570002234', '0570002235'];

async function wait(rows: IDataObject[], options: INodeParameters, more: INodeParameters = {}) {
	const execution = await n8n.run({
		node: new ExtApiSms(),
		credential: service.credential(),
		items: rows,
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			sender: 'MyShop',
			recipient: 'phone',
			message: '{text}',
			...grouped({ options: { ...options, waitForCompletion: true } }),
			...more,
		},
		letsPass: () => false,
	});
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

const rowsOf = (phones: string[], text = 'Hi') => phones.map((phone) => ({ phone, text }));

describe('numbers that a notification names as failed', () => {
	it.each<
		[failed: string, msg: string, info: string | undefined, sent: Array<boolean | null | undefined>]
	>([
		['972570002234', 'END', '3', [true, false, true]],
		['972570002234', 'END', '2', [true, false, true]],
		['972570002234', 'END', '1', [null, false, null]],
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
			const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
			await tell('CP_SEND_ERROR', codes[0], failed);
			await tell(msg, codes[0], info);
			const [items] = await execution.end;
			expect(items.map(({ json }) => json.sent)).toEqual(sent);
		},
	);

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

	it('are so when the end is read from the status, which names nobody', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const { execution, codes, tell } = await wait(rowsOf(PHONES), { output: 'recipient' });
		await tell('CP_SEND_ERROR', codes[0], PHONES[0]);
		service.control.setCampaign(codes[0], 'done');
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.sent)).toEqual([false, null, null]);
	});
});

describe('an end that was told', () => {
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
		// The node looks at the status a second after it began to wait.
		await sleep(2_500);
		await tell(msg, codes[0], info);
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ ...said, timedOut: false });
	});

	it('counts where one look at the status knew no campaign, and the next one does', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		const isLook = ({ endpoint }: { endpoint: string }) => endpoint === 'taskStatus';
		const body = JSON.stringify({ status: 1, message: 'OK', data: { taskStatus: 'na' } });
		const once = { kind: 'undocumented', endpoint: 'taskStatus', times: 1, body } as const;
		service.control.addFaults([once]);
		const { execution, codes, tell } = await wait(rowsOf(PHONES), {});
		let hasEnded = false;
		void execution.end.then(() => (hasEnded = true));
		while (!hasEnded && service.control.requests().filter(isLook).length < 2) await sleep(50);
		await tell('END', codes[0], '3');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', sentCount: 3 });
	});

	it('never comes, and nobody is called reached whom the service may have skipped', async () => {
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
