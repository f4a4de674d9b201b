import type {
	IDataObject,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { eventTypes, readEvent, type CampaignEvent } from '../../notifications/events';
import { channelOfKey } from '../../notifications/notificationAddress';
import { endpoints } from '../../transport/endpoints';
import { postOnce } from '../../transport/postOnce';
import { campaignStatusOf, type CampaignStatus } from '../campaignStatus';
import { endOfEvent, endOfRecipient, endOfStatus, type CampaignEnd } from './campaignEnd';
import { LOOK_PARAMETER, RESUME_PATH } from './resumeAddress';

/** Milliseconds the service may take to tell a status while it waits for our answer. */
const STATUS_TIMEOUT_MS = 15_000;

/** For the description of a node that waits: its address is an execution's resume URL. */
export const resumeWebhook: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
	path: RESUME_PATH,
	restartWebhook: true,
};

/** An item that waits for the end of its campaign, as `awaitCampaigns` left it. */
type WaitingItem = INodeExecutionData & { json: Partial<CampaignEnd> };

/**
 * The webhook of a sending node whose execution waits for its campaigns: resumes it when the last
 * one has ended, and ignores what comes before, such as START. The notification speaks for its own
 * campaign; the others are asked for, since nothing can be kept from one call to the next.
 */
export async function resumeOnNotification(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { token } = await this.getCredentials('extApi');
	const query = this.getQueryData() as IDataObject;
	const channel = channelOfKey(query.key, String(token), this.getExecutionId());
	const event = channel && readEvent(query, channel, new Date());
	if (channel === undefined || (event === undefined && query[LOOK_PARAMETER] === undefined)) {
		this.getResponseObject().status(403).json({ message: 'Not a notification for this execution' });
		return { noWebhookResponse: true };
	}
	const stillWaiting = { webhookResponse: { received: true, resumed: false } };
	if (event !== undefined && eventTypes[event.event].partial) return stillWaiting;

	const items = this.evaluateExpression('{{ $input.all() }}') as unknown as WaitingItem[];
	const ends = await endsOf(this, items, event);
	if (ends === undefined) return stillWaiting;
	return {
		webhookResponse: { received: true, resumed: true },
		workflowData: [items.map((item) => withEnd(item, ends))],
	};
}

/** The end of each campaign by its code; undefined when one has not ended yet. */
async function endsOf(
	context: IWebhookFunctions,
	items: WaitingItem[],
	event: CampaignEvent | undefined,
): Promise<Map<string, CampaignEnd> | undefined> {
	const ends = new Map<string, CampaignEnd>();
	for (const { json } of items.filter(isWaiting)) {
		const code = String(json.taskId);
		if (ends.has(code)) continue;
		const status = await statusOf(context, code);
		const end =
			event?.taskId === code
				? endOfEvent(event, status?.notSent ?? [])
				: status && endOfStatus(status, recipientsOf(items, code));
		if (end === undefined) return undefined;
		ends.set(code, end);
	}
	return ends;
}

async function statusOf(
	context: IWebhookFunctions,
	code: string,
): Promise<CampaignStatus | undefined> {
	const question = { tid: code, act: 'status' };
	const reply = await postOnce(context, endpoints.campaign, question, STATUS_TIMEOUT_MS).catch(
		() => undefined,
	);
	return reply?.kind === 'accepted' ? campaignStatusOf(code, reply) : undefined;
}

/** How many a campaign went to; undefined for distribution lists. */
function recipientsOf(items: WaitingItem[], code: string): number | undefined {
	const own = items.filter(({ json }) => json.taskId === code);
	const [{ json: first }] = own;
	return first.recipient === undefined
		? (first.recipients as number | undefined)
		: new Set(own.map(({ json }) => json.recipient)).size;
}

function isWaiting({ json }: WaitingItem): boolean {
	return json.taskId !== undefined && json.timedOut === true;
}

function withEnd(item: WaitingItem, ends: Map<string, CampaignEnd>): INodeExecutionData {
	const end = isWaiting(item) ? ends.get(String(item.json.taskId)) : undefined;
	if (end === undefined) return item;
	const { message: _limit, ...json } = item.json;
	const ended = json.recipient === undefined ? end : endOfRecipient(end, String(json.recipient));
	return { json: { ...json, ...ended }, pairedItem: item.pairedItem };
}
