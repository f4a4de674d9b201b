import type { IExecuteFunctions } from 'n8n-workflow';

import { textsOf } from '../service/nodeErrors';

/** An input item that cannot be sent, and why. */
export interface RefusedItem {
	item: number;
	/** As the item holds it; none when the campaign is sent to distribution lists. */
	phone?: string;
	/** What is wrong and with which field, as one sentence without a full stop. */
	reason: string;
	fix: string;
	/** True when the reason is not the item's, but the campaign's as a whole. */
	concernsAll?: true;
	/** True when a retry is refused for the same reason. */
	isForGood?: true;
}

/** Refuses every item that was not sent yet, for one reason. */
export function refuseAll(
	context: IExecuteFunctions,
	skip: Set<number>,
	refusal: Pick<RefusedItem, 'reason' | 'fix'>,
): RefusedItem[] {
	const items = [...context.getInputData().keys()].filter((item) => !skip.has(item));
	return items.map((item) => ({ item, ...refusal, concernsAll: true }));
}

/** Why items cannot be sent whose parameter cannot be read. */
export function refusalOf(error: Error): Pick<RefusedItem, 'reason' | 'fix'> {
	const { message, description } = textsOf(error);
	return { reason: message, fix: description };
}
