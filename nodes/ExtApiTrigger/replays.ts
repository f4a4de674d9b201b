import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

import type { CampaignEvent } from '../shared/notifications/events';

/** How many events are remembered; n8n saves them with the workflow each time. */
const MOST_REMEMBERED = 300;

/**
 * Tells whether an event came before, and remembers it. The service names each event once; the same
 * one again was repeated on its way, or recorded by somebody and played back.
 *
 * What is remembered is kept in the workflow's static data, so all processes of n8n know it.
 */
export function isReplay(context: IWebhookFunctions, event: CampaignEvent): boolean {
	const { event: type, taskId, info } = event;
	const id = createHash('sha256')
		.update(JSON.stringify([type, taskId, info]))
		.digest('base64url');
	const short = id.slice(0, 12);
	const memory = context.getWorkflowStaticData('node') as { seen?: string[] };
	const seen = memory.seen ?? [];
	if (seen.includes(short)) return true;
	memory.seen = [...seen, short].slice(-MOST_REMEMBERED);
	return false;
}
