import type { IWebhookFunctions } from 'n8n-workflow';

import type { CampaignEvent } from '../shared/notifications/events';

/** Tells whether the trigger's filters let an event start the workflow. */
export function passesFilters(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const events = listOf(context.getNodeParameter('events', []));
	const channel = context.getNodeParameter('options.channel', 'any') as string;
	const codes = listOf(context.getNodeParameter('options.taskIds', ''));

	return (
		(events.includes('*') || events.includes(event.event)) &&
		(channel === 'any' || event.channel === null || channel === event.channel) &&
		(codes.length === 0 || codes.includes(event.taskId))
	);
}

/** The entries of a list, or of a text with commas between them. */
function listOf(entered: unknown): string[] {
	const entries: unknown[] = Array.isArray(entered) ? entered : [entered ?? ''];
	return entries.flatMap((entry) => String(entry).split(/[,;\s]+/)).filter((entry) => entry !== '');
}
