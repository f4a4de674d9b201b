// All items as one campaign: its steps in their order, and its output.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { localFileHint } from '../files/fileOfItem';
import { giveHint } from '../n8n/output';
import { warningsHint } from './accountWords';
import { errorOfRun } from './errorOfRun';
import { hasFailed } from './fate';
import { noLeaveOutHint, optOutOf, refuseDeadLinks } from './optOutField';
import { readRows } from './readRows';
import { refuseAll, whyNot } from './rows';
import { runOperation } from './run';
import { scheduledHint } from '../service/documentedReplies';
import { awaitCampaigns, resumeAddress } from '../waiting/awaitCampaigns';
import { readApproved } from './approvedCampaign';
import { balanceFor } from './campaignBalance';
import { campaignItems } from './campaignItems';
import { leaveOutSent } from './campaignRecords';
import { keepLimits } from './campaignLimits';
import { makeRequests } from './campaignRequest';
import {
	campaignRun,
	waitedFor,
	warningsOfRows,
	withOptions,
	type CampaignKind,
	type CampaignRun,
} from './campaignRun';
import { campaignsOf } from './campaigns';
import { keepKey, leaveReached, recall } from './earlierTries';
import { emailHint, testHint, unknownHint } from './campaignHints';
import { addNotes, addSharedTexts } from './campaignNotes';
import { previewItems } from './campaignPreview';
import { readRunOptions } from './readRunOptions';
import { checkRows, refuseOthersForLists, refuseRepeats } from './rowChecks';
import { send } from './campaignDelivery';

/**
 * Turns all input items into the fewest requests and sends each once.
 *
 * With "On Error: Stop", an item that breaks a rule stops all before anything is sent, a failed
 * request stops those after it, and the error accounts for every item. With "Continue", these
 * become error items. A preview shows refused items beside the others in any case.
 *
 * @returns one item per campaign, or per recipient if the options say so, paired to input items
 * @throws with "On Error: Stop" only: NodeOperationError for items that break a rule, NodeApiError
 *   for a failed request
 */
export async function runCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	return await runOperation(
		campaignRun(context, kind),
		[
			...[readOptions, keepKey, readAll, leaveOutSent, refuseDeadLinks, leaveReached, linkHint],
			...[plan, keepLimits, addNotes, addSharedTexts, giveHints, sendAll],
		],
		outputOf,
	);
}

/** Reads all options, and sets what earlier tries did, even if the options cannot be read. */
async function readOptions(run: CampaignRun): Promise<void | 'over'> {
	const { context, kind } = run;
	let wrong: Error | undefined;
	try {
		const options = readRunOptions(context, kind);
		if (options.isApproved) run.readApproved = await readApproved(run, options);
		else withOptions(run, options);
	} catch (error) {
		wrong = error as Error;
	}
	await recall(run);
	if (wrong === undefined) return;
	refuseAll(run, whyNot(wrong));
	return 'over';
}

async function readAll(run: CampaignRun): Promise<void> {
	const { kind, options } = run;
	// A person saw the warnings of what was approved.
	if (run.readApproved !== undefined) return await run.readApproved();
	const { sendTo, test, leaveOut, ...others } = options;
	const { repairNumbers, recipientZone, replaceCharacters } = others;
	await readRows(run, kind, {
		...{ sendTo, repairNumbers, recipientZone, replaceCharacters },
		isTest: test !== undefined,
		leaveOut: test === undefined ? leaveOut : undefined,
		optOut: optOutOf(kind.channel, sendTo, options.optOut),
	});
	refuseOthersForLists(run);
	await refuseRepeats(run);
	await checkRows(run);
}

function linkHint(run: CampaignRun): void {
	const { leaveOut, test } = run.options;
	const isAnyoneLeftOut = leaveOut !== undefined || test !== undefined;
	giveHint(run.context, isAnyoneLeftOut ? undefined : noLeaveOutHint(run), 'warning');
}

async function plan(run: CampaignRun): Promise<void> {
	const waited = waitedFor(run);
	await makeRequests(run, waited && (await resumeAddress(run.context, waited)));
}

function giveHints(run: CampaignRun): void {
	const { context, requests } = run;
	giveHint(context, emailHint(run));
	if (requests.length > 0) giveHint(context, localFileHint(context), 'warning');
	giveHint(context, warningsHint(warningsOfRows(run)), 'warning');
	giveHint(context, unknownHint(run));
}

/** Sends all, unless a refused row stops it. A preview reads the balance instead. */
async function sendAll(run: CampaignRun): Promise<void> {
	const { context, options, requests, stops, hasRefused } = run;
	if (options.onlyEstimate) {
		run.balance = await balanceFor(run);
		return;
	}
	if (stops && hasRefused) return;
	giveHint(context, scheduledHint(requests.map(({ counts }) => counts)));
	await send(run);
	giveHint(context, testHint(run));
}

/** A preview shows refused rows beside others. If there are no others, one error says why. */
async function outputOf(run: CampaignRun): Promise<INodeExecutionData[][]> {
	const { options, rows, stops, cause } = run;
	if (cause !== undefined) run.requests = [];
	const shows = options.onlyEstimate && run.requests.length > 0;
	const hasFailures = rows.some((row) => hasFailed(row) && !(shows && row.fate.is === 'refused'));
	if (stops && (hasFailures || cause !== undefined)) throw await errorOfRun(run, keyHolds(run));
	if (options.onlyEstimate) return [await previewItems(run)];
	return waitedFor(run) === undefined ? [(await campaignItems(run)).items] : await awaitAll(run);
}

const keyHolds = ({ options }: CampaignRun) => options.campaignKey !== '';

/** Waits for the campaigns to end. They count as sent, even if the node cannot wait. */
async function awaitAll(run: CampaignRun): Promise<INodeExecutionData[][]> {
	const { context, options } = run;
	// No notification comes for an item that another operation sent.
	const campaigns = campaignsOf(run.rows).filter(({ before }) => before?.isCampaign ?? !before);
	try {
		return await awaitCampaigns(context, {
			channel: waitedFor(run)!,
			accepted: campaigns.map(({ says }) => says),
			limitMs: options.waitLimitMs,
			// Those of earlier tries, too.
			sentAt: campaigns.reduce((last, { says }) => Math.max(last, endOf(says)), 0),
			output: async (ends) => await campaignItems(run, ends),
		});
	} catch (error) {
		if (context.continueOnFail()) return [(await campaignItems(run)).items];
		throw await errorOfRun(run, keyHolds(run), {
			message: `The campaigns were sent, but the node cannot wait for them: ${(error as Error).message}`,
			description: 'Follow them with the Wait operation of the ExtApi Campaign node.',
		});
	}
}

/** When a campaign's last message is sent, in milliseconds since 1970; 0 if it is sent at once. */
function endOf({ scheduledFor, endsAbout = scheduledFor }: Record<string, unknown>): number {
	return endsAbout === undefined ? 0 : Date.parse(String(endsAbout));
}
