import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { previewItems } from './preview';
import { localFileHint } from '../files/fileOfItem';
import { giveHint } from '../n8n/hints';
import { stoppedError } from '../pipeline/account';
import { itemsText } from '../sentBefore/itemNumbers';
import { scheduledHint } from '../service/campaignOf';
import { awaitCampaigns } from '../waiting/awaitCampaigns';
import { acceptedIn, campaignAccount, itemsSent, stoppedBy } from './campaignAccount';
import { campaignItems } from './campaignItems';
import type { OpenRecords } from './campaignKey';
import { unknownHint } from './leftOut';
import type { CampaignKind } from './campaignRequest';
import { prepareCampaign, type PreparedCampaign } from './prepareCampaign';
import { warningsHint } from '../run/checkedTexts';
import type { RunOptions } from './runOptions';
import { sendRequests } from './sendRequests';
import type { SentRequest } from './sentRequests';

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
	const run = await prepareCampaign(context, kind, records);
	if (run.refused.length > 0) stopIfFailed(context, run);
	if (run.requests.length > 0) giveHint(context, localFileHint(context), 'warning');
	giveHint(context, warningsHint(run.warnings), 'warning');
	giveHint(context, unknownHint(run.leftOut, run.options));
	if (run.options.onlyEstimate) {
		// What an earlier try may have sent is no preview, and cannot be left out.
		stopIfFailed(context, run);
		return [await previewItems(context, kind, run)];
	}
	giveHint(context, scheduledHint(run.requests.map(({ counts }) => counts)));
	const sent = await sendRequests(context, kind.url, run);
	const result = { ...run, sent };
	giveHint(context, testHint(run.options, itemsSent(sent)));
	stopIfFailed(context, result);
	return run.waitFor === undefined
		? [await campaignItems(context, result)]
		: await awaitAll(context, result, run.sent);
}

/** Says of a test who got something, and that no one else did. */
function testHint({ test }: RunOptions, items: number[]): string | undefined {
	if (test === undefined || items.length === 0) return undefined;
	const messages = items.length === 1 ? 'the message' : 'the messages';
	return `Test: only ${test.numbers.join(', ')} received ${messages} of ${itemsText(items)}. Set 'Mode' to Send for the campaign.`;
}

/** Waits for the ends of the campaigns. They were sent: what keeps the node from waiting takes nothing back. */
async function awaitAll(
	context: IExecuteFunctions,
	result: PreparedCampaign,
	earlier: SentRequest[],
): Promise<INodeExecutionData[][]> {
	const { sent, waitFor } = result;
	const accepted = acceptedIn(sent.filter(({ isSingle }) => !isSingle));
	try {
		return await awaitCampaigns(context, {
			channel: waitFor!,
			accepted,
			ofEarlierTries: new Set(acceptedIn(earlier).map(({ taskId }) => String(taskId))),
			limitMs: result.options.waitLimitMs,
			// Those of earlier tries, too.
			sentAt: accepted.reduce((last, each) => Math.max(last, endOf(each)), 0),
			output: async (ends) => await campaignItems(context, result, ends),
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

/** When the service sends the last message of a campaign, in milliseconds since 1970; 0 for one that is sent at once. */
function endOf({ scheduledFor, endsAbout = scheduledFor }: IDataObject): number {
	return endsAbout === undefined ? 0 : Date.parse(String(endsAbout));
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
