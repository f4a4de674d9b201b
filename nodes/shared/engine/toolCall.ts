import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { RunItem } from '../transport/runItem';
import type { RunState } from './runState';

/**
 * The key of a request an AI agent asks for, told apart by its content: an agent may call a tool
 * again with other values.
 *
 * From version 3 of the AI Agent n8n makes each call a run of the tool, on the agent's item with the
 * call's arguments and ID in it. There the key belongs to the agent's run and item.
 *
 * Up to version 2.2 of the agent a tool runs inside the agent's own run (seen with n8n 1.123, 2.0
 * and 2.41). Delete this when n8n tells a repeated call from a new one.
 */
export function toolCallKey(
	{ context, json }: Pick<RunItem, 'context' | 'json'>,
	run: RunState,
	url: string,
	body: IDataObject,
): string {
	const { toolCallId, ...input } = json;
	const agent = toolCallId === undefined ? undefined : context.getExecuteData().source?.main[0];
	const caller = agent ? `${agent.previousNode}:${agent.previousNodeRun ?? 0}` : run.runIndex;
	const content = JSON.stringify([url, body, Object.entries(input).sort()]);
	return `${caller}:${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
}

/** The remembered items of a call, for a model that makes the same call again. */
export function sameCallAgain(items: INodeExecutionData[]): INodeExecutionData[] {
	const note = 'This is the result of the same call before. It was not made a second time.';
	return items.map((item) => ({ ...item, json: { ...item.json, note } }));
}
