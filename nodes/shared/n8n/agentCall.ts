import {
	traverseNodeParameters,
	type EngineRequest,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
	type IWorkflowSettings,
} from 'n8n-workflow';

/** The call of a model that n8n runs a node for. */
export interface AgentCall {
	/** What n8n is to run: `input` has what the model wrote, as n8n puts it into the row. */
	action: EngineRequest<IDataObject>['actions'][number];
	/** The items the agent works on, as they were before n8n put the call into them. */
	items: INodeExecutionData[];
}

/**
 * Finds the call that this run of a node is for, or undefined where n8n does not show it.
 *
 * n8n (1.123, 2.0 and 2.41, `requests-response`) keeps it with the agent that waits for its result. The node itself gets
 * one row in which the model's arguments lie over the columns of the agent's item. Delete this when n8n
 * gives a node the two apart.
 */
export function agentCall(context: IExecuteFunctions): AgentCall | undefined {
	const { runExecutionData } = context as unknown as { runExecutionData?: IRunExecutionData };
	const { name } = context.getNode();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	for (const { data, metadata } of runExecutionData?.executionData?.nodeExecutionStack ?? []) {
		const called = metadata?.subNodeExecutionData?.actions.find(
			({ nodeName, runIndex }) => nodeName === name && runIndex === $runIndex,
		);
		if (called !== undefined) {
			return { action: called.action as AgentCall['action'], items: data.main[0] ?? [] };
		}
	}
	return undefined;
}

/** The part of the workflow that is running which n8n keeps from nodes. */
interface RunningWorkflow {
	workflow?: { nodes?: Record<string, INode>; settings?: IWorkflowSettings };
}

/** A node of the workflow that is running, by its name; undefined where there is none. */
export function nodeNamed(context: IExecuteFunctions, name: unknown): INode | undefined {
	return (context as unknown as RunningWorkflow).workflow?.nodes?.[String(name)];
}

/**
 * Tells whether the workflow runs its nodes in the order v0, which is also that of a workflow without the setting. There
 * n8n runs an agent before the tools whose results it waits for, and keeps no call (2.41, `handleRequest`, `addNodeToBeExecuted`).
 */
export function runsInOldOrder(context: IExecuteFunctions): boolean {
	const { workflow } = context as unknown as RunningWorkflow;
	return workflow?.settings !== undefined && workflow.settings.executionOrder !== 'v1';
}

/** The names of the arguments that a model is asked for, as n8n finds them in a node's parameters. */
export function argumentsOf({ parameters }: Pick<INode, 'parameters'>): string[] {
	const found: Parameters<typeof traverseNodeParameters>[1] = [];
	traverseNodeParameters(parameters, found);
	return found.map(({ key }) => key);
}
