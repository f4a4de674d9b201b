import type { IWebhookFunctions } from 'n8n-workflow';

import type { CampaignEvent } from '../shared/notifications/events';

/** Tells whether the trigger's filters let an event start the workflow. */
export function passesFilters(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const events = context.getNodeParameter('events', []) as string[];
	const channel = context.getNodeParameter('options.channel', 'any') as string;
	const codes = String(context.getNodeParameter('options.taskIds', ''))
		.split(/[,;\s]+/)
		.filter((code) => code !== '');

	return (
		(events.includes('*') || events.includes(event.event)) &&
		(channel === 'any' || event.channel === null || channel === event.channel) &&
		(codes.length === 0 || codes.includes(event.taskId))
	);
}
