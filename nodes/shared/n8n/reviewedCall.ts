import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { agentCall } from './agentCall';

/** The call of a tool that a human review is about. */
export interface ReviewedCall {
	/** The tool and the arguments n8n runs once the call is approved. */
	toolName: unknown;
	toolParameters: unknown;
	/** All that the model wrote, also for the review. */
	written: IDataObject;
	/** The items the agent works on. */
	agentItems: INodeExecutionData[];
}

/**
 * Finds the call a human review is about, or undefined where n8n does not show it.
 *
 * The review itself gets a row and `$tool`, in which the model's arguments can put something else in its
 * place (n8n 2.41, `createEngineRequests`, `workflow-data-proxy`; 2.0 has no reviews). Delete this when n8n gives a review the
 * call itself.
 */
export function reviewedCall(context: IExecuteFunctions): ReviewedCall | undefined {
	const call = agentCall(context);
	const hitl = call?.action.metadata.hitl as IDataObject | undefined;
	if (call === undefined || hitl === undefined) return undefined;
	const { action, items: agentItems } = call;
	const { toolName, originalInput } = hitl;
	return { toolName, toolParameters: originalInput, written: action.input, agentItems };
}
