import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../../shared/operations/operation';

export const messageResource: Resource = { name: 'Message', value: 'message' };

/** The chat number a message leaves from. */
export const chatSenderField: INodeProperties = {
	displayName: 'Sender',
	name: 'sender',
	type: 'string',
	default: '',
	placeholder: 'e.g. 972501234567',
	description: 'Chat number of the account, needed only when it has several',
	routing: { send: { type: 'body', property: 'from' } },
};

/** Subject of a free-form message. */
export const replyDescriptionOption: INodeProperties = {
	displayName: 'Description',
	name: 'description',
	type: 'string',
	default: '',
	placeholder: 'e.g. Support reply',
	description:
		'Subject of 2 to 100 characters for the reports of the service, which replaces one of another length by the start of the message',
	routing: { send: { type: 'body', property: 'desc' } },
};

export const mostMessagesOption: INodeProperties = {
	displayName: 'Message Limit',
	name: 'mostMessages',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Stops the campaign after this many messages. The service does not say who gets none.',
	routing: { send: { type: 'body', property: 'ms' } },
};

export const showAllTemplatesOption: INodeProperties = {
	displayName: 'Show All Templates',
	name: 'showAllTemplates',
	type: 'boolean',
	noDataExpression: true,
	default: true,
	description:
		'Whether the list of templates also shows those that cannot be sent now. Off when left out.',
};
