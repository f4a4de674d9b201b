// If this fails, a number that the service named as failed comes out as reached.
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { patience } from '../../nodes/shared/waiting/watchWait';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';
import type { WaitingExecution } from './harness/waitingN8n';

/** What a notification said of a campaign counts, whatever the status says and whenever it is asked for. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const { run, tell, codes } = waitingCampaigns(service);
/** Notifications may take as long as a busy machine needs. */
const PATIENT_MS = 60_000;
/** For tests in which the notification never comes. */
const IMPATIENT_MS = 100;
const { deletedMs } = patience;
beforeEach(() => Object.assign(patience, { onItsWayMs: PATIENT_MS, deletedMs }));

const PHONES = ['0570002233', '0570002234', '0570002235'];

async function wait(rows: IDataObject[], options: INodeParameters, parameters = {}) {
	const execution = await run(rows, options, { parameters });
	await execution.saved;
	return execution;
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

/** From now on the service says this of every campaign. */
const statusIs = (data: IDataObject) => {
	const body = JSON.stringify({ status: 1, message: 'OK', data });
	service.control.addFaults([{ kind: 'undocumented', endpoint: 'taskStatus', times: 1_000, body }]);
};

const rowsOf = (phones: string[], text = 'Hi') => phones.map((phone) => ({ phone, text }));

describe('numbers that a notification names as failed', () => {
	it.each<[failed: string, info: string, sent: Array<boolean | null | undefined>]>([
		['972570002234', '3', [true, false, true]],
		['', '3', [undefined, undefined, undefined]],
		['-', '0', [false, false, false]],
	])('are not sent to: %j, and the end counts %s', async (failed, info, sent) => {
		const execution = await wait(rowsOf(PHONES), { output: 'recipient' });
		await tell(execution, 'CP_SEND_ERROR', failed);
		await tell(execution, 'END', info);
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.sent)).toEqual(sent);
	});

	it('are named by the campaign', async () => {
		const execution = await wait(rowsOf(PHONES), {});
		await tell(execution, 'CP_SEND_ERROR', PHONES[1]);
		await tell(execution, 'CP_SEND_ERROR', PHONES[2]);
		await tell(execution, 'END', '1');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'END', sentCount: 1, notSent: PHONES.slice(1) });
	});

	it('may be others where another notification, or the status, names none that can be read', async () => {
		const isNamed = [null, false, null];
		const execution = await wait(rowsOf(PHONES), { output: 'recipient' });
		await tell(execution, 'CP_SEND_ERROR', '');
		await tell(execution, 'CP_SEND_ERROR', PHONES[1]);
		await tell(execution, 'END', '2');
		const [items] = await execution.end;
		expect(items.map(({ json }) => json.sent)).toEqual(isNamed);

		service.control.reset();
		const other = await wait(rowsOf(PHONES), { output: 'recipient' });
		statusIs({ taskStatus: 'cancel', notSent: { count: 2 } });
		await tell(other, 'CP_SEND_ERROR', PHONES[1]);
		await tell(other, 'STOP', '2');
		const [stopped] = await other.end;
		expect(stopped.map(({ json }) => json.sent)).toEqual(isNamed);
	});
});

describe('an end that a notification named', () => {
	it('is not lost while another campaign goes on, though the service does not keep it', async () => {
		const rows = [...rowsOf(PHONES.slice(0, 1), 'One'), ...rowsOf(PHONES.slice(0, 1), 'Two')];
		const execution = await wait(rows, {});
		expect(codes()).toHaveLength(2);
		expect(await tell(execution, 'END', '1')).toBe(200);
		expect(await tell(execution, 'END', '1', codes()[1])).toBe(200);
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.outcome, json.sentCount])).toEqual([
			['END', 1],
			['END', 1],
		]);
	});

	it('wins against a status that says it sooner', async () => {
		const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hi' };
		const execution = await wait([{ text: 'Hi' }], {}, lists);
		service.control.setCampaign(codes()[0], 'error');
		await looks(1, execution);
		await tell(execution, 'UNKNOWN_ERROR');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'UNKNOWN_ERROR', timedOut: false });
	});

	it('comes too late for a campaign that counts as deleted', async () => {
		patience.deletedMs = 0;
		const execution = await wait(rowsOf(PHONES), {});
		statusIs({ taskStatus: 'na' });
		await looks(2, execution);
		await tell(execution, 'END', '3');
		const [[{ json }]] = await execution.end;
		expect(json).toMatchObject({ outcome: 'DELETED', timedOut: false });
	});

	it('never comes, and no one is called reached whom the service may have skipped', async () => {
		patience.onItsWayMs = IMPATIENT_MS;
		// Blocked in the whole account: the campaign is done all the same.
		const phones = [PHONES[0], '0570099999'];
		const execution = await wait(rowsOf(phones), { output: 'recipient' });
		service.control.setCampaign(codes()[0], 'done');
		const [items] = await execution.end;
		expect(items.map(({ json }) => [json.outcome, json.sent])).toEqual(
			phones.map(() => ['END', undefined]),
		);
	});
});
