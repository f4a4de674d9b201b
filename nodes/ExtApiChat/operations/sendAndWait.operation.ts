import { type Field, optionsFields } from '../../shared/fields/field';
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
import { chatSenderField, messageResource, replyDescriptionOption } from './chatFields';

const fields: Field[] = [
	{
		...answerersField('to'),
		hint: 'Only people who wrote to you in the last 24 hours',
	},
	{
		...questionMessageField,
		reader: textOf({ atMost: 2000 }),
		description: 'Text of up to 2,000 characters, including its link of about 200',
	},
	...pageFields,
	...optionsFields(questionOptions, replyDescriptionOption, chatSenderField),
];

/** Rules of the specification's "Send chat reply". */
const question: QuestionKind = {
	url: endpoints.chatReply,
	fields,
	recipientWire: 'to',
};

/**
 * A question within the reply window, with a link to its answer page (specification, "Send chat reply", "One-time codes").
 */
export const sendAndWait: CollectiveOperation = {
	resource: messageResource,
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT,
	action: 'Send chat message and wait for response',
	description:
		'Ask a person who wrote to you in the last 24 hours, and continue with the answer they give on a page',
	subtitle: 'Send and Wait: Chat',
	endpoint: endpoints.chatReply,
	effect: 'once',
	permission: permissions.chat,
	// n8n makes a human-review step for agents of it by itself; as a tool it would keep the agent waiting.
	isForAgents: false,
	fields,
	overAllItems: async (context) => await sendQuestionAndWait(context, question),
};
