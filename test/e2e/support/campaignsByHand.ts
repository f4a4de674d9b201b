import type { Execution, StoredWorkflow, WorkflowJson } from '../../../n8n/types';
import type { TestStack } from './stack';

/** Steps of campaigns that come only when a test moves the service's clock, however busy the machine is. */
export const byHand = { campaignStepMs: 600_000 };

/** Lets the next step of the campaigns come: their start, then their end. */
export function nextStep({ control }: TestStack): void {
	control.advance({ minutes: 10 });
}

/**
 * Runs a workflow that waits for its campaigns to the end. The campaigns go on once n8n has saved the waiting
 * execution: before that it refuses notifications, and what only they count is not known.
 */
export async function runUntilCampaignsEnd(
	stack: TestStack,
	workflow: WorkflowJson | StoredWorkflow,
	trigger: string,
): Promise<Execution> {
	stack.control.changeSettings(byHand);
	const id = await stack.ask(workflow, trigger);
	nextStep(stack);
	nextStep(stack);
	return await stack.success(id);
}
