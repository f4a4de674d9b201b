import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';

import { campaignOf } from '../engine/campaignOutput';
import { runState } from '../engine/runState';
import { isUnknownOutcome, postAccepted } from '../engine/postAccepted';
import { balanceShortage } from './balance';
import { campaignStopped, refusedItemsError } from './campaignErrors';
import { campaignItems, type CampaignResult } from './campaignItems';
import type { CampaignKind } from './campaignKind';
import { severalCampaignsHint } from './campaignLimits';
import { CampaignMemory, type SentRequest } from './campaignMemory';
import type { CampaignRequest } from './campaignRequest';
import { awaitCampaigns } from './completion/awaitCampaigns';
import { failureOf, notAcceptedTexts } from './outcomeTexts';
import { prepareCampaign, type PreparedCampaign } from './prepareCampaign';

/**
 * Turns all input items into the fewest requests and sends each once.
 *
 * Items that break a rule stop the campaign before anything leaves; with "On Error: Continue" they
 * come out as error items and the others go. A request that fails stops the ones after it, and its
 * error accounts for every item.
 *
 * @returns one item per campaign, or per recipient if the options say so, paired to input items
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 *   for a failed request
 */
export async function sendCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	const memory = new CampaignMemory(runState(context));
	let prepared: PreparedCampaign;
	try {
		prepared = await prepareCampaign(context, kind, memory);
	} catch (error) {
		return [await notPrepared(context, memory.earlier(), error as Error)];
	}
	const { options, refused, requests, phones } = prepared;
	const result: CampaignResult = {
		sent: prepared.sent,
		refused,
		phones,
		perRecipient: options.sendTo === 'items' && options.output === 'recipient',
	};
	const count = context.getInputData().length;
	if (refused.length > 0 && !context.continueOnFail()) {
		throw refusedItemsError(context.getNode(), refused, result.sent, count);
	}
	giveHint(context, severalCampaignsHint(kind, requests));
	if (options.onlyEstimate) {
		const estimates = requests.map(({ items, counts }) => ({
			items,
			outcome: { accepted: { ...counts, estimated: true } },
		}));
		return [await campaignItems(context, { ...result, sent: estimates })];
	}
	const shortage =
		options.checkBalance && options.sendTo === 'items'
			? await balanceShortage(context, requests)
			: undefined;
	if (shortage === undefined) {
		if (options.unknownOutcome === 'sendAgain') memory.forgetUnknown();
		await sendAll(context, kind, requests, memory, result.sent);
	} else if (context.continueOnFail()) {
		result.sent.push(...allFailed(requests, shortage));
	} else {
		throw stoppedBefore(context, shortage, result.sent);
	}

	const notAccepted = result.sent.find(({ outcome }) => !('accepted' in outcome));
	if (notAccepted !== undefined && !context.continueOnFail()) {
		const cause = { ...notAcceptedTexts(notAccepted.outcome), items: notAccepted.items };
		const isUnknown = 'unknown' in notAccepted.outcome;
		throw campaignStopped(context.getNode(), { ...cause, isUnknown }, result.sent, count);
	}
	if (prepared.waitFor === undefined) return [await campaignItems(context, result)];
	try {
		return await awaitCampaigns(context, {
			channel: prepared.waitFor,
			sent: result.sent,
			startsAt: Math.max(0, ...requests.map((request) => request.startsAt ?? 0)),
			output: async (ends) => await campaignItems(context, result, ends),
		});
	} catch (error) {
		// The campaigns have left: what keeps the node from waiting takes nothing back.
		if (context.continueOnFail()) return [await campaignItems(context, result)];
		throw campaignStopped(
			context.getNode(),
			{
				message: `The campaigns were sent, but the node cannot wait for them: ${(error as Error).message}`,
				description: 'Follow them with the Wait operation of the ExtApi Campaign node.',
				items: [],
			},
			result.sent,
			count,
		);
	}
}

/** Sends the requests in order; with "On Error: Stop" none after one that was not accepted for certain. */
async function sendAll(
	context: IExecuteFunctions,
	kind: CampaignKind,
	requests: CampaignRequest[],
	memory: CampaignMemory,
	sent: SentRequest[],
): Promise<void> {
	for (const request of requests) {
		const outcome = await sendRequest(kind, request);
		sent.push({ items: request.items, outcome });
		if (!('failed' in outcome)) memory.remember(request.items, outcome);
		if (!('accepted' in outcome) && !context.continueOnFail()) return;
	}
}

async function sendRequest(
	kind: CampaignKind,
	{ body, counts, context }: CampaignRequest,
): Promise<SentRequest['outcome']> {
	try {
		const reply = await postAccepted(context, kind.url, body);
		return { accepted: { ...campaignOf(reply), ...counts } };
	} catch (error) {
		return isUnknownOutcome(error)
			? { unknown: { message: error.message, description: String(error.description ?? '') } }
			: { failed: error as Error };
	}
}

function allFailed(requests: CampaignRequest[], failed: Error): SentRequest[] {
	return requests.map(({ items }) => ({ items, outcome: { failed } }));
}

/**
 * What comes out when nothing could be prepared, such as with a credential that cannot be read:
 * every item that an earlier try has not sent is an error item.
 *
 * @throws with "On Error: Stop"
 */
async function notPrepared(
	context: IExecuteFunctions,
	sent: SentRequest[],
	error: Error,
): Promise<INodeExecutionData[]> {
	if (!context.continueOnFail()) throw stoppedBefore(context, error, sent);
	const settled = new Set(sent.flatMap(({ items }) => items));
	const left = [...context.getInputData().keys()].filter((item) => !settled.has(item));
	return await campaignItems(context, {
		sent: left.length === 0 ? sent : [...sent, { items: left, outcome: { failed: error } }],
		refused: [],
		phones: new Map(),
		perRecipient: false,
	});
}

/** The error of a run that stops before it sends, with what an earlier try sent. */
function stoppedBefore(context: IExecuteFunctions, error: Error, sent: SentRequest[]): Error {
	const node = context.getNode();
	if (sent.length === 0) {
		return 'description' in error ? error : new NodeOperationError(node, error);
	}
	const count = context.getInputData().length;
	return campaignStopped(node, { ...failureOf(error), items: [] }, sent, count);
}

/** Shows a hint at the node's output, on versions of n8n that can. */
function giveHint(context: IExecuteFunctions, message: string | undefined): void {
	const { addExecutionHints } = context as Partial<IExecuteFunctions>;
	if (message === undefined || addExecutionHints === undefined) return;
	addExecutionHints.call(context, { message, type: 'info', location: 'outputPane' });
}
