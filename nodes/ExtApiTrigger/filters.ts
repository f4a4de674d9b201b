import type { IWebhookFunctions } from 'n8n-workflow';

import type { CampaignEvent } from '../shared/service/events';

/** Tells whether the trigger's filters let an event start the workflow. */
export function passesFilters(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const events = wordsOf(context.getNodeParameter('events', []));
	const channel = context.getNodeParameter('options.channel', 'any') as string;
	const codes = wordsOf(context.getNodeParameter('options.taskIds', ''));

	return (
		(events.includes('*') || events.includes(event.event)) &&
		(channel === 'any' || event.channel === null || channel === event.channel) &&
		(codes.length === 0 || codes.includes(event.taskId))
	);
}

/** The words of a list, or of a text that an expression gave instead. */
function wordsOf(given: unknown): string[] {
	const texts = Array.isArray(given) ? given.map(String) : [String(given ?? '')];
	return texts.flatMap((text) => text.split(/[,;\s]+/)).filter((word) => word !== '');
}
