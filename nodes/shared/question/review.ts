import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { argumentsOf, reviewedCall, runsInOldOrder, type ReviewedCall } from '../n8n/agentCall';
import { quoted, type Problem } from '../rules/reader';
import { hiddenCharacter, withHiddenShown } from '../rules/text';
import type { Question } from './question';
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
		messageProblem(message, String(node.parameters.message));
	if (problem === undefined) {
		const { toolName, toolParameters, ofN8n } = call!;
		const parameters = { ...(toolParameters as IDataObject), ...shownOfN8n(ofN8n) };
		return { call: { tool: String(toolName), parameters } };
	}
	const { rule, fix } = problem;
	const texts = { message: messageForModel(node, rule, fix), description: fix };
	throw operationError(node, { ...texts, itemIndex: 0 });
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
	const { toolName, toolParameters, written, agentItems } = call;
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
		return (
			textProblem(textsOf(written)) ??
			nameProblem(toolParameters) ??
			besideProblem(call, own) ??
			columnProblem(call)
		);
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

/** More than two blank lines, or as many blanks as would make them: what follows is not seen. */
const GAP = /\n(?:[^\S\n]*\n){3,}|\s{80,}/;

function textProblem(texts: string[]): Problem | undefined {
	const code = texts.map((text) => hiddenCharacter(text)).find((each) => each !== undefined);
	if (code !== undefined) {
		return {
			rule: `The call contains the character ${code}, which people can't see`,
			fix: 'Write the arguments without such characters.',
		};
	}
	if (!texts.some((text) => GAP.test(text))) return undefined;
	return {
		rule: 'The call contains more than two blank lines, or 80 blanks, in a row',
		fix: 'Write the arguments without such gaps.',
	};
}

/** What copies the call for the page may lose this name with its value. */
function nameProblem(value: unknown): Problem | undefined {
	if (!textsOf(value).includes('__proto__')) return undefined;
	return {
		rule: 'The call contains "__proto__", which the page can\'t show',
		fix: 'Write the arguments without it.',
	};
}

function textsOf(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]);
}

/** What the message shows of its data; n8n's own shows the arguments as `[object Object]`. */
function messageProblem(message: string, typed: string): Problem | undefined {
	const code = hiddenCharacter(message, typed);
	if (code !== undefined) {
		return {
			rule: `Message shows the character ${code} of its data, which people can't see`,
			fix: 'Remove it from the data.',
		};
	}
	if (!message.includes('[object Object]')) return undefined;
	return {
		rule: 'Message shows [object Object] in place of a value',
		fix: 'Write {{ JSON.stringify($json.toolParameters) }} for the arguments of the tool.',
	};
}
