import { WorkflowExecute } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IRunExecutionData } from 'n8n-workflow';

import { additionalData, NODE, type NodeRunResult } from './runNode';

/**
 * What "Retry" in the list of executions makes of a failed one (n8n 2.41.1, `execution.service`): a new
 * execution that goes on from the saved data, without the failed run of its last node.
 *
 * @param saved the data as n8n saved it, as text
 */
export async function retryOf(
	{ workflow }: NodeRunResult,
	saved: string,
	credential: ICredentialDataDecryptedObject,
): Promise<Pick<NodeRunResult, 'items' | 'error'>> {
	const data = JSON.parse(saved) as IRunExecutionData;
	delete data.resultData.error;
	data.resultData.runData[NODE]?.pop();
	// As n8n does it "with the currently saved workflow".
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = workflow.getNode(entry.node.name) ?? entry.node;
	}
	const execute = new WorkflowExecute(additionalData(credential), 'retry', data);
	const run = await execute.processRunExecutionData(workflow);
	const runs = run.data.resultData.runData[NODE] ?? [];
	return {
		items: runs.flatMap(({ data: output }) => output?.main?.[0] ?? []),
		error: run.data.resultData.error,
	};
}
