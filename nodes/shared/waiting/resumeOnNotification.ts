// What a call to a waiting execution may do.
import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { inputOfWait } from '../n8n/waits';
import { eventTypes, readEvent, type CampaignEvent } from '../service/events';
import { asNodeError } from '../service/nodeErrors';
import { channelOfKey } from '../service/notificationAddress';
import { tokenForKeys, cleaned, withoutToken } from '../service/secrets';
import { RESUME_PATH, WAIT_PARAMETER } from './awaitCampaigns';
import { endsOfWait } from './endsOfWait';
import { noteTold, pendingWait, waitId } from './pendingWaits';
import { awaitedCampaigns, awaitsOf, withEnds } from './waitingItems';
import { LAST_LOOK, LOOK_PARAMETER } from './watchWait';

/** The webhook of a node that waits, at its execution's resume URL. */
export const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
	// Without this, n8n answers a call that resumes the execution with "firstEntryJson".
	responseData: '',
	path: RESUME_PATH,
	restartWebhook: true,
};

/** A call of the resume URL: a notification of the service, or our own look at a wait. */
type Call = { event: CampaignEvent } | { look: unknown; wait: unknown };

/**
 * The webhook of a sending node that waits for its campaigns. It resumes the execution when the
 * last one has ended, and keeps what comes before. It never throws: an error would resume the
 * execution.
 */
export async function resumeOnNotification(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	// The execution continues to wait.
	return await answerCall(this).catch(() => refuse(this, 503, 'The call cannot be read now'));
}

async function answerCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await readCall(context);
	if (call === 'forged') return refuse(context, 403, 'Not a notification for this execution');
	if (call === 'no credential') {
		return refuse(context, 503, 'The credential of the node cannot be read');
	}
	const stillWaiting = { webhookResponse: { received: true, resumed: false } };
	const event = 'event' in call ? call.event : undefined;
	const awaits = awaitsOf(context);
	const campaigns = await awaitedCampaigns(awaits);
	const id = waitId(context.getExecutionId(), campaigns.keys());
	// Earlier waits of the execution had the same URL.
	if ('look' in call && call.wait !== id) return refuse(context, 410, 'This wait is over');
	if (event !== undefined && !campaigns.has(event.taskId)) return stillWaiting;

	const wait = pendingWait(id);
	if (event !== undefined) noteTold(wait, event);
	wait.isLast ||= 'look' in call && call.look === LAST_LOOK;
	if (event !== undefined && eventTypes[event.event].partial) return stillWaiting;
	// One call looks for all. A second one would resume the execution once more.
	if (wait.isLooking || wait.resumedAt !== undefined) return stillWaiting;

	const ends = await endsOfWait(context, campaigns, wait, event !== undefined);
	if (ends === undefined) return stillWaiting;
	// Set before any await, so that no second call resumes the execution.
	wait.resumedAt = Date.now();
	try {
		const ended = await withEnds(inputOfWait(context), awaits, campaigns, ends, wait);
		return {
			webhookResponse: { received: true, resumed: true },
			workflowData: [ended],
		};
	} catch (error) {
		delete wait.resumedAt;
		throw asNodeError(context.getNode(), error);
	}
}

function refuse(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

async function readCall(context: IWebhookFunctions): Promise<Call | 'forged' | 'no credential'> {
	const query = context.getQueryData() as IDataObject;
	const credential = await context.getCredentials('extApi').catch(() => undefined);
	const token = tokenForKeys(credential);
	if (token === undefined) return 'no credential';
	const channel = channelOfKey(query.key, token, 'execution', context.getExecutionId());
	if (channel === undefined) return 'forged';
	const look = query[LOOK_PARAMETER];
	if (look !== undefined) return { look, wait: query[WAIT_PARAMETER] };
	const event = readEvent(cleaned(query, withoutToken(token)), channel, new Date());
	return event === undefined ? 'forged' : { event };
}
