import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { AcceptedReply } from './acceptedReply';

/**
 * The campaign code of an accepted send, always as text, and what recipient validation found
 * (specification, "Send SMS", replies).
 *
 * @returns `taskId`, with validation also `count` (phones found) or `valid`
 */
export function campaignOf({ data, words }: AcceptedReply): IDataObject {
	const taskId = data.taskId ?? words.at(-1);
	return {
		taskId: taskId === undefined ? null : String(taskId),
		...(data.count === undefined ? {} : { count: Number(data.count) }),
		...(data.valid === undefined ? {} : { valid: data.valid === true || data.valid === 'true' }),
	};
}

/** postReceive hook of the sending operations: one item with the campaign's code. */
export async function campaignOutput(
	this: IExecuteSingleFunctions,
	[item]: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	return [
		{ json: campaignOf(item.json as AcceptedReply), pairedItem: { item: this.getItemIndex() } },
	];
}
