import type { IDataObject } from 'n8n-workflow';

import { countRecipients } from '../rules/lists';
import { countCharacters, isEnglish } from '../rules/text';

/** Characters one message holds, alone and as a part of several (specification, "Send SMS"). */
const sizes = {
	english: { single: 140, part: 134 },
	other: { single: 70, part: 67 },
};

/**
 * How many messages an SMS text is billed as. Characters are counted as a person does: an emoji is
 * one, and makes the text non-English; a line break is one, or two when written as `\r\n`.
 */
export function countMessages(text: string): number {
	const { single, part } = isEnglish(text) ? sizes.english : sizes.other;
	const characters = countCharacters(text);
	return characters <= single ? 1 : Math.ceil(characters / part);
}

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
