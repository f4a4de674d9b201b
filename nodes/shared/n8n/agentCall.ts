// The model's call that n8n runs a node for.
import {
	traverseNodeParameters,
	type EngineRequest,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type IRunExecutionData,
} from 'n8n-workflow';

/** The model's call that n8n runs a node for. */
export interface AgentCall {
	/** What n8n runs: `input` is what the model wrote, as n8n puts it into the row. */
	action: EngineRequest<IDataObject>['actions'][number];
	/** The agent's items, before n8n added the call. */
	items: INodeExecutionData[];
	/** Names the agent's run. */
	caller: string;
}

/**
 * The call that this run of a node is for; undefined if n8n does not show it.
 *
 * n8n (2.0 and 2.41, `requests-response`) keeps it with the agent that waits for its result. The
 * node gets one row, in which the model's arguments override the columns of the agent's item.
 * Delete this when n8n gives a node the two apart.
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

/** The names of the arguments a model is asked for, as n8n finds them in a node's parameters. */
export function argumentsOf({ parameters }: Pick<INode, 'parameters'>): string[] {
	const found: Parameters<typeof traverseNodeParameters>[1] = [];
	traverseNodeParameters(parameters, found);
	return found.map(({ key }) => key);
}

/** The tool call under human review. */
export interface ReviewedCall {
	/** The tool and arguments that n8n runs after the approval. */
	toolName: unknown;
	toolParameters: unknown;
	/** All that the model wrote, also for the review. */
	written: IDataObject;
	/** The agent's items. */
	agentItems: INodeExecutionData[];
	/** Columns of the agent's item that the tool may take for arguments missing in the call. */
	unseenColumns: string[];
}

/**
 * The call under human review; undefined if n8n does not show it.
 *
 * In the review's row and `$tool`, the model's arguments can replace the call (n8n 2.41,
 * `createEngineRequests`, `workflow-data-proxy`; 2.0 has no reviews). Delete this when n8n gives a
 * review the call itself.
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

/** Columns of n8n's chat, which an agent of a chat needs. */
const OF_CHAT = ['sessionId', 'action', 'chatInput'];

/** A part of the running workflow that n8n hides from nodes. */
interface RunningWorkflow {
	workflow?: { nodes?: Record<string, INode> };
}

/**
 * Whether a tool may take arguments from columns of the agent's item. n8n runs an approved call on
 * this item, overridden by the arguments. Other nodes read only the call, but n8n's AI tools read
 * the row (2.41, `McpClientTool`, `ToolCode`, `ToolThink`). A hidden tool may be one of them.
 */
function readsItem(context: IExecuteFunctions, name: unknown): boolean {
	const { workflow } = context as unknown as RunningWorkflow;
	return workflow?.nodes?.[String(name)]?.type.startsWith('@n8n/n8n-nodes-langchain.') ?? true;
}
