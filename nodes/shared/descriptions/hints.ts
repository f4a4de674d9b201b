import type { NodeHint } from 'n8n-workflow';

/** Of operations with a request for each item, where one operation sends to all in one. */
export function sendCampaignHint(operation: string): NodeHint {
	return {
		message: `Each input item makes a request and a campaign code of its own. "${operation}" sends to all of them in one campaign, with one code.`,
		type: 'info',
		location: 'inputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: '$input.all().length > 5',
	};
}

/** An address that listens only while somebody watches in the editor. */
export const testAddressHint: NodeHint = {
	message:
		'The Notification URL is the test URL of a trigger: it listens only while "Listen for Test Event" is on. Use the production URL for real campaigns.',
	type: 'warning',
	location: 'inputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: 'String($parameter.options?.notificationUrl ?? "").includes("/webhook-test/")',
};

/** An n8n whose address only its own machine or network knows, by an address of it. */
const looksPrivate =
	'/^https?:\\/\\/(localhost|127\\.|10\\.|192\\.168\\.|172\\.(1[6-9]|2\\d|3[01])\\.|\\[?::1)/.test(String($execution.resumeUrl))';

/** An execution that waits for a service which cannot reach this n8n. */
export const privateAddressHint: NodeHint = {
	message:
		'Wait for Completion needs an n8n that the service can reach, and the address of this one looks private. Set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) to a public address, or use the Wait operation of the ExtApi Campaign node.',
	type: 'warning',
	location: 'inputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `$parameter.options?.waitForCompletion === true && ${looksPrivate}`,
};

/** A file of the workflow, for a service which cannot reach this n8n. */
export const fileAddressHint: NodeHint = {
	message:
		'The service downloads the file from this n8n, whose address looks private. Set N8N_WEBHOOK_URL (WEBHOOK_URL before 2.41) to a public address, or set "File From" to Link.',
	type: 'warning',
	location: 'inputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `$parameter.fileFrom === "input" && ${looksPrivate}`,
};
