import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { stoppedError } from '../run/account';
import { giveHint, manyItemsHint, scheduledHint } from '../n8n/hints';
import { VIEWABLE_PAGE } from '../n8n/viewablePage';
import { localFileHint } from '../files/fileOfItem';
import { runState } from '../sentBefore/runState';
import { limitHint, unrecognizedHint } from '../service/campaignOf';
import { asNodeError, textsOf, type ErrorTexts } from '../service/nodeErrors';
import { balancesFor } from './balance';
import { campaignAccount } from './campaignAccount';
import { campaignItems } from './campaignItems';
import type { CampaignKind } from './campaignRequest';
import { datesFix } from './datesRead';
import { duplicatesHint, severalCampaignsHint } from './campaignLimits';
import { leaveOutHint, unknownHint, type OpenRecords } from './campaignKey';
import { CampaignMemory, type SentRequest } from '../sentBefore/campaignMemory';
import { awaitCampaigns } from '../waiting/awaitCampaigns';
import { waitId } from '../waiting/pendingWaits';
import { withReport } from '../waiting/reportPage';
import { failedAltogether, prepareCampaign, type PreparedCampaign } from './prepareCampaign';
import { warningLines, warningsHint } from './rowChecks';
import { previewPage } from './previewPage';
import { refusedLines, shownWarnings, type PreviewFacts } from './previewFacts';
import { estimates, ownMemoryHint, previewHint, stoppedHint, testHint } from './preview';
import { sendRequests } from './sendRequests';

/**
 * Turns all input items into the fewest requests and sends each once.
 *
 * Items that break a rule stop the campaign before anything is sent; with "On Error: Continue" they
 * become error items and the others are sent. A preview shows them beside the others in any case.
 * A request that fails stops the ones after it, and its error accounts for every item.
 *
 * @returns one item per campaign, or per recipient if the options say so, paired to input items
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 *   for a failed request
 */
export async function sendAsCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	const records: OpenRecords = [];
	try {
		return await sendRecorded(context, kind, records);
	} finally {
		for (const record of records) await record.close();
	}
}

async function sendRecorded(
	context: IExecuteFunctions,
	kind: CampaignKind,
	records: OpenRecords,
): Promise<INodeExecutionData[][]> {
	const memory = new CampaignMemory(runState(context));
	const run = await prepareCampaign(context, kind, memory, records).catch((error: Error) => {
		const sent = memory.earlier();
		if (!context.continueOnFail()) {
			throw sent.length === 0
				? asNodeError(context.getNode(), error)
				: stoppedBy(context, textsOf(error), { sent });
		}
		return failedAltogether(context, kind, memory, error);
	});
	if (run.refused.length > 0) stopIfFailed(context, run);
	giveHint(context, await severalCampaignsHint(kind, run));
	giveHint(context, duplicatesHint(run.requests));
	giveHint(context, scheduledHint(run.requests.map(({ counts }) => counts)));
	giveHint(context, manyItemsHint(context.getInputData().length));
	giveHint(context, limitHint(run.requests.map(({ counts }) => counts)), 'warning');
	if (run.requests.length > 0) giveHint(context, localFileHint(context), 'warning');
	giveHint(context, warningsHint(run.warnings), 'warning');
	giveHint(context, unknownHint(run.leftOut, run.options.unknownOutcome));
	if (run.options.onlyEstimate) {
		// What an earlier try may have sent is no preview, and cannot be left out.
		stopIfFailed(context, run);
		const preview = await estimated(run);
		const counts = {
			refused: run.refused.length,
			leftOut: run.leftOut?.length ?? 0,
			sentEarlier: sentItems(run.sent).length,
		};
		const summary = previewHint(preview, counts);
		giveHint(context, summary);
		const isStopped = run.refused.length > 0 && !context.continueOnFail();
		const stopped = isStopped ? stoppedHint(run.refused) : undefined;
		giveHint(context, stopped, 'warning');
		giveHint(context, ownMemoryHint(run.options));
		giveHint(context, datesFix(context, kind, 'dates'));
		const facts = factsOf(run);
		// Nothing would leave: no one can approve that.
		const planned = { text: isStopped ? undefined : run.plan!.text, facts };
		const sent = [...run.sent, ...preview];
		const items = await campaignItems(context, { ...run, sent, planned });
		return run.options.previewPage
			? [
					await withPage(
						context,
						items,
						previewPage({ summary: [summary, stopped].filter(Boolean).join(' '), ...facts }),
					),
				]
			: [items];
	}
	giveHint(context, leaveOutHint(run.leftOut));
	const sent = await sendRequests(context, kind.url, run, memory);
	const result = { ...run, sent };
	const { test } = run.options;
	const tried = sentItems(sent);
	if (test && tried.length > 0) giveHint(context, testHint(test.numbers, tried));
	giveHint(context, unrecognizedHint(sent.flatMap(acceptedOf)));
	stopIfFailed(context, result);
	return run.waitFor === undefined
		? [await campaignItems(context, result)]
		: await awaitAll(context, result);
}

