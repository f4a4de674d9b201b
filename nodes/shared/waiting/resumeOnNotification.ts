import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { eventTypes, readEvent, type CampaignEvent } from '../notifications/events';
import { channelOfKey } from '../notifications/notificationAddress';
import { endOfEvent, endOfRecipient, type CampaignEnd } from './campaignEnd';
import { endsOfWait } from './endsOfWait';
import { isTooLate, pendingWait, stopLooking } from './pendingWaits';
import { LAST_LOOK, LOOK_PARAMETER, RESUME_PATH } from './resumeAddress';
import { awaitedCampaigns, isAwaited, recipientsOf, type WaitingItem } from './waitingItems';
import { tokenForKeys } from '../transport/tokenForKeys';

/** For the description of a node that waits: its address is an execution's resume URL. */
export const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
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
 * one has ended, and ignores what comes before, such as START. The notification speaks for its own
 * campaign; the others are asked for, since nothing can be kept from one call to the next.
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
	if (event !== undefined && eventTypes[event.event].partial) return stillWaiting;

	const items = this.evaluateExpression('{{ $input.all() }}') as unknown as WaitingItem[];
	const executionId = this.getExecutionId();
	const codes = awaitedCampaigns(items);
	const wait = pendingWait(executionId, codes);
	if (event !== undefined) wait.events.set(event.taskId, event);
	wait.isLast ||= isLast;
	// One call looks for all: another would find the same, and would resume the execution once more.
	if (wait.isLooking || wait.resumedAt !== undefined) return stillWaiting;

	const ends = await endsOfWait(this, items, wait, event !== undefined);
	if (ends === undefined || isTooLate(wait)) {
		stopLooking(executionId, codes);
		return stillWaiting;
	}
	wait.resumedAt = Date.now();
	return {
		webhookResponse: { received: true, resumed: true },
		workflowData: [items.map((item) => withEnd(item, items, ends, wait.events))],
	};
}

async function readCall(context: IWebhookFunctions): Promise<Call | 'forged' | 'no credential'> {
	const query = context.getQueryData() as IDataObject;
	const credential = await context.getCredentials('extApi').catch(() => undefined);
	const token = tokenForKeys(credential);
	if (token === undefined) return 'no credential';
	const channel = channelOfKey(query.key, token, context.getExecutionId());
	if (channel === undefined) return 'forged';
	const look = query[LOOK_PARAMETER];
	if (look !== undefined) return { isLast: look === LAST_LOOK };
	const event = readEvent(query, channel, new Date());
	return event === undefined ? 'forged' : { event, isLast: false };
}

/** An item with the end of its campaign, if that was awaited or has been told meanwhile. */
function withEnd(
	item: WaitingItem,
	items: WaitingItem[],
	ends: Map<string, CampaignEnd>,
	events: Map<string, CampaignEvent>,
): INodeExecutionData {
	const end = isAwaited(item) ? ends.get(String(item.json.taskId)) : toldMeanwhile(item, events);
	if (end === undefined) return item;
	if (item.json.recipient === undefined) {
		const { message: _limit, ...json } = item.json;
		return { ...item, json: { ...json, ...end } };
	}
	const recipients = recipientsOf(items, String(item.json.taskId));
	const ended = endOfRecipient(end, String(item.json.recipient), recipients);
	return { ...item, json: { ...item.json, ...ended } };
}

/** The end of a campaign to one number, which nobody waits for. */
function toldMeanwhile(
	{ json, pairedItem }: WaitingItem,
	events: Map<string, CampaignEvent>,
): CampaignEnd | undefined {
	const event = events.get(String(json.taskId));
	return pairedItem !== undefined && json.outcome === 'UNKNOWN' && event !== undefined
		? endOfEvent(event, [])
		: undefined;
}
