// What makes two calls of a model the same.
import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isMessage, messageIn } from '../ledger/ledger';
import type { ModelCall } from '../ledger/modelCalls';
import type { RunState } from '../ledger/runState';
import { agentCall, argumentsOf, type AgentCall } from '../n8n/agentCall';
import { entriesOf, recipientsOfBody } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { comparableText } from '../rules/text';
import type { RunItem } from '../service/connection';
import type { PerItemWork } from './row';

/**
 * What is done only once of an AI agent's request. The content tells requests apart, since an agent
 * may call a tool again with other values. A message counts once for each recipient, whichever tool
 * sends it to others, and however the call writes a phone or a text.
 *
 * Delete this when n8n tells a repeated call from a new one.
 *
 * @param body the request by wire name
 */
export function toolCall(
	item: Pick<RunItem, 'context' | 'json' | 'node'>,
	run: RunState,
	{ endpoint, effect }: Pick<PerItemWork, 'endpoint' | 'effect'>,
	body: IDataObject,
): ModelCall {
	const id = toolCallId(item);
	const call = id === undefined ? undefined : agentCall(item.context);
	const caller = call?.caller ?? callerOf(item, run);
	const row = Object.entries(agentsItem(item, call)).sort();
	const keyOf = (content: unknown) => {
		const hash = createHash('sha256').update(JSON.stringify([endpoint, content, row]));
		return `${caller}:${hash.digest('hex').slice(0, 24)}`;
	};
	// A field of an automation may be called "to".
	const recipients = isMessage(run) ? recipientsOfBody(body) : [];
	return {
		keys:
			recipients.length === 0
				? [keyOf(wholeContent(body))]
				: recipients.map(({ name, compared }) =>
						keyOf([compared, comparableContent(messageIn(body, name))]),
					),
		id,
		mayBeMadeAgain: effect === 'changes',
		recipients: recipients.map(({ name }) => (body.pid === undefined ? name : `list ${name}`)),
	};
}

/**
 * The run of the calling agent, if n8n does not show its call.
 *
 * From version 3 of the AI Agent, n8n makes each call a run of the tool, on the agent's item with
 * the call's arguments and ID. Up to version 2.2, a tool runs inside the agent's run, each call
 * with its own run index (seen with n8n 2.0 and 2.41). Neither says which of the agent's items it
 * works on, so the same call for another item with the same data counts as a repetition.
 */
function callerOf(
	item: Pick<RunItem, 'context' | 'json'>,
	{ runIndex }: Pick<RunState, 'runIndex'>,
): string {
	const { node, source } = item.context.getExecuteData();
	const [from] = source?.main ?? [];
	if (!from) return String(runIndex);
	const before = `${from.previousNode}:${from.previousNodeRun ?? 0}`;
	return toolCallId(item) === undefined ? `${node.name} after ${before}` : before;
}

/** The ID of the model's call; undefined up to version 2.2 of the AI Agent. */
function toolCallId({ json }: Pick<RunItem, 'json'>): string | undefined {
	return typeof json.toolCallId === 'string' ? json.toolCallId : undefined;
}

/** A request that is no message, in a form that is equal for equal requests. */
function wholeContent(body: IDataObject): unknown {
	return Object.entries(body)
		.map(([wire, value]) => [wire, comparableValue(wire, value)])
		.sort();
}

function comparableValue(wire: string, value: unknown): unknown {
	if (wire === 'pid') return entriesOf(value).sort();
	const isOfPhones = wire === 'list' || wire === 'phone';
	return isOfPhones ? entriesOf(value).map(comparablePhone).sort() : comparableContent(value);
}

/** A value whose texts are in the form that is compared. */
function comparableContent(value: unknown): unknown {
	if (typeof value === 'string') return comparableText(value);
	if (Array.isArray(value)) return value.map(comparableContent);
	if (typeof value !== 'object' || value === null) return value;
	return Object.entries(value)
		.map(([name, each]) => [name, comparableContent(each)])
		.sort();
}

/**
 * The agent's item without what the model wrote in its call, which is in the request. If n8n does
 * not separate the two, the arguments that the node asks for are removed.
 */
function agentsItem(item: Pick<RunItem, 'json' | 'node'>, call?: AgentCall): IDataObject {
	if (call !== undefined)
		return call.items[Number(call.action.metadata.itemIndex ?? 0)]?.json ?? {};
	const { toolCallId: _id, ...row } = item.json;
	for (const name of argumentsOf(item.node)) delete row[name];
	return row;
}
