// If this fails, a workflow waits forever, goes on too early, or reports the wrong end.
import { itemsOf } from '../../n8n/executions';
import type { WorkflowJson } from '../../n8n/types';
import { chain, itemsStep, START } from '../../n8n/chain';
import { sendStep } from '../steps';
import { byHand, nextStep, runUntilCampaignsEnd } from './support/campaignsByHand';
import { stackForTests } from './support/stack';
import { until } from './support/until';

const SEND = 'Send';
const stack = stackForTests();

const items = itemsStep(
	`return ['0570002233', '0570002234'].map((phone) => ({ json: { phone, text: 'one' } }));`,
);

const waiting: WorkflowJson = chain('Waiting', [
	items,
	sendStep({
		...{ operation: 'sendCampaign', mode: 'send', recipient: 'phone', message: '{text}' },
		notifications: { waitForCompletion: true },
	}),
]);

/** Waits until n8n has answered so many notifications. */
const told = async (count: number) =>
	await until(async () => {
		const answered = stack.control
			.notifications()
			.filter(({ statusCode }) => statusCode !== undefined);
		return answered.length >= count ? answered : undefined;
	});

describe('Wait for Completion in a real n8n', () => {
	it('resumes at the end of the campaign, not at its start', async () => {
		stack.control.changeSettings(byHand);
		const id = await stack.ask(waiting);
		nextStep(stack);
		await told(1);
		expect(await stack.statusOf(id)).toBe('waiting');
		nextStep(stack);
		const [{ json }, ...others] = itemsOf(await stack.success(id), SEND);
		expect(json).toMatchObject({
			...{
				outcome: 'accepted',
				recipientCount: 2,
				endedBy: 'END',
				sentCount: 2,
				notSent: [],
				timedOut: false,
			},
		});
		expect(others).toEqual([]);
		const answers = (await told(2)).map(({ msg, statusCode }) => [msg, statusCode]);
		expect(answers).toEqual([
			['START', 200],
			['END', 200],
		]);
	});

	it.each(['question', 'ampersand'] as const)(
		'understands notifications appended in the way "%s"',
		async (appendStyle) => {
			stack.control.changeSettings({ appendStyle });
			const execution = await runUntilCampaignsEnd(stack, waiting, START);
			const [{ json }] = itemsOf(execution, SEND);
			expect(json).toMatchObject({ endedBy: 'END', sentCount: 2 });
		},
	);

	it('loses no end that comes before n8n has saved the execution', async () => {
		stack.control.changeSettings({ campaignStepMs: 1, startBeforeReply: true });
		for (let round = 0; round < 5; round++) {
			const [{ json }] = itemsOf(await stack.succeed(waiting), SEND);
			expect(json).toMatchObject({ endedBy: 'END', timedOut: false });
			// Where n8n could not take the notification yet, the status tells of the end, and counts nothing.
			expect([2, null]).toContain(json.sentCount);
		}
	});
});
