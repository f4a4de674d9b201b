// Whether a person may be asked about a tool call, and what the agent gets.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { argumentsOf, reviewedCall, type ReviewedCall } from '../n8n/agentCall';
import { quoted, type Problem } from '../rules/reader';
import { isReview, messageForModel, operationError } from '../service/nodeErrors';
import type { ShownCall } from './question';

/**
 * Allows a review only if n8n will run exactly what the person reads, and once.
 *
 * @returns the call as the page shows it; undefined for a question that is not a review
 * @throws NodeOperationError with a reason that the model can act on
 */
export function checkReview(context: IExecuteFunctions): ShownCall | undefined {
	const node = context.getNode();
	if (!isReview(node)) return undefined;
	const call = reviewedCall(context);
	const { $tool } = context.getWorkflowDataProxy(0);
	const found = call === undefined ? HIDDEN_CALL : callProblem(call, argumentsOf(node), $tool);
	if (call !== undefined && found === undefined) {
		return { tool: String(call.toolName), parameters: call.toolParameters as IDataObject };
	}
	const { rule, fix } = found!;
	const texts = { message: messageForModel(node, rule, fix), description: fix };
	throw operationError(node, { ...texts, itemIndex: 0 });
}

/** n8n keeps no call if an agent runs before the tools it awaits (2.41, `addNodeToBeExecuted`). */
const HIDDEN_CALL: Problem = {
	rule: 'n8n does not show which call is reviewed, as in a workflow whose execution order is v0',
	fix: "Set 'Execution Order' to v1 in the settings of the workflow, or install a newer version of this package.",
};

/**
 * @param own what the review itself asks the model for
 * @param shown `$tool`, by which messages name the tool and its arguments
 */
function callProblem(
	call: ReviewedCall,
	own: string[],
	shown: IDataObject = {},
): Problem | undefined {
	const { toolName, toolParameters, agentItems } = call;
	// n8n (2.41, `executeBatch`) runs an approved call once per item of the agent.
	const { length } = agentItems;
	if (length > 1) {
		return {
			rule: `The agent got ${length} items, and each approved call would run ${length} times`,
			fix: "Put a 'Loop Over Items' node with a batch size of 1 before the agent.",
		};
	}
	// n8n (2.41, `processHitlResponses`) passes only an object's columns to the tool.
	if (Object(toolParameters) !== toolParameters || Array.isArray(toolParameters)) {
		return {
			rule: 'The call does not have its arguments as an object in "toolParameters", so the tool would run without them',
			fix: 'Put all arguments of the tool into "toolParameters": {} for a tool without arguments.',
		};
	}
	// The tool reads these names before its own arguments (2.41, `$fromAI`, `McpClientTool`, and
	// what LangChain takes for a call with its own arguments).
	const { query, tool = toolName, toolCallId, type } = toolParameters as IDataObject;
	const isOther = toolCallId !== undefined || type === 'tool_call';
	const isRead = !isOther && tool === toolName && (typeof query !== 'object' || query === null);
	const { name = toolName, parameters = toolParameters } = shown;
	const isSame = JSON.stringify(parameters) === JSON.stringify(toolParameters);
	if (isRead && name === toolName && isSame) {
		return besideProblem(call, own) ?? columnProblem(call);
	}
	return {
		rule: 'The call has a "query", "tool", "toolCallId" or "type" argument, so n8n could run something other than what the person approves',
		fix: 'Remove it: the call may contain only the arguments that the tool asks for.',
	};
}

/**
 * Values beside the tool's arguments override columns of the agent's item. A field of the review
 * that reads such a column would let the model decide who approves, how, or for how long.
 */
function besideProblem({ toolName, written }: ReviewedCall, own: string[]): Problem | undefined {
	const expected = ['toolParameters', ...own, ...(written.tool === toolName ? ['tool'] : [])];
	const other = Object.keys(written).find((name) => !expected.includes(name));
	if (other === undefined) return undefined;
	return {
		rule: `The call contains ${quoted(other)} outside "toolParameters", which the review does not ask for`,
		fix: 'Remove it: the call may contain only "toolParameters", and in "hitlParameters" what the review asks for.',
	};
}

/** The tool would take missing arguments from the agent's item, which no one sees. */
function columnProblem({ unseenColumns: [column] }: ReviewedCall): Problem | undefined {
	if (column === undefined) return undefined;
	return {
		rule: `The tool could take ${quoted(column)} from the agent's item instead of the call, and the person would not see it`,
		fix: "Put an 'Edit Fields' node before the agent that keeps only the columns the agent needs, such as chatInput.",
	};
}
