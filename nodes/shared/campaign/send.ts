import type { IDataObject } from 'n8n-workflow';

import { linkLife, signedAddress } from '../files/fileAddress';
import { postAccepted } from '../pipeline/postAccepted';
import { quietFor, type QuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import { openBefore, refuse, whyOfTexts } from '../run/fate';
import { rowsOf } from '../run/rows';
import { keptKey } from '../sentBefore/earlierKey';
import { messageHash, type Outcome } from '../sentBefore/ledger';
import { campaignOf } from '../service/campaignOf';
import { isUnknownOutcome, textsOf } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { balanceShortage } from './balance';
import { notedIn } from './campaignKey';
import { fileUse } from './campaignRequest';
import type { CampaignRequest, CampaignRun } from './campaignRun';
import { acceptedFate } from './campaigns';

/**
 * Sends the requests of a run in order and notes what became of each in its rows: none of them without the balance for all,
 * and with "On Error: Stop" none after one that was not accepted for certain.
 */
export async function send(run: CampaignRun): Promise<void> {
	const { context, options, requests } = run;
	const shortage = await balanceShortage(run);
	if (shortage !== undefined) {
		for (const request of requests) refuse(run, rowsOf(run, request), shortage);
		return;
	}
	const quiet = options.test === undefined ? options.quietHours : undefined;
	for (const [index, planned] of requests.entries()) {
		const finalize = (now: number) => {
			// When it begins is what a wait for its end counts from.
			requests[index] = finalized(planned, quietFor(quiet, planned), now);
			return requests[index];
		};
		const isAccepted = await sendRequest(run, planned, finalize);
		if (isAccepted || context.continueOnFail()) continue;
		return leaveRest(run, requests.slice(index + 1));
	}
}

/** Rows of requests that are not tried any more are open, but for those that an earlier try may have sent. */
function leaveRest(run: CampaignRun, requests: CampaignRequest[]): void {
	for (const row of requests.flatMap((request) => rowsOf(run, request))) {
		const why = openBefore(row);
		if (why !== undefined) row.fate = { is: 'unknown', why };
	}
}

/** Makes a request, and sets what became of its rows. */
async function sendRequest(
	run: CampaignRun,
	request: CampaignRequest,
	finalize: (now: number) => CampaignRequest,
): Promise<boolean> {
	const { options, records } = run;
	const rows = rowsOf(run, request);
	try {
		const said = await notedIn(
			records,
			request.items,
			async () => await posted(run, request, finalize),
		);
		// What all its recipients read is remembered with it: a later try makes only the requests that are left.
		const outcome = options.test === undefined ? 'accepted' : 'test';
		const says = { [OUTCOME]: outcome, ...request.shared, ...said };
		note(run, request, { accepted: [says] });
		const fate = acceptedFate(says);
		for (const row of rows) row.fate = fate;
		return true;
	} catch (error) {
		if (isUnknownOutcome(error)) {
			const unknown = textsOf(error);
			note(run, request, { unknown });
			const fate = { is: 'unknown', why: whyOfTexts(unknown) } as const;
			for (const row of rows) row.fate = fate;
		} else refuse(run, rows, error as Error);
		return false;
	}
}

/** Keeps a request for later tries. */
function note({ ledger, options }: CampaignRun, request: CampaignRequest, outcome: Outcome): void {
	const { recipients, duplicates, body } = request;
	const isToLists = body.pid !== undefined;
	const shared = body.listjson === undefined ? messageHash(body, '') : undefined;
	ledger.add({
		items: recipients.flatMap(({ phone, items }) => {
			const message = shared ?? messageHash(body, phone);
			return items.map((item) => ({ item, message, ...(!isToLists && { phone }) }));
		}),
		outcome,
		isCampaign: true,
		...(isToLists && { lists: String(body.pid) }),
		...(duplicates && { duplicates }),
		...(options.campaignKey !== '' && { key: keptKey(options.campaignKey) }),
	});
}

/**
 * A request as it is sent. It was planned before those ahead of it were answered, which may take long: only now is it
 * known whether it would begin in quiet time, or its time has passed.
 */
function finalized(
	request: CampaignRequest,
	quiet: QuietHours | undefined,
	now: number,
): CampaignRequest {
	if (quiet === undefined && request.body.dy === undefined) return request;
	const { timeZone } = request;
	const { body, startsAt, extraOutput } = quietStart(request.body, quiet, timeZone, now);
	const { scheduledFor, scheduledBecause, ...planned } = request.counts;
	for (const time of ['scheduledZone', 'endsAbout', 'endsInQuietTime']) delete planned[time];
	const isAsPlanned = scheduledFor === extraOutput.scheduledFor;
	const because = isAsPlanned && scheduledBecause !== undefined ? { scheduledBecause } : {};
	return { ...request, body, startsAt, counts: { ...planned, ...because, ...extraOutput } };
}

/** Makes a request as it is when it leaves: before that it may have waited for its turn, or been turned away. */
async function posted(
	{ kind }: CampaignRun,
	{ context }: CampaignRequest,
	finalize: (now: number) => CampaignRequest,
): Promise<IDataObject> {
	let sent: Pick<CampaignRequest, 'body' | 'counts'>;
	const reply = await postAccepted(context, () => {
		const now = Date.now();
		const request = finalize(now);
		const { file, counts } = request;
		// Nothing else holds the URL of a file.
		const fileurl = file && signedAddress(context, file, linkLife(fileUse(request, now)));
		sent = { body: { ...request.body, ...(fileurl && { fileurl }) }, counts };
		return { url: kind.url, body: sent.body, effect: 'once' };
	});
	const { body, counts } = sent!;
	return { ...campaignOf(reply, body), ...counts };
}