/** The items of a preview with its page, which the first of them holds: one is enough, however many there are. */
async function withPage(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	page: string,
): Promise<INodeExecutionData[]> {
	if (items.length === 0) return items;
	const { mimeType } = VIEWABLE_PAGE;
	const data = Buffer.from(page);
	const file = await context.helpers.prepareBinaryData(data, 'preview.html', mimeType);
	const [{ binary = {}, ...first }, ...others] = items;
	// A file of the row keeps its name.
	const name = Object.hasOwn(binary, 'preview') ? 'previewPage' : 'preview';
	return [{ ...first, binary: { ...binary, [name]: { ...file, ...VIEWABLE_PAGE } } }, ...others];
}

/** What a person sees of a preview. */
function factsOf({ plan, refused, warnings }: PreparedCampaign): PreviewFacts {
	return {
		...plan!.facts,
		refused: refusedLines(refused),
		warnings: shownWarnings(warningLines(warnings)),
	};
}

/** The estimate, with the balance where it is to be checked. */
async function estimated({
	options,
	requests,
	notes,
	shared,
	warnings,
}: PreparedCampaign): Promise<SentRequest[]> {
	const isChecked = options.checkBalance && options.sendTo === 'items';
	const balances = isChecked ? await balancesFor(requests) : new Map<string, never>();
	if (balances instanceof NodeOperationError) throw balances;
	return estimates(requests, { notes, shared, warnings }, balances);
}

/** Waits for the ends of the campaigns. They were sent: what keeps the node from waiting takes nothing back. */
async function awaitAll(
	context: IExecuteFunctions,
	result: PreparedCampaign,
): Promise<INodeExecutionData[][]> {
	const { sent, waitFor } = result;
	const accepted = sent.filter(({ isSingle }) => !isSingle).flatMap(acceptedOf);
	try {
		return await awaitCampaigns(context, {
			channel: waitFor!,
			accepted,
			limitMs: result.options.waitLimitMs,
			// Those of earlier tries, too.
			startsAt: accepted.reduce((last, each) => Math.max(last, startOf(each)), 0),
			output: async (ends) => {
				const items = await campaignItems(context, result, ends);
				if (!result.options.reportPage) return items;
				return await withReport(
					items,
					context.getNode(),
					waitId(context.getExecutionId(), ends.keys()),
				);
			},
		});
	} catch (error) {
		if (context.continueOnFail()) return [await campaignItems(context, result)];
		const cause = {
			message: `The campaigns were sent, but the node cannot wait for them: ${(error as Error).message}`,
			description: 'Follow them with the Wait operation of the ExtApi Campaign node.',
		};
		throw stoppedBy(context, cause, result);
	}
}

/** When a campaign begins, in milliseconds since 1970; 0 for one that began at once. */
function startOf({ scheduledFor }: IDataObject): number {
	return scheduledFor === undefined ? 0 : Date.parse(String(scheduledFor));
}

function stopIfFailed(context: IExecuteFunctions, result: PreparedCampaign): void {
	const hasFailed = result.sent.some(({ outcome }) => !('accepted' in outcome));
	const isStopped = result.refused.length > 0 && !showsRefused(result);
	if (context.continueOnFail() || (!isStopped && !hasFailed)) return;
	throw stoppedError(context.getNode(), campaignAccount(result, context.getInputData().length));
}

/** Whether refused items are shown beside others. Where there are no others, one error says why. */
function showsRefused({ options, requests }: PreparedCampaign): boolean {
	return options.onlyEstimate && requests.length > 0;
}

/** The error of a run that cannot continue for a reason that concerns no item, with what was sent until then. */
function stoppedBy(
	context: IExecuteFunctions,
	cause: ErrorTexts,
	result: Parameters<typeof campaignAccount>[0],
): Error {
	const account = campaignAccount(result, context.getInputData().length);
	return stoppedError(context.getNode(), account, cause);
}

function sentItems(sent: SentRequest[]): number[] {
	return sent.flatMap(({ items, outcome }) => ('accepted' in outcome ? items : []));
}

function acceptedOf({ outcome }: SentRequest): IDataObject[] {
	return 'accepted' in outcome ? [outcome.accepted] : [];
}
