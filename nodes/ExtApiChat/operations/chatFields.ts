import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { phone } from '../../shared/rules/phones';
import { textOf } from '../../shared/rules/text';
import { wholeNumber } from '../../shared/rules/numbers';

export const messageResource: Resource = { name: 'Message', value: 'message' };

/** The chat number that sends a message. */
export const chatSenderField: Field = {
	displayName: 'Sender',
	name: 'sender',
	type: 'string',
	default: '',
	placeholder: 'e.g. 972570004567',
	description: 'Chat number of the account, needed only when it has several',
	wire: 'from',
	reader: phone,
};

/** Subject of a free-form message. */
export const replyDescriptionOption: Field = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Support reply',
	description:
		'Subject for the reports of the service, 2 to 100 characters. If its length differs, the service uses the start of the message instead.',
	wire: 'desc',
	isText: true,
	reader: textOf(),
};

export const mostMessagesOption: Field = {
	displayName: 'Message Limit',
	name: 'mostMessages',
	optionGroup: 'advanced',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Stops the campaign after this many messages. The service does not say who gets no message because of it.',
	wire: 'ms',
	reader: wholeNumber(1, 999_999_999, 'messages'),
};

export const showAllTemplatesOption: Field = {
	displayName: 'Show All Templates',
	name: 'showAllTemplates',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description: 'Whether the list also shows templates that cannot be sent now',
};
