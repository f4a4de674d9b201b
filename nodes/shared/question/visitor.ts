import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { isKeyFor, KEY_PARAMETER, keyFor, RECIPIENT_PARAMETER, type Bound } from './answerLink';
import type { Question } from './question';

/** Somebody with a right link, and what it belongs to. */
export interface Visitor {
	question: Question;
	/** Of the person the link was sent to. */
	phone: string;
	/** What the page's form has to show. */
	proof: string;
	token: string;
	bound: Bound;
}

/** The person a link was sent to; undefined when its key is not right for this question. */
export function visitorOf(
	context: IWebhookFunctions,
	question: Question,
	token: string,
): Visitor | undefined {
	const query = context.getQueryData() as IDataObject;
	const place = query[RECIPIENT_PARAMETER];
	// A parameter that comes twice, or as "r[]", is a list.
	const phone = question.recipients.find((_phone, index) => String(index) === place);
	if (phone === undefined) return undefined;
	const executionId = context.getExecutionId();
	const { askedAt } = question;
	const bound = { executionId, nodeId: context.getNode().id, askedAt, recipient: phone };
	return isKeyFor(query[KEY_PARAMETER], token, 'answer link', bound)
		? { question, phone, token, bound, proof: keyFor(token, 'answer page', bound) }
		: undefined;
}
