import { type Field, optionsFields } from '../../shared/fields/field';
import { countMessages } from '../../shared/rules/messageSize';
import { descriptionOption } from '../../shared/fields/sendingOptions';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints, permissions } from '../../shared/service/endpoints';
import type { QuestionKind } from '../../shared/question/question';
import {
	answerersField,
	pageFields,
	questionMessageField,
	questionOptions,
} from '../../shared/question/questionFields';
import { sendAndWait as sendQuestionAndWait } from '../../shared/question/sendAndWait';
import { SEND_AND_WAIT } from '../../shared/operations/waitingWebhook';
import { textOf } from '../../shared/rules/text';
import { messageResource, senderField } from './smsFields';

const fields: Field[] = [
	answerersField('list'),
	{
		...questionMessageField,
		reader: textOf({ atMost: 1000 }),
		description:
			'Text of up to 1,000 characters, including its link of about 200. In English it counts as two or more messages, in other languages as three or more.',
	},
	senderField,
	...pageFields,
	...optionsFields(questionOptions, descriptionOption),
];

/** Rules of the specification's "Send SMS". */
const question: QuestionKind = {
	url: endpoints.sms,
	fields,
	recipientWire: 'list',
	messagesOf: countMessages,
};

/** A question by SMS with a link to its answer page (specification, "Send SMS", "One-time codes"). */
export const sendAndWait: CollectiveOperation = {
	resource: messageResource,
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT,
	action: 'Send SMS and wait for response',
	description: 'Ask a person by SMS, and continue with the answer they give on a page',
	subtitle: 'Send and Wait: SMS',
	endpoint: endpoints.sms,
	effect: 'once',
	permission: permissions.sms,
	// n8n makes a human-review step for agents of it by itself; as a tool it would keep the agent waiting.
	isForAgents: false,
	fields,
	overAllItems: async (context) => await sendQuestionAndWait(context, question),
};
