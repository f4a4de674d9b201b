import type { INodeProperties } from 'n8n-workflow';

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
