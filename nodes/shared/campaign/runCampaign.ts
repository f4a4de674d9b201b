import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { localFileHint } from '../files/fileOfItem';
import { makeFindable } from '../n8n/customData';
import { giveHint } from '../n8n/hints';
import { errorOfRows, hasFailed } from '../pipeline/output';
import { openRows, refuse, whyOf } from '../run/fate';
import { warningsHint } from '../run/checkedTexts';
import { noLeaveOutHint, optOutOf, refuseDeadLinks } from '../run/optOutField';
import { readRows } from '../run/readRows';
import { refuseAll, whyNot } from '../run/rows';
import { scheduledHint } from '../service/campaignOf';
import { asNodeError, textsOf, type ErrorTexts } from '../service/nodeErrors';
import { awaitCampaigns, resumeAddress } from '../waiting/awaitCampaigns';
import { readApproved } from './approved';
import { campaignItems } from './campaignItems';
import { leaveOutSent } from './campaignKey';
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
import { emailHint, testHint, unknownHint } from './hints';
import { addNotes, addSharedTexts } from './notes';
import { previewItems } from './preview';
import { checkRows, refuseRepeats } from './rowChecks';
import { readRunOptions } from './runOptions';
import { send } from './send';

/** Looks at the rows of a run, or at its requests, and sets what becomes of rows. */
type Step = (run: CampaignRun) => Promise<void> | void;

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
export async function runCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
): Promise<INodeExecutionData[][]> {
	const run = campaignRun(context, kind);
	try {
		await prepare(run);
		if (run.hasRefused) await stopIfFailed(run);
		giveHints(run);
		return await (run.options.onlyEstimate ? previewed(run) : sent(run));
	} finally {
		for (const record of run.records) await record.close();
	}
}

/** Reads all options and items and makes the requests, so that whatever is wrong shows before the first one is sent. */
async function prepare(run: CampaignRun): Promise<void> {
	const { context, kind } = run;
	const node = context.getNode();
	let read: Step[] = [readAll, refuseRepeats, checkRows];
	try {
		const options = readRunOptions(context, kind.settingsFields);
		const approved = options.isApproved ? await readApproved(context, kind, options) : undefined;
		withOptions(run, approved?.options ?? options);
		// Of what was approved a person saw the warnings.
		if (approved) read = [approved.read];
	} catch (error) {
		await recall(run);
		return refuseAll(run, whyNot(error as Error));
	}
	const others = [leaveOutSent, refuseDeadLinks, leaveReached, linkHint, plan, keepLimits];
	try {
		for (const step of [recall, keepKey, ...read, ...others, addNotes, addSharedTexts])
			await step(run);
	} catch (error) {
		run.requests = [];
		if (context.continueOnFail()) return refuse(run, openRows(run), whyOf(error as Error));
		if (!run.rows.some(({ before }) => before)) throw asNodeError(node, error);
		throw await stopped(run, textsOf(error as Error));
	}
}

async function readAll(run: CampaignRun): Promise<void> {
	const { kind, options } = run;
	const { sendTo, test, leaveOut, repairNumbers, recipientZone, replaceCharacters } = options;
	await readRows(run, kind, {
		...{ sendTo, repairNumbers, recipientZone, replaceCharacters },
		isTest: test !== undefined,
		leaveOut: test === undefined ? leaveOut : undefined,
		optOut: optOutOf(kind.channel, sendTo, options.optOut),
		oneAccountFor: waitedFor(run) && "'Wait for Completion'",
	});
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

async function previewed(run: CampaignRun): Promise<INodeExecutionData[][]> {
	// What an earlier try may have sent is no preview, and cannot be left out.
	await stopIfFailed(run);
	return [await previewItems(run)];
}

async function sent(run: CampaignRun): Promise<INodeExecutionData[][]> {
	const { context, options, requests } = run;
	giveHint(context, scheduledHint(requests.map(({ counts }) => counts)));
	await send(run);
	const campaigns = campaignsOf(run.rows);
	const key = options.campaignKey;
	makeFindable(
		context,
		campaigns.map(({ says: { taskId } }) => ({ taskId, key })),
	);
	giveHint(context, testHint(run));
	await stopIfFailed(run);
	return waitedFor(run) === undefined ? [await campaignItems(run)] : await awaitAll(run);
}

/** Waits for the ends of the campaigns. They were sent: what keeps the node from waiting takes nothing back. */
async function awaitAll(run: CampaignRun): Promise<INodeExecutionData[][]> {
	const { context, options } = run;
	// No notification tells of the end of an item that another operation sent by itself.
	const campaigns = campaignsOf(run.rows).filter(({ before }) => before?.isCampaign ?? !before);
	const earlier = campaigns.filter(({ before }) => before);
	try {
		return await awaitCampaigns(context, {
			channel: waitedFor(run)!,
			accepted: campaigns.map(({ says }) => says),
			ofEarlierTries: new Set(earlier.map(({ says }) => String(says.taskId))),
			limitMs: options.waitLimitMs,
			// Those of earlier tries, too.
			sentAt: campaigns.reduce((last, { says }) => Math.max(last, endOf(says)), 0),
			output: async (ends) => await campaignItems(run, ends),
		});
	} catch (error) {
		if (context.continueOnFail()) return [await campaignItems(run)];
		throw await stopped(run, {
			message: `The campaigns were sent, but the node cannot wait for them: ${(error as Error).message}`,
			description: 'Follow them with the Wait operation of the ExtApi Campaign node.',
		});
	}
}

/** When the service sends the last message of a campaign, in milliseconds since 1970; 0 for one that is sent at once. */
function endOf({ scheduledFor, endsAbout = scheduledFor }: Record<string, unknown>): number {
	return endsAbout === undefined ? 0 : Date.parse(String(endsAbout));
}

/** A preview shows refused rows beside others. Where there are no others, one error says why. */
async function stopIfFailed(run: CampaignRun): Promise<void> {
	const { context, options, requests, rows } = run;
	const shows = options.onlyEstimate && requests.length > 0;
	const isStopped = rows.some((row) => hasFailed(row) && !(shows && row.fate.is === 'refused'));
	if (!context.continueOnFail() && isStopped) throw await stopped(run);
}

/** The error of a run, with what was sent until then. */
async function stopped(
	{ context, rows, options }: CampaignRun,
	cause?: ErrorTexts,
): Promise<Error> {
	const keyHolds = options.campaignKey !== '';
	return await errorOfRows(context.getNode(), rows, { keyHolds, cause });
}
