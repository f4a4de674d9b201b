// How the requests of a campaign are sent, and what is noted of them.
import { linkLife, signedAddress } from '../files/fileAddress';
import { keptKey } from '../ledger/retries';
import type { Noted } from '../ledger/ledger';
import { refuse, type Said } from './fate';
import { rowsOf, type CampaignRow } from './rows';
import { deliver, type Delivery } from './run';
import { quietFor, type QuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import { campaignOf } from '../service/documentedReplies';
import { acceptedReply } from '../service/postRequest';
import { OUTCOME } from '../service/rowOutcome';
import { balanceShortage } from './campaignBalance';
import { fileUse } from './campaignRequest';
import { messageOfRow, type CampaignRequest, type CampaignRun } from './campaignRun';
import { toldOfCampaign } from './campaigns';

/**
 * Sends the requests of a run in order: none if the balance is too low for all, and with "On Error:
 * Stop" none after one that was not certainly accepted.
 */
export async function send(run: CampaignRun): Promise<void> {
	const { requests } = run;
	const shortage = await balanceShortage(run);
	if (shortage !== undefined) {
		for (const request of requests) refuse(run, rowsOf(run, request), shortage);
		return;
	}
	const deliveries = requests.map((planned, index): Delivery<CampaignRow> => {
		const rows = rowsOf(run, planned);
		const request = async () => {
			const says = await post(run, planned, index);
			return [{ rows, says: [says], told: toldOfCampaign(says) }];
		};
		return { rows, request, noted: () => [notedOf(run, planned)] };
	});
	await deliver(run, deliveries, 1);
}

/** What later tries need of a request. */
function notedOf(run: CampaignRun, request: CampaignRequest): Omit<Noted, 'outcome'> {
	const { recipients, duplicates, body } = request;
	const { options, rows } = run;
	const [first] = rowsOf(run, request);
	const isToLists = body.pid !== undefined;
	const shared = body.listjson === undefined ? messageOfRow(run, first) : undefined;
	return {
		items: recipients.flatMap(({ phone, items }) =>
			items.map((item) => {
				const message = shared ?? messageOfRow(run, rows[item]);
				return isToLists ? { item, message } : { item, message, phone };
			}),
		),
		isCampaign: true,
		...(isToLists && { lists: String(body.pid) }),
		...(duplicates && { duplicates }),
		...(options.campaignKey !== '' && { key: keptKey(options.campaignKey) }),
	};
}

/**
 * A request as it is sent. It was planned before earlier ones were answered, which may take long:
 * now it may begin in quiet time, or its time may have passed.
 */
function finalized(
	request: CampaignRequest,
	quiet: QuietHours | undefined,
	now: number,
): CampaignRequest {
	const { timeZone } = request;
	const { body, startsAt, extraOutput } = quietStart(request.body, quiet, timeZone, now);
	const { scheduledFor, scheduledBecause, ...planned } = request.counts;
	for (const time of ['scheduledZone', 'endsAbout', 'endsInQuietTime']) delete planned[time];
	const isAsPlanned = scheduledFor === extraOutput.scheduledFor;
	const because = isAsPlanned && scheduledBecause !== undefined ? { scheduledBecause } : {};
	return { ...request, body, startsAt, counts: { ...planned, ...because, ...extraOutput } };
}

/** Sends a request as it is now: it may have waited for its turn, or been turned away before. */
async function post(
	{ kind, options, requests, account: { context } }: CampaignRun,
	planned: CampaignRequest,
	index: number,
): Promise<Said> {
	const now = Date.now();
	const isTest = options.test !== undefined;
	const quiet = isTest ? undefined : quietFor(options.quietHours, planned);
	// A wait for its end counts from this start.
	const request = (requests[index] = finalized(planned, quiet, now));
	const { file, counts, shared } = request;
	// Only this body has the URL of the file.
	const fileurl = file && signedAddress(context, file, linkLife(fileUse(request, now)));
	const body = { ...request.body, ...(fileurl && { fileurl }) };
	const reply = await acceptedReply(context, { url: kind.url, body, effect: 'once' });
	// What all recipients read is kept with it, because a later try makes only the other requests.
	const outcome = isTest ? 'test' : 'accepted';
	return { [OUTCOME]: outcome, ...shared, ...campaignOf(reply, body), ...counts };
}
