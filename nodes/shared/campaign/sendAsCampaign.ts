import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { refusedItemsError } from '../run/refusedItems';
import { giveHint, scheduledHint } from '../n8n/hints';
import { localFileHint } from '../files/fileOfItem';
import { runState } from '../sentBefore/runState';
import { unrecognizedHint } from '../service/campaignOf';
import { asNodeError, textsOf } from '../service/nodeErrors';
import { accountFor, accountingLines, contextOf } from './accounting';
import { balancesFor } from './balance';
import { campaignStopped } from './campaignErrors';
import { campaignItems } from './campaignItems';
import type { CampaignKind } from './campaignKind';
import { duplicatesHint, manyItemsHint, severalCampaignsHint } from './campaignLimits';
import { unknownHint } from './campaignKey';
import { CampaignMemory, type SentRequest } from './campaignMemory';
import { awaitCampaigns } from '../waiting/awaitCampaigns';
import { notAcceptedTexts } from './outcomeTexts';
import { failedAltogether, prepareCampaign, type PreparedCampaign } from './prepareCampaign';
import { estimates, previewHint, testHint } from './preview';
import { sendRequests } from './sendRequests';

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
export async function sendAsCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	const memory = new CampaignMemory(runState(context));
	const run = await prepareCampaign(context, kind, memory).catch((error: Error) => {
		if (!context.continueOnFail()) throw stopped(context, error, memory.earlier());
		return failedAltogether(context, kind, memory, error);
	});
	try {
		return await sendPrepared(context, kind, run, memory);
	} finally {
		await run.departures?.close();
	}
}

async function sendPrepared(
	context: IExecuteFunctions,
	kind: CampaignKind,
	run: PreparedCampaign,
	memory: CampaignMemory,
): Promise<INodeExecutionData[][]> {
	stopIfRefused(context, run);
	giveHint(context, await severalCampaignsHint(kind, run));
	giveHint(context, duplicatesHint(run.requests));
	giveHint(context, scheduledHint(run.requests.map(({ counts }) => counts)));
	giveHint(context, manyItemsHint(context.getInputData().length));
	giveHint(context, localFileHint(context), 'warning');
	giveHint(context, unknownHint(run.leftOut, run.options.unknownOutcome));
	if (run.options.onlyEstimate) {
		const preview = { ...run, sent: await estimated(run) };
		giveHint(context, previewHint(preview.sent, run.refused.length, run.leftOut?.length ?? 0));
		return [await campaignItems(context, preview)];
	}
	const sent = await sendRequests(context, kind.url, run, memory);
	const result = { ...run, sent };
	const { test } = run.options;
	const tried = sent.flatMap(({ items, outcome }) => ('accepted' in outcome ? items : []));
	if (test && tried.length > 0) giveHint(context, testHint(test.numbers, tried));
	giveHint(context, unrecognizedHint(sent.flatMap(acceptedOf)));
	stopIfNotAccepted(context, result);
	return run.waitFor === undefined
		? [await campaignItems(context, result)]
		: await awaitAll(context, result);
}

/** The estimate, with the balance where it is to be checked. */
async function estimated({
	options,
	requests,
	notes,
	shared,
}: PreparedCampaign): Promise<SentRequest[]> {
	const isChecked = options.checkBalance && options.sendTo === 'items';
	const balances = isChecked ? await balancesFor(requests) : new Map<string, never>();
	if (balances instanceof NodeOperationError) throw balances;
	return estimates(requests, { notes, shared }, balances);
}

/** Waits for the ends of the campaigns. They have left: what keeps the node from waiting takes nothing back. */
async function awaitAll(
	context: IExecuteFunctions,
	result: PreparedCampaign,
): Promise<INodeExecutionData[][]> {
	const { sent, requests, waitFor, leftOut } = result;
	try {
		return await awaitCampaigns(context, {
			channel: waitFor!,
			accepted: sent.flatMap(acceptedOf),
			limitMs: result.options.waitLimitMs,
			startsAt: Math.max(0, ...requests.map((request) => request.startsAt ?? 0)),
			output: async (ends) => await campaignItems(context, result, ends),
		});
	} catch (error) {
		if (context.continueOnFail()) return [await campaignItems(context, result)];
		const cause = {
			message: `The campaigns were sent, but the node cannot wait for them: ${(error as Error).message}`,
			description: 'Follow them with the Wait operation of the ExtApi Campaign node.',
			items: [],
		};
		throw campaignStopped(context.getNode(), cause, sent, context.getInputData().length, leftOut);
	}
}

function stopIfRefused(
	context: IExecuteFunctions,
	{ refused, sent, leftOut }: PreparedCampaign,
): void {
	if (refused.length === 0 || context.continueOnFail()) return;
	if (sent.length === 0) throw refusedItemsError(context.getNode(), refused);
	const accounting = accountFor(sent, context.getInputData().length, leftOut);
	throw refusedItemsError(context.getNode(), refused, {
		lines: accountingLines(accounting),
		context: contextOf(accounting),
	});
}

function stopIfNotAccepted(context: IExecuteFunctions, { sent, leftOut }: PreparedCampaign): void {
	const notAccepted = sent.find(({ outcome }) => !('accepted' in outcome));
	if (notAccepted === undefined || context.continueOnFail()) return;
	const { items, outcome } = notAccepted;
	const cause = { ...notAcceptedTexts(outcome), items };
	throw campaignStopped(context.getNode(), cause, sent, context.getInputData().length, leftOut);
}

/** The error of a run that stops before it sends, with what an earlier try sent. */
function stopped(context: IExecuteFunctions, error: Error, sent: SentRequest[]): Error {
	const node = context.getNode();
	if (sent.length === 0) return asNodeError(node, error);
	const cause = { ...textsOf(error), items: [] };
	return campaignStopped(node, cause, sent, context.getInputData().length);
}

function acceptedOf({ outcome }: SentRequest): IDataObject[] {
	return 'accepted' in outcome ? [outcome.accepted] : [];
}
