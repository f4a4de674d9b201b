// The call of a model that n8n runs a node for.
import {
	traverseNodeParameters,
	type EngineRequest,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';

/** The call of a model that n8n runs a node for. */
export interface AgentCall {
	/** What n8n is to run: `input` has what the model wrote, as n8n puts it into the row. */
	action: EngineRequest<IDataObject>['actions'][number];
	/** The items the agent works on, as they were before n8n put the call into them. */
	items: INodeExecutionData[];
	/** Names the run of the agent. */
	caller: string;
}

/**
 * Finds the call that this run of a node is for, or undefined where n8n does not show it.
 *
 * n8n (2.0 and 2.41, `requests-response`) keeps it with the agent that waits for its result. The node itself gets
 * one row in which the model's arguments lie over the columns of the agent's item. Delete this when n8n
 * gives a node the two apart.
 */
export function agentCall(context: IExecuteFunctions): AgentCall | undefined {
	const { runExecutionData } = context as unknown as { runExecutionData?: IRunExecutionData };
	const { name } = context.getNode();
	const { $runIndex } = context.getWorkflowDataProxy(0);
	for (const { data, metadata, node, runIndex = 0 } of runExecutionData?.executionData
		?.nodeExecutionStack ?? []) {
		const called = metadata?.subNodeExecutionData?.actions.find(
			({ nodeName, runIndex }) => nodeName === name && runIndex === $runIndex,
		);
		if (called !== undefined) {
			const action = called.action as AgentCall['action'];
			return { action, items: data.main[0] ?? [], caller: `${node.name}:${runIndex}` };
		}
	}
	return undefined;
}

/** The names of the arguments that a model is asked for, as n8n finds them in a node's parameters. */
export function argumentsOf({ parameters }: Pick<INode, 'parameters'>): string[] {
	const found: Parameters<typeof traverseNodeParameters>[1] = [];
	traverseNodeParameters(parameters, found);
	return found.map(({ key }) => key);
}

/** The call of a tool that a human review is about. */
export interface ReviewedCall {
	/** The tool and the arguments n8n runs once the call is approved. */
	toolName: unknown;
	toolParameters: unknown;
	/** All that the model wrote, also for the review. */
	written: IDataObject;
	/** The items the agent works on. */
	agentItems: INodeExecutionData[];
	/** Columns of the agent's item that the tool may take as arguments, which the call does not have. */
	unseenColumns: string[];
}

/**
 * Finds the call a human review is about, or undefined where n8n does not show it.
 *
 * The review itself gets a row and `$tool`, in which the model's arguments can put something else in its
 * place (n8n 2.41, `createEngineRequests`, `workflow-data-proxy`; 2.0 has no reviews). Delete this when n8n gives a review the
 * call itself.
 */
export function reviewedCall(context: IExecuteFunctions): ReviewedCall | undefined {
	const { action, items: agentItems = [] } = agentCall(context) ?? {};
	const hitl = action?.metadata.hitl as IDataObject | undefined;
	if (action === undefined || hitl === undefined) return undefined;
	const { toolName, originalInput: toolParameters, gatedToolNodeName } = hitl;
	const seen = [...OF_CHAT, ...Object.keys(Object(toolParameters) as IDataObject)];
	const columns = Object.keys(agentItems[0]?.json ?? {}).filter((name) => !seen.includes(name));
	const unseenColumns = readsItem(context, gatedToolNodeName) ? columns : [];
	return { toolName, toolParameters, written: action.input, agentItems, unseenColumns };
}

/** Columns of n8n's chat, without which no agent of a chat works. */
const OF_CHAT = ['sessionId', 'action', 'chatInput'];

/** The part of the workflow that is running which n8n keeps from nodes. */
interface RunningWorkflow {
	workflow?: { nodes?: Record<string, INode> };
}

/**
 * Whether a tool may take columns of the agent's item as its arguments. n8n runs an approved call on this item with the
 * arguments laid over it: other nodes read their arguments from the call alone, n8n's AI tools from the whole of it (2.41,
 * `McpClientTool`, `ToolCode`, `ToolThink`). A tool that n8n does not show may be any.
 */
function readsItem(context: IExecuteFunctions, name: unknown): boolean {
	const { workflow } = context as unknown as RunningWorkflow;
	return workflow?.nodes?.[String(name)]?.type.startsWith('@n8n/n8n-nodes-langchain.') ?? true;
}
