import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import { campaignOf } from '../hooks/campaignOutput';
import { endpoints } from '../transport/endpoints';
import { nodeRun } from '../transport/nodeRun';
import { isUnknownOutcome, postToService } from '../transport/postToService';
import { campaignStopped, refusedItemsError } from './campaignErrors';
import { campaignItems } from './campaignItems';
import type { CampaignKind } from './campaignKind';
import { CampaignMemory, type SentRequest } from './campaignMemory';
import { planRequests, type PlannedRequest } from './planRequests';
import { readRows, runOption, type RefusedItem } from './readRows';

/** A request of the campaign, ready to leave. */
interface CampaignRequest {
	items: number[];
	recipients: number;
	/** Messages the account will be billed, by the specification's counting rules. */
	messages?: number;
	body: IDataObject;
}

/**
 * Turns all input items into the fewest requests and sends each once.
 *
 * Items that break a rule stop the campaign before anything leaves; with "On Error: Continue" they
 * come out as error items and the others go. A request that fails stops the ones after it, and its
 * error names the campaigns accepted before (design, "Semantics", points 1 to 3).
 *
 * @returns one item per campaign, or per recipient if the options say so, paired to input items
 * @throws NodeOperationError for items that break a rule, NodeApiError for a failed request
 */
export async function sendCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const memory = new CampaignMemory(nodeRun(context));
	const sent: SentRequest[] = memory.earlier();
	const settled = new Set(sent.flatMap(({ items }) => items));

	const { rows, refused, settings } = await readRows(context, kind, settled);
	const planned = planRequests(rows, {
		mergeDuplicates: runOption(context, 'duplicates', 'once') === 'once',
	});
	const requests: CampaignRequest[] = [];
	for (const request of planned.map((plan) => toRequest(kind, plan, settings))) {
		const refusals = refusedTogether(kind, request);
		if (refusals.length === 0) requests.push(request);
		else refused.push(...refusals);
	}
	if (refused.length > 0 && !context.continueOnFail()) throw refusedItemsError(node, refused);

	if (runOption(context, 'onlyEstimate', false)) {
		const estimates = requests.map(({ items, ...request }) => ({
			items,
			outcome: { accepted: { ...countsOf({ items, ...request }), estimated: true } },
		}));
		return [campaignItems(context, estimates, refused)];
	}
	const shortage = await balanceShortage(context, requests);
	if (shortage !== undefined) {
		if (!context.continueOnFail()) throw shortage;
		const failed = requests.map(({ items }) => ({ items, outcome: { failed: shortage } }));
		return [campaignItems(context, [...sent, ...failed], refused)];
	}
	for (const request of requests) {
		const outcome = await sendRequest(context, kind, request);
		sent.push({ items: request.items, outcome });
		if (!('failed' in outcome)) memory.remember(request.items, outcome);
		if (!('accepted' in outcome) && !context.continueOnFail()) break;
	}
	const notAccepted = sent.find(({ outcome }) => !('accepted' in outcome));
	if (notAccepted !== undefined && !context.continueOnFail()) {
		throw campaignStopped(node, notAccepted, sent);
	}
	return [campaignItems(context, sent, refused)];
}

function toRequest(
	kind: CampaignKind,
	{ settingsKey, recipients }: PlannedRequest,
	settings: Map<string, IDataObject>,
): CampaignRequest {
	return {
		items: recipients.flatMap(({ items }) => items),
		recipients: recipients.length,
		messages: kind.messagesOf && total(recipients.map(({ content }) => kind.messagesOf!(content))),
		body: { ...settings.get(settingsKey), ...kind.recipientsOf(recipients) },
	};
}

/** Rules that only the finished request can break, such as those for a single recipient. */
function refusedTogether(kind: CampaignKind, { items, body }: CampaignRequest): RefusedItem[] {
	const labels = fieldLabels(kind.settingsFields);
	const context = { now: new Date(), timeZone: 'UTC' };
	return (kind.requestRules ?? [])
		.flatMap((rule) => rule(body, context))
		.slice(0, 1)
		.flatMap(({ wire, rule, fix }) =>
			items.map((item) => ({ item, phone: '', reason: `${labels[wire] ?? wire} ${rule}`, fix })),
		);
}

async function sendRequest(
	context: IExecuteFunctions,
	kind: CampaignKind,
	request: CampaignRequest,
): Promise<SentRequest['outcome']> {
	try {
		const reply = await postToService(context, kind.url, request.body);
		return { accepted: { ...campaignOf(reply), ...countsOf(request) } };
	} catch (error) {
		return isUnknownOutcome(error)
			? { unknown: { message: error.message, description: String(error.description ?? '') } }
			: { failed: error as Error };
	}
}

function countsOf({ recipients, items, messages }: CampaignRequest): IDataObject {
	return { recipients, items: items.length, ...(messages === undefined ? {} : { messages }) };
}

function total(counts: number[]): number {
	return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * Compares the balance with what the campaign needs, if the options ask for it.
 *
 * @returns the error for a balance that is too low; nothing was sent
 */
async function balanceShortage(
	context: IExecuteFunctions,
	requests: CampaignRequest[],
): Promise<NodeOperationError | undefined> {
	if (!runOption(context, 'checkBalance', false) || requests.length === 0) return undefined;
	const needed = total(requests.map(({ messages = 0 }) => messages));
	const { data } = await postToService(context, endpoints.sms, { act: 'credit' });
	const balance = Number(data.credit);
	return balance >= needed
		? undefined
		: new NodeOperationError(
				context.getNode(),
				`The balance is too low: the campaign needs ${needed} messages and ${balance} are left`,
				{ description: 'Nothing was sent. Top up the balance, or send to fewer recipients.' },
			);
}
