import type { IDataObject } from 'n8n-workflow';

import { countRecipients } from '../rules/lists';
import { countMessages } from './countMessages';

/**
 * How many messages an SMS request is billed as (specification, "Send SMS").
 *
 * @param request its parameters by wire name
 * @returns `messages` in all; `messagesPerRecipient` for distribution lists, whose members only the
 * service knows
 */
export function messagesOfSend(request: IDataObject): IDataObject {
	const { listjson, msg, pid } = request;
	if (listjson !== undefined) {
		const texts = Object.values(listjson as IDataObject).map(String);
		return { messages: texts.reduce((sum, text) => sum + countMessages(text), 0) };
	}
	const each = countMessages(String(msg));
	return pid === undefined
		? { messages: each * countRecipients(request) }
		: { messagesPerRecipient: each };
}
