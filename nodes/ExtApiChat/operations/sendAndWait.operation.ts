import { questionMessageField } from '../../shared/ask/questionFields';
import { questionOperation } from '../../shared/operations/questionOperation';
import { endpoints } from '../../shared/service/endpoints';
import { chatSenderField, messageResource, replyDescriptionOption } from './chatFields';

/** A question within the reply window (specification, "Send chat reply"). */
export const sendAndWait = questionOperation({
	resource: messageResource,
	action: 'Send chat message and wait for response',
	description:
		'Ask a person who wrote to you in the last 24 hours, and continue with the answer they give on a page',
	endpoint: endpoints.chatReply,
	recipientWire: 'to',
	longest: 2000,
	hint: 'Only people who wrote to you in the last 24 hours',
	fields: [
		{
			...questionMessageField,
			description: 'Text of up to 2,000 characters, including its link of about 200',
		},
	],
	options: [replyDescriptionOption, chatSenderField],
});
