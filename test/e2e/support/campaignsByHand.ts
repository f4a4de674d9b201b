import type { Stack } from '../../../demo/startStack';
import { runWorkflow, waitForExecution, waitForPause } from '../../../n8n/executions';
import type { Execution, StoredWorkflow } from '../../../n8n/types';

/** Steps of campaigns that come only when a test moves the service's clock, however busy the machine is. */
export const byHand = { campaignStepMs: 600_000 };

/** Lets the next step of the campaigns come: their start, then their end. */
export function nextStep({ emulator }: Stack): void {
	emulator.control.advance({ minutes: 10 });
}

/**
 * Runs a workflow that waits for its campaigns to the end. The campaigns go on once n8n has saved the waiting
 * execution: before that it refuses notifications, and what only they count is not known.
 */
export async function runUntilCampaignsEnd(
	stack: Stack,
	workflow: StoredWorkflow,
	trigger: string,
): Promise<Execution> {
	stack.emulator.control.changeSettings(byHand);
	const id = await runWorkflow(stack.client, workflow, trigger);
	await waitForPause(stack.client, id);
	nextStep(stack);
	nextStep(stack);
	return await waitForExecution(stack.client, id);
}
