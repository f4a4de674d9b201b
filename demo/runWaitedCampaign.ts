import { setTimeout as sleep } from 'node:timers/promises';
import { itemsOf, readExecution, runWorkflow, waitForExecution } from '../n8n/executions';
import type { Execution } from '../n8n/types';
import { nodeNames } from './exampleWorkflows';
import type { Demo } from './startDemo';

/** A customer in the report of the waited campaign. */
export interface ReportedCustomer {
	name: string;
	phone: string;
	sent: boolean;
	/** The notification that ended the campaign. */
	endedBy: string;
}

/** What came of the example "Template campaign with report". */
export interface WaitedRun {
	execution: Execution;
	/** Whether n8n was seen to have put the execution to sleep. */
	wasWaiting: boolean;
	customers: ReportedCustomer[];
	refused: Array<{ phone: string; reason: string }>;
}

/** Slow enough that a person could watch the execution wait. */
const campaignStepMs = 1_500;
const lookEveryMs = 100;

/** Runs a campaign whose workflow sleeps until the service reports that sending ended. */
export async function runWaitedCampaign(demo: Demo): Promise<WaitedRun> {
	const { client, waitedWorkflow, emulator } = demo;
	const before = emulator.control.settings();
	emulator.control.changeSettings({ campaignStepMs });
	try {
		const id = await runWorkflow(client, waitedWorkflow, nodeNames.start);
		const wasWaiting = await sawWaiting(demo, id);
		const execution = await waitForExecution(client, id);
		const read = <T>(node: string) => itemsOf(execution, node).map(({ json }) => json as T);
		return {
			execution,
			wasWaiting,
			customers: read<ReportedCustomer>(nodeNames.report),
			refused: read<WaitedRun['refused'][number]>(nodeNames.refused),
		};
	} finally {
		emulator.control.changeSettings({ campaignStepMs: before.campaignStepMs });
	}
}

async function sawWaiting({ client }: Demo, id: string): Promise<boolean> {
	for (;;) {
		const { status } = await readExecution(client, id);
		if (status !== 'new' && status !== 'running') return status === 'waiting';
		await sleep(lookEveryMs);
	}
}
