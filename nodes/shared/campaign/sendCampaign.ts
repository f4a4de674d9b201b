import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { campaignOf } from '../hooks/campaignOutput';
import { endpoints } from '../transport/endpoints';
import { nodeRun } from '../transport/nodeRun';
import { isUnknownOutcome, postToService } from '../transport/postToService';
import { campaignStopped, refusedItemsError } from './campaignErrors';
import { campaignItems } from './campaignItems';
import type { CampaignKind, SendTo } from './campaignKind';
import { CampaignMemory, type SentRequest } from './campaignMemory';
import { makeRequests, type CampaignRequest } from './campaignRequest';
import { awaitCampaigns } from './completion/awaitCampaigns';
import { resumeAddress } from './completion/resumeAddress';
import { readRows, runOption } from './readRows';

/**
 * Turns all input items into the fewest requests and sends each once.
 *
 * Items that break a rule stop the campaign before anything leaves; with "On Error: Continue" they
 * come out as error items and the others go. A request that fails stops the ones after it, and its
 * error names the campaigns accepted before (design, "Semantics", points 1 to 4).
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
	const sendTo = context.getNodeParameter('sendTo', 0, 'items') as SendTo;
	const { channel } = kind;
	const onlyEstimate = runOption(context, 'onlyEstimate', false);
	const waitFor = runOption(context, 'waitForCompletion', false) && !onlyEstimate && channel;

	const read = await readRows(context, kind, sendTo, settled);
	const { requests, refused: refusedRequests } = await makeRequests(kind, read, {
		sendTo,
		mergeDuplicates: runOption(context, 'duplicates', 'once') === 'once',
		resumeAddress: waitFor ? await resumeAddress(context, waitFor) : undefined,
	});
	const refused = [...read.refused, ...refusedRequests];
	if (refused.length > 0 && !context.continueOnFail()) throw refusedItemsError(node, refused);

	if (onlyEstimate) {
		const estimates = requests.map(({ items, counts }) => ({
			items,
			outcome: { accepted: { ...counts, estimated: true } },
		}));
		return [await campaignItems(context, sendTo, estimates, refused)];
	}
	const shortage = sendTo === 'items' ? await balanceShortage(context, requests) : undefined;
	if (shortage !== undefined) {
		if (!context.continueOnFail()) throw shortage;
		const failed = requests.map(({ items }) => ({ items, outcome: { failed: shortage } }));
		return [await campaignItems(context, sendTo, [...sent, ...failed], refused)];
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
	if (!waitFor) return [await campaignItems(context, sendTo, sent, refused)];
	return await awaitCampaigns(context, {
		channel: waitFor,
		sent,
		startsAt: Math.max(0, ...requests.map((request) => request.startsAt ?? 0)),
		output: (ends) => campaignItems(context, sendTo, sent, refused, ends),
	});
}

async function sendRequest(
	context: IExecuteFunctions,
	kind: CampaignKind,
	{ body, counts }: CampaignRequest,
): Promise<SentRequest['outcome']> {
	try {
		const reply = await postToService(context, kind.url, body);
		return { accepted: { ...campaignOf(reply), ...counts } };
	} catch (error) {
		return isUnknownOutcome(error)
			? { unknown: { message: error.message, description: String(error.description ?? '') } }
			: { failed: error as Error };
	}
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
	const needed = requests.reduce((sum, { messages = 0 }) => sum + messages, 0);
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
