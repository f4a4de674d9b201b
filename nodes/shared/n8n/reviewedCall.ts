import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { agentCall, argumentsOf, nodeNamed } from './agentCall';

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
	const { toolName, originalInput, gatedToolNodeName } = hitl;
	const tool = nodeNamed(context, gatedToolNodeName);
	const seen = Object.keys(Object(originalInput) as IDataObject);
	const json: IDataObject = { ...agentItems[0]?.json, [CALL_ID]: action.id };
	const added = columnsRead(tool, Object.keys(json)).filter((name) => !seen.includes(name));
	return {
		toolName,
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
