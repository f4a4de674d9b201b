import type { INodeProperties } from 'n8n-workflow';

import type { Endpoint } from '../service/endpoints';
import type { RequestRules } from '../rules/checkRequest';
import { phoneList } from '../rules/phones';
import { problem, type Reader } from '../rules/reader';

/** What is particular to a channel that questions are sent by. */
export interface QuestionKind {
	url: Endpoint;
	fields: INodeProperties[];
	/** Rules of the request's parameters. `msg` is held against its rule with the link in it. */
	rules: RequestRules;
	/** The service's parameter for a recipient. */
	recipientWire: 'list' | 'to';
	/** How many messages a text is billed as, where that depends on it. */
	messagesOf?(text: string): number;
}

/** Most people one question is put to. */
const MOST_ANSWERERS = 10;

/** Whom a question is put to: each phone once, in the order they were entered. */
export const answerers: Reader<string> = (entered) => {
	const read = phoneList(entered);
	if ('problem' in read) return read;
	const count = read.value.split(',').length;
	return count > MOST_ANSWERERS
		? problem(
				`holds ${count} phone numbers; a question goes to at most ${MOST_ANSWERERS}`,
				'Leave only those who are to decide.',
			)
		: read;
};
