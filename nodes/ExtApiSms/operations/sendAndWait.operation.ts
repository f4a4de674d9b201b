import { descriptionOption } from '../../shared/fields/sendingOptions';
import { questionMessageField } from '../../shared/ask/questionFields';
import { questionOperation } from '../../shared/operations/questionOperation';
import { endpoints } from '../../shared/service/endpoints';
import { messageResource, senderField } from './smsFields';

/** A question by SMS (specification, "Send SMS"). */
export const sendAndWait = questionOperation({
	resource: messageResource,
	action: 'Send SMS and wait for response',
	description: 'Ask a person by SMS, and continue with the answer they give on a page',
	endpoint: endpoints.sms,
	recipientWire: 'list',
	longest: 1000,
	fields: [
		{
			...questionMessageField,
			description:
				'Text of up to 1,000 characters, including its link of about 200. In English it counts as two or more messages, in other languages as three or more.',
		},
		senderField,
	],
	options: [descriptionOption],
});
