import type { IDataObject } from 'n8n-workflow';

import { countRecipients } from '../validation/lists';

/**
 * The campaign code of an accepted send, always as text, and what recipient validation found
 * (specification, "Send SMS", replies).
 *
 * @param request its parameters by wire name
 * @returns `taskId`, with validation also `count` (phones found) or `valid`, and `unrecognized` where
 * fewer phones were found than sent
 */
export function campaignOf(
	{ data, words }: { data: IDataObject; words: string[] },
	request: IDataObject = {},
): IDataObject {
	const taskId = data.taskId ?? words.at(-1);
	return {
		taskId: taskId === undefined ? null : String(taskId),
		...(data.count === undefined ? {} : countOf(Number(data.count), countRecipients(request))),
		...(data.valid === undefined ? {} : { valid: data.valid === true || data.valid === 'true' }),
	};
}

function countOf(count: number, sent: number): IDataObject {
	return { count, ...(count < sent ? { unrecognized: sent - count } : {}) };
}

/**
 * What to tell the person of a run in which the service did not recognise all phones.
 *
 * @param campaigns what {@link campaignOf} made of its requests, whatever else is in them
 * @returns undefined when there is nothing to tell
 */
export function unrecognizedHint(campaigns: IDataObject[]): string | undefined {
	const missing = campaigns.reduce((sum, { unrecognized }) => sum + Number(unrecognized ?? 0), 0);
	if (missing === 0) return undefined;
	const numbers = missing === 1 ? '1 phone number' : `${missing} phone numbers`;
	return `The service did not recognise ${numbers}: see 'unrecognized' in the output.`;
}
