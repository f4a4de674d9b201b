import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { argumentsOf, reviewedCall, runsInOldOrder, type ReviewedCall } from '../n8n/agentCall';
import { comparableContent } from '../pipeline/toolCall';
import { quoted, type Problem } from '../rules/reader';
import { withHiddenShown } from '../rules/text';
import { outcomeOfCalls } from '../ledger/modelCalls';
import { runState } from '../ledger/runState';
import { hashOf } from '../service/keys';
import { askedOf, type Question } from './question';
import { isReview, messageForModel, operationError } from '../service/nodeErrors';

/**
 * Decides whether a person may be asked about the call of a tool: only when n8n will run exactly what they read, and once.
 *
 * @returns the call, as the page shows it; nothing for a question that is no review
 * @throws NodeOperationError with a reason that the model can act on
 */
export function checkReview(context: IExecuteFunctions, message: string): Pick<Question, 'call'> {
	const node = context.getNode();
	if (!isReview(node)) return {};
	const call = reviewedCall(context);
	const problem =
		(call === undefined
			? hiddenCall(context)
			: callProblem(call, argumentsOf(node), context.getWorkflowDataProxy(0).$tool)) ??
		messageProblem(message);
	if (problem === undefined) {
		return { call: questioned(context, call!) };
	}
	const { rule, fix } = problem;
	const texts = { message: messageForModel(node, rule, fix), description: fix };
	throw operationError(node, { ...texts, itemIndex: 0 });
}

function questioned(
	context: IExecuteFunctions,
	{ toolName, toolParameters, ofN8n, caller, id }: ReviewedCall,
): Question['call'] {
	const parameters = { ...(toolParameters as IDataObject), ...shownOfN8n(ofN8n) };
	const same = hashOf([caller, toolName, comparableContent(toolParameters)]);
	// A try of the same call is no other one.
	const before = askedOf(context, same).filter((asked) => asked !== id);
	const earlier =
		before.length === 0 ? undefined : (outcomeOfCalls(runState(context), before) ?? 'asked');
	return { tool: String(toolName), parameters, same, id, ...(earlier && { earlier }) };
}

function hiddenCall(context: IExecuteFunctions): Problem {
	if (runsInOldOrder(context)) {
		return {
			rule: 'n8n does not show which call is reviewed in a workflow whose execution order is v0',
			fix: "Set 'Execution Order' to v1 in the settings of the workflow.",
		};
	}
	return {
		rule: 'This version of n8n does not show which call is reviewed',
		fix: 'Install a newer version of this package.',
	};
}

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
	// n8n (2.41, `executeBatch`) runs an approved call once for each item of the agent.
	const { length } = agentItems;
	if (length > 1) {
		return {
			rule: `The agent got ${length} items, and each approved call would run ${length} times`,
			fix: "Put a 'Loop Over Items' node with a batch size of 1 before the agent.",
		};
	}
	// n8n (2.41, `processHitlResponses`) runs the tool with the columns of an object only.
	if (Object(toolParameters) !== toolParameters || Array.isArray(toolParameters)) {
		return {
			rule: 'The call does not have its arguments as an object in "toolParameters", so the tool would run without them',
			fix: 'Put all arguments of the tool into "toolParameters": {} for a tool without arguments.',
		};
	}
	// The tool itself reads these names before its own arguments (2.41, `$fromAI`, `McpClientTool`, and what LangChain
	// takes for a call with arguments of its own).
	const { query, tool = toolName, toolCallId, type } = Object(toolParameters) as IDataObject;
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
 * What is beside the arguments of the tool overrides the columns of the agent's item, so a field of the
 * review that reads such a column would take it from the model: who approves, how it is confirmed, for how long.
 */
function besideProblem({ toolName, written }: ReviewedCall, own: string[]): Problem | undefined {
	const expected = ['toolParameters', ...own, ...(written.tool === toolName ? ['tool'] : [])];
	const other = Object.keys(written).find((name) => !expected.includes(name));
	if (other === undefined) return undefined;
	const fix =
		own.length === 0
			? 'The call may contain only "toolParameters", and an empty "hitlParameters".'
			: `The call may contain only "toolParameters", and in "hitlParameters" ${own.map(quoted).join(', ')}.`;
	return {
		rule: `The call contains ${quoted(other)} outside "toolParameters", which the review does not ask for`,
		fix: `Remove it. ${fix}`,
	};
}

/** What a tool gets of n8n itself beside the call's arguments, as the page shows it. */
function shownOfN8n(columns: IDataObject): IDataObject {
	const shown = Object.entries(columns).map(([name, value]) => [
		name,
		typeof value === 'string' ? withHiddenShown(value) : value,
	]);
	return Object.fromEntries(shown) as IDataObject;
}

/** The tool would take what the call leaves out from the agent's item, which no one is shown. */
function columnProblem({ unseenColumns: [column] }: ReviewedCall): Problem | undefined {
	if (column === undefined) return undefined;
	return {
		rule: `The tool could take ${quoted(column)} from the agent's item instead of the call, and the person would not see it`,
		fix: "Put an 'Edit Fields' node before the agent that keeps only the columns the agent needs, such as chatInput.",
	};
}

/** n8n's own message of a review shows the arguments as `[object Object]`. */
function messageProblem(message: string): Problem | undefined {
	if (!message.includes('[object Object]')) return undefined;
	return {
		rule: 'Message shows [object Object] in place of a value',
		fix: 'Write {{ JSON.stringify($json.toolParameters) }} for the arguments of the tool.',
	};
}
