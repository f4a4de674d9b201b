import { createHash } from 'crypto';
import type { IDataObject, INode } from 'n8n-workflow';

import type { RunItem } from '../service/runItem';
import { entriesOf } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { RunState } from '../sentBefore/runState';

/** The ID of the model's call an item stands for; undefined up to version 2.2 of the AI Agent. */
export function toolCallId({ json }: Pick<RunItem, 'json'>): string | undefined {
	return typeof json.toolCallId === 'string' ? json.toolCallId : undefined;
}

/**
 * The key of a request an AI agent asks for, told apart by its content: an agent may call a tool
 * again with other values. However its arguments spell a phone, the message is the same.
 *
 * From version 3 of the AI Agent n8n makes each call a run of the tool, on the agent's item with the
 * call's arguments and ID in it. There the key belongs to the agent's run and item.
 *
 * Up to version 2.2 of the agent a tool runs inside the agent's own run (seen with n8n 1.123, 2.0
 * and 2.41). Delete this when n8n tells a repeated call from a new one.
 */
export function toolCallKey(
	item: Pick<RunItem, 'context' | 'json' | 'node'>,
	run: RunState,
	url: string,
	body: IDataObject,
): string {
	const isOfEngine = toolCallId(item) !== undefined;
	const agent = isOfEngine ? item.context.getExecuteData().source?.main[0] : undefined;
	const caller = agent ? `${agent.previousNode}:${agent.previousNodeRun ?? 0}` : run.runIndex;
	const content = JSON.stringify([url, contentOf(body), Object.entries(agentsItem(item)).sort()]);
	return `${caller}:${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
}

/** A request in a form in which two that do the same are equal. */
function contentOf(body: IDataObject): unknown {
	return Object.entries(body)
		.map(([wire, value]) => [wire, comparable(wire, value)])
		.sort();
}

function comparable(wire: string, value: unknown): unknown {
	if (wire === 'pid') return entriesOf(value).sort();
	if (wire === 'listjson') {
		const messages = Object.entries(value as IDataObject);
		return messages.map(([phone, message]) => [comparablePhone(phone), message]).sort();
	}
	const isOfPhones = wire === 'list' || wire === 'to' || wire === 'phone';
	return isOfPhones ? entriesOf(value).map(comparablePhone).sort() : value;
}

/** The item the agent worked on, without what the model said in its call: that is in the request. */
function agentsItem({ json, node }: Pick<RunItem, 'json' | 'node'>): IDataObject {
	const { toolCallId: _id, ...row } = json;
	for (const name of argumentsOf(node)) delete row[name];
	return row;
}

/** The names of the arguments a model is asked for, as n8n finds them in a tool's parameters. */
function argumentsOf({ parameters }: INode): string[] {
	const calls = JSON.stringify(parameters).matchAll(/\$fromAI\(\s*\\?["'`]([\w-]+)/gi);
	return [...calls].map(([, name]) => name);
}
