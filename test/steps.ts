import type { Step } from '../n8n/chain';

/** Nodes of which the workflows of a real n8n are made. */

/** A node that sends messages: SMS from "MyShop" unless told otherwise. */
export const sendStep = (
	parameters: Record<string, unknown>,
	{ node = 'extApiSms', ...more }: Partial<Step> & { node?: string } = {},
): Step => ({
	...{ name: 'Send', type: `n8n-nodes-extapi.${node}`, ...more },
	parameters: {
		resource: 'message',
		...(node === 'extApiSms' ? { sender: 'MyShop' } : {}),
		...parameters,
	},
});

/** ExtApi Trigger at an address of its own. */
export const triggerStep = (
	webhookId: string,
	parameters: Record<string, unknown> = { events: ['*'] },
): Step => ({
	name: 'Event',
	type: 'n8n-nodes-extapi.extApiTrigger',
	typeVersion: 1.1,
	parameters,
	settings: { webhookId },
});

/** A webhook that takes POSTs at a path. */
export const webhookStep = (path: string, parameters: Record<string, unknown> = {}): Step => ({
	name: 'Webhook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path, options: {}, ...parameters },
	settings: { webhookId: path },
});
