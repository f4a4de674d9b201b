import type { IDataObject, IExecuteFunctions, IRunExecutionData } from 'n8n-workflow';

/** The call of a tool that a human review is about. */
export interface ReviewedCall {
	/** The tool and the arguments n8n runs once the call is approved. */
	toolName: unknown;
	toolParameters: unknown;
	/** All that the model wrote, also for the review. */
	written: IDataObject;
	/** How many items the agent works on. */
	agentItems: number;
}

/**
 * Finds the call a human review is about, or undefined where n8n does not show it.
 *
 * n8n (2.41, `requests-response`; 2.0 has no reviews) keeps the call with the agent that waits for its review. The review itself gets
 * a row and `$tool`, in which the model's arguments can put something else in its place (`createEngineRequests`,
 * `workflow-data-proxy`). Delete this when n8n gives a review the call itself.
 */
export function reviewedCall(context: IExecuteFunctions): ReviewedCall | undefined {
	const { runExecutionData } = context as unknown as { runExecutionData?: IRunExecutionData };
	const { name } = context.getNode();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	for (const { data, metadata } of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const called = metadata?.subNodeExecutionData?.actions.find(
			({ nodeName, runIndex }) => nodeName === name && runIndex === $runIndex,
		);
		const { hitl } = (called?.action.metadata ?? {}) as { hitl?: IDataObject };
		if (hitl === undefined) continue;
		const { toolName, originalInput } = hitl;
		const agentItems = data.main[0]?.length ?? 0;
		const written = called?.action.input ?? {};
		return { toolName, toolParameters: originalInput, written, agentItems };
	}
	return undefined;
}
