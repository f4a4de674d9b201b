import type {
	IDataObject,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { eventTypes, readEvent, type CampaignEvent } from '../service/events';
import { channelOfKey, tokenForKeys } from '../service/notificationAddress';
import { endsOfWait } from './endsOfWait';
import { noteTold, pendingWait } from './pendingWaits';
import { LAST_LOOK, LOOK_PARAMETER, RESUME_PATH } from './resumeAddress';
import { isTooLate } from './waitLimit';
import { awaitedCampaigns, withEnds, type WaitingItem } from './waitingItems';

/** For the description of a node that waits: its address is an execution's resume URL. */
export const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
	// Left out, n8n answers a call that resumes the execution with the text "firstEntryJson".
	responseData: '',
	path: RESUME_PATH,
	restartWebhook: true,
};

/** What a call of the resume address is: a notification of the service, or a look of our own. */
interface Call {
	event?: CampaignEvent;
	isLast: boolean;
}

/**
 * The webhook of a sending node whose execution waits for its campaigns: resumes it when the last
 * one has ended, and keeps of what comes before only the numbers that failed. The notification speaks for
 * its own campaign; the others are asked for.
 *
 * It never throws: n8n would resume the execution with that error.
 */
export async function resumeOnNotification(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const call = await readCall(this);
	if (typeof call === 'string') {
		const status = call === 'forged' ? 403 : 503;
		const message =
			call === 'forged'
				? 'Not a notification for this execution'
				: 'The credential of the node cannot be read';
		this.getResponseObject().status(status).json({ message });
		return { noWebhookResponse: true };
	}
	const { event, isLast } = call;
	const stillWaiting = { webhookResponse: { received: true, resumed: false } };
	if (event !== undefined && !saysWhatCounts(event)) return stillWaiting;

	const items = this.evaluateExpression('{{ $input.all() }}') as unknown as WaitingItem[];
	const campaigns = await awaitedCampaigns(items);
	const wait = pendingWait(this.getExecutionId(), campaigns.keys());
	if (event !== undefined) noteTold(wait, event);
	wait.isLast ||= isLast;
	if (event !== undefined && eventTypes[event.event].partial) return stillWaiting;
	// One call looks for all: another would find the same, and would resume the execution once more.
	if (wait.isLooking || wait.resumedAt !== undefined) return stillWaiting;

	const ends = await endsOfWait(this, campaigns, wait, event !== undefined);
	if (ends === undefined || isTooLate(wait.goesOnAt)) return stillWaiting;
	wait.resumedAt = Date.now();
	return {
		webhookResponse: { received: true, resumed: true },
		workflowData: [await withEnds(items, campaigns, ends, wait)],
	};
}

/** Tells whether a notification says more than that the campaign goes on. */
function saysWhatCounts({ event, failedNumbers }: CampaignEvent): boolean {
	return !eventTypes[event].partial || failedNumbers.length > 0;
}

async function readCall(context: IWebhookFunctions): Promise<Call | 'forged' | 'no credential'> {
	const query = context.getQueryData() as IDataObject;
	const credential = await context.getCredentials('extApi').catch(() => undefined);
	const token = tokenForKeys(credential);
	if (token === undefined) return 'no credential';
	const channel = channelOfKey(query.key, token, 'execution', context.getExecutionId());
	if (channel === undefined) return 'forged';
	const look = query[LOOK_PARAMETER];
	if (look !== undefined) return { isLast: look === LAST_LOOK };
	const event = readEvent(query, channel, new Date());
	return event === undefined ? 'forged' : { event, isLast: false };
}
