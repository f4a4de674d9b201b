// If this fails, a workflow waits forever, goes on too early, or reports the wrong end.
import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';

import { startStack, type Stack } from '../../demo/startStack';
import { itemsOf, readExecution, runWorkflow, waitForExecution } from '../../n8n/executions';
import type { Execution, StoredWorkflow } from '../../n8n/types';
import { chain, itemsStep, START } from '../../n8n/chain';
import { byHand, nextStep, runUntilCampaignsEnd } from './support/campaignsByHand';
import { until } from './support/until';
import { grouped } from '../operations/grouped';

const SEND = 'Send';
let stack: Stack;

beforeAll(async () => {
	stack = await startStack();
});

afterAll(async () => await stack?.stop());
beforeEach(() => stack.emulator.control.reset());

/** Two items with different phones; `twice` gives each phone a second text, so a second campaign. */
const items = (twice = false) =>
	itemsStep(`const phones = ['0570002233', '0570002234'];
		const texts = ${twice ? "['one', 'two']" : "['one']"};
		return texts.flatMap((text) => phones.map((phone) => ({ json: { phone, text } })));`);

async function waitingWorkflow(
	options: Record<string, unknown> = {},
	twice = false,
): Promise<StoredWorkflow> {
	const send = {
		name: SEND,
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			sender: 'MyShop',
			recipient: 'phone',
			message: '{text}',
			...grouped({ options: { ...options, waitForCompletion: true } }),
		},
	};
	return await stack.client.createWorkflow(chain('Waiting', [items(twice), send]), [
		stack.credential,
	]);
}

async function untilWaiting(id: string): Promise<Execution> {
	for (;;) {
		const execution = await readExecution(stack.client, id);
		if (execution.status !== 'new' && execution.status !== 'running') return execution;
		await sleep(50);
	}
}

/** Waits until n8n has answered so many notifications. */
const told = async (count: number) =>
	await until(async () => {
		const answered = stack.emulator.control
			.notifications()
			.filter(({ statusCode }) => statusCode !== undefined);
		return answered.length >= count ? answered : undefined;
	});

function sentItems(execution: Execution) {
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return itemsOf(execution, SEND);
}

/** Runs a workflow while its campaigns go on by themselves. */
async function run(workflow: StoredWorkflow) {
	const id = await runWorkflow(stack.client, workflow, START);
	return sentItems(await waitForExecution(stack.client, id));
}

const runToEnd = async (workflow: StoredWorkflow) =>
	sentItems(await runUntilCampaignsEnd(stack, workflow, START));

describe('Wait for Completion in a real n8n', () => {
	it('resumes at the end of the campaign, not at its start', async () => {
		stack.emulator.control.changeSettings(byHand);
		const id = await runWorkflow(stack.client, await waitingWorkflow(), START);
		expect((await untilWaiting(id)).status).toBe('waiting');
		nextStep(stack);
		await told(1);
		expect((await readExecution(stack.client, id)).status).toBe('waiting');
		nextStep(stack);
		const execution = await waitForExecution(stack.client, id);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, SEND)).toMatchObject([
			{
				json: { recipientCount: 2, outcome: 'END', sentCount: 2, notSent: [], timedOut: false },
			},
		]);
		const answers = (await told(2)).map(({ msg, statusCode }) => [msg, statusCode]);
		expect(answers).toEqual([
			['START', 200],
			['END', 200],
		]);
	});

	it.each(['correct', 'question', 'ampersand'] as const)(
		'understands notifications appended in the way "%s"',
		async (appendStyle) => {
			stack.emulator.control.changeSettings({ appendStyle });
			const [{ json }] = await runToEnd(await waitingWorkflow());
			expect(json).toMatchObject({ outcome: 'END', sentCount: 2 });
		},
	);

	it('loses no end that comes before n8n has saved the execution', async () => {
		stack.emulator.control.changeSettings({ campaignStepMs: 1, startBeforeReply: true });
		for (let round = 0; round < 5; round++) {
			const [{ json }] = await run(await waitingWorkflow());
			expect(json).toMatchObject({ outcome: 'END', timedOut: false });
			// Where n8n could not take the notification yet, the status tells of the end, and counts nothing.
			expect([2, undefined]).toContain(json.sentCount);
		}
	});

	it('is not resumed by a forged notification', async () => {
		stack.emulator.control.changeSettings(byHand);
		const id = await runWorkflow(stack.client, await waitingWorkflow(), START);
		await untilWaiting(id);
		const [{ tid }] = stack.emulator.control.campaigns();
		const [{ parameters }] = stack.emulator.control.requests();
		const address = new URL(String((parameters as { nu: string }).nu));
		address.searchParams.set('msg', 'END');
		address.searchParams.set('tid', tid);
		const forge = async (change: (url: URL) => void) => {
			const forged = new URL(address);
			change(forged);
			return (await axios.get(forged.toString(), { validateStatus: () => true })).status;
		};
		expect(await forge((url) => url.searchParams.delete('key'))).toBe(403);
		expect(await forge((url) => url.searchParams.set('key', `sms-${'0'.repeat(64)}`))).toBe(403);
		// From 2.1 on n8n signs resume URLs as well.
		if (address.searchParams.has('signature')) {
			expect(await forge((url) => url.searchParams.set('signature', 'x'))).toBe(401);
		}
		expect((await readExecution(stack.client, id)).status).toBe('waiting');
		nextStep(stack);
		await told(1);
		nextStep(stack);
		expect((await waitForExecution(stack.client, id)).status).toBe('success');
	});

	it('waits for the end of a campaign to one number until the limit', async () => {
		const rows =
			itemsStep(`return [['0570002233', 'one'], ['0570002234', 'one'], ['0570002233', 'two']]
			.map(([phone, text]) => ({ json: { phone, text } }));`);
		const [send] = (await waitingWorkflow({ waitLimit: 1 })).nodes.filter(
			({ name }) => name === SEND,
		);
		const workflow = await stack.client.createWorkflow(
			chain('One number', [rows, { name: SEND, type: send.type, parameters: send.parameters }]),
			[stack.credential],
		);
		const outputs = (await runToEnd(workflow)).map(({ json }) => json);
		expect(outputs).toMatchObject([
			{ recipientCount: 2, outcome: 'END', sentCount: 2 },
			{ recipientCount: 1, outcome: expect.stringMatching(/^(END|UNKNOWN)$/) },
		]);
	});

	it('says so when the time limit comes first', async () => {
		stack.emulator.control.changeSettings({ campaignStepMs: 120_000 });
		// n8n takes any number here; the editor asks for whole minutes. The last look comes a fifth of it before its end.
		const outputs = await run(await waitingWorkflow({ waitLimit: 0.3 }));
		expect(outputs).toMatchObject([
			{
				json: {
					outcome: 'TIME_LIMIT',
					timedOut: true,
					message: expect.stringMatching(/had not ended/),
				},
			},
		]);
	});
});
