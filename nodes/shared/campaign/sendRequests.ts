import type { IDataObject, IExecuteFunctions, NodeOperationError } from 'n8n-workflow';

import { linkLife, signedAddress } from '../files/fileAddress';
import { groupedBy } from '../rules/lists';
import { quietFor, type QuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import { postAccepted } from '../pipeline/postAccepted';
import { keptKey } from '../sentBefore/earlierKey';
import { messageHash, type Ledger } from '../sentBefore/ledger';
import { campaignOf } from '../service/campaignOf';
import { endpoints, type Endpoint } from '../service/endpoints';
import { isUnknownOutcome, operationError, textsOf } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { notedIn } from './campaignKey';
import { fileUse, type CampaignRequest } from './campaignRequest';
import type { PreparedCampaign } from './prepareCampaign';
import type { RunOptions } from './runOptions';
import { byItem, stillOpen, type RequestsByItem, type SentRequest } from './sentRequests';

/**
 * Sends the requests of a run in order and remembers them: none of them without the balance for all,
 * and with "On Error: Stop" none after one that was not accepted for certain.
 *
 * @returns what became of each request that was tried, after what an earlier try sent
 */
export async function sendRequests(
	context: IExecuteFunctions,
	url: Endpoint,
	{ options, requests, open, sent: earlier, noted, shared, ledger }: PreparedCampaign,
): Promise<SentRequest[]> {
	const shortage = await balanceShortage(context, requests, options);
	const openRequests = byItem(open);
	if (shortage !== undefined) {
		const failed = requests.flatMap((request) => failedFor(request, shortage, openRequests));
		return [...earlier, ...failed];
	}
	const sent = [...earlier];
	const quiet = options.test === undefined ? options.quietHours : undefined;
	for (const [index, request] of requests.entries()) {
		const sharedTexts = shared.get(request.items[0]);
		const finalize = (now: number) => {
			// When it begins is what a wait for its end counts from.
			requests[index] = finalized(request, quietFor(quiet, request), now);
			return requests[index];
		};
		// What all its recipients read is remembered with it: a later try makes only the requests that are left.
		const send = async () => ({
			...{ [OUTCOME]: options.test === undefined ? 'accepted' : 'test', ...sharedTexts },
			...(await sendRequest(url, request, finalize)),
		});
		const outcome = await outcomeOf(async () => await notedIn(noted, request.items, send));
		if ('failed' in outcome) {
			for (const each of failedFor(request, outcome.failed, openRequests)) sent.push(each);
		} else {
			const { items, duplicates } = request;
			sent.push({ items, duplicates, outcome });
			remember(ledger, requests[index], outcome, options);
		}
		if ('accepted' in outcome || context.continueOnFail()) continue;
		const untried = requests.slice(index + 1).flatMap(({ items }) => items);
		return [...sent, ...stillOpen(openRequests, untried)];
	}
	return sent;
}

/** A request that was certainly not accepted: that says nothing of one to the same items before it. */
function failedFor({ items }: CampaignRequest, failed: Error, open: RequestsByItem): SentRequest[] {
	const still = stillOpen(open, items, textsOf(failed));
	const openItems = new Set(still.flatMap((request) => request.items));
	const left = items.filter((item) => !openItems.has(item));
	return [...still, ...(left.length === 0 ? [] : [{ items: left, outcome: { failed } }])];
}

/** Keeps a request for later tries. */
function remember(
	ledger: Ledger,
	{ recipients, duplicates, body }: CampaignRequest,
	outcome: Exclude<SentRequest['outcome'], { failed: Error }>,
	{ campaignKey }: RunOptions,
): void {
	const isToLists = body.pid !== undefined;
	const shared = body.listjson === undefined ? messageHash(body, '') : undefined;
	ledger.add({
		items: recipients.flatMap(({ phone, items }) => {
			const message = shared ?? messageHash(body, phone);
			return items.map((item) => ({ item, message, ...(!isToLists && { phone }) }));
		}),
		outcome: 'accepted' in outcome ? { accepted: [outcome.accepted] } : outcome,
		isCampaign: true,
		...(isToLists && { lists: String(body.pid) }),
		...(duplicates && { duplicates }),
		...(campaignKey !== '' && { key: keptKey(campaignKey) }),
	});
}

async function outcomeOf(send: () => Promise<IDataObject>): Promise<SentRequest['outcome']> {
	try {
		return { accepted: await send() };
	} catch (error) {
		return isUnknownOutcome(error) ? { unknown: textsOf(error) } : { failed: error as Error };
	}
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

/** Sends a request as it is when it leaves: before that it may have waited for its turn, or been turned away. */
async function sendRequest(
	url: Endpoint,
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
		return { url, body: sent.body, effect: 'once' };
	});
	const { body, counts } = sent!;
	return { ...campaignOf(reply, body), ...counts };
}

/** What the campaigns of an account need of its balance, in messages inside Israel. */
interface AccountBalance {
	needed: number;
	balance: number;
}

/**
 * The balances of the accounts that requests are for (specification, "SMS balance"), where the options ask for them.
 *
 * @returns by account, without those that need nothing
 * @throws NodeOperationError when one cannot be read
 */
export async function balancesFor(
	requests: CampaignRequest[],
	{ checkBalance, sendTo }: RunOptions,
): Promise<Map<string, AccountBalance>> {
	const balances = new Map<string, AccountBalance>();
	if (!checkBalance || sendTo === 'lists') return balances;
	for (const [account, ofAccount] of groupedBy(requests, (request) => request.account)) {
		const needed = ofAccount.reduce((sum, { domesticMessages }) => sum + domesticMessages, 0);
		if (needed === 0) continue;
		balances.set(account, { needed, balance: await balanceOf(ofAccount[0].context) });
	}
	return balances;
}

/** Why the requests would stop in their middle: a balance is too low, or cannot be read. */
async function balanceShortage(
	context: IExecuteFunctions,
	requests: CampaignRequest[],
	options: RunOptions,
): Promise<NodeOperationError | undefined> {
	try {
		const balances = [...(await balancesFor(requests, options)).values()];
		const short = balances.find(({ needed, balance }) => balance < needed);
		if (short === undefined) return undefined;
		return operationError(context.getNode(), {
			message: `The balance is too low: the campaign needs ${short.needed} messages and ${short.balance} are left`,
			description:
				'Top up the balance, or send to fewer recipients inside Israel. Nothing was sent.',
		});
	} catch (error) {
		return error as NodeOperationError;
	}
}

async function balanceOf(context: IExecuteFunctions): Promise<number> {
	try {
		const body = { act: 'credit' };
		const { data } = await postAccepted(context, { url: endpoints.sms, body, effect: 'asks' });
		return Number(data.credit);
	} catch (error) {
		const { message, description } = textsOf(error as Error);
		throw operationError(context.getNode(), {
			message: `The balance could not be checked: ${message}`,
			description,
		});
	}
}
