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

/** The part of the workflow that is running which n8n keeps from nodes. */
interface RunningWorkflow {
	workflow?: { nodes?: Record<string, INode>; settings?: IWorkflowSettings };
}

/** A node of the workflow that is running, by its name; undefined where there is none. */
function nodeNamed(context: IExecuteFunctions, name: unknown): INode | undefined {
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
	/** What n8n adds of its own that the tool may take so: columns of its chat, and the ID of the call. */
	ofN8n: IDataObject;
	/** Names the run of the agent. */
	caller: string;
	/** The ID of the call. */
	id: string;
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
	const { action, items: agentItems, caller } = call;
	const { toolName, originalInput, gatedToolNodeName } = hitl;
	const tool = nodeNamed(context, gatedToolNodeName);
	const seen = Object.keys(Object(originalInput) as IDataObject);
	const json: IDataObject = { ...agentItems[0]?.json, [CALL_ID]: action.id };
	const added = columnsRead(tool, Object.keys(json)).filter((name) => !seen.includes(name));
	return {
		...{ toolName, caller, id: action.id },
		toolParameters: originalInput,
		written: action.input,
		agentItems,
		unseenColumns: added.filter((name) => !OF_N8N.includes(name)),
		ofN8n: Object.fromEntries(
			added.filter((name) => OF_N8N.includes(name)).map((name) => [name, json[name]]),
		),
	};
}

/** Where n8n puts the ID of the call in the item a tool runs with (2.41, `prepareRequestedNodesForExecution`). */
const CALL_ID = 'toolCallId';
/** What n8n adds of its own: columns of its chat, without which no agent of a chat works, and the ID. */
const OF_N8N = ['sessionId', 'action', 'chatInput', CALL_ID];
const LANGCHAIN = '@n8n/n8n-nodes-langchain.';

/**
 * The columns of the agent's item that a tool takes as its arguments. n8n runs an approved call on this item with the
 * arguments laid over it: other nodes read their arguments from the call alone, n8n's AI tools from the whole of it (2.41,
 * `McpClientTool`, `ToolCode`, `ToolThink`), and *Call n8n Workflow* by the names it asks the model for.
 *
 * @param tool nothing where n8n does not show it: it may be any
 */
function columnsRead(tool: INode | undefined, columns: string[]): string[] {
	if (tool !== undefined && !tool.type.startsWith(LANGCHAIN)) return [];
	const asksByName = tool?.type === `${LANGCHAIN}toolWorkflow` && tool.typeVersion >= 2;
	const asked = asksByName ? argumentsOf(tool) : undefined;
	return columns.filter((name) => asked?.includes(name) ?? true);
}
