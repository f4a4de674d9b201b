import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { quietFor } from '../rules/quietHours';
import { postAccepted } from '../run/postAccepted';
import { campaignOf } from '../service/campaignOf';
import type { Endpoint } from '../service/endpoints';
import { isUnknownOutcome, textsOf } from '../service/nodeErrors';
import { balanceShortage } from './balance';
import { bodyWithFileAddress, finalizeRequest } from './finalizeRequest';
import { notedIn } from './campaignKey';
import { stillOpen, type CampaignMemory, type SentRequest } from '../sentBefore/campaignMemory';
import type { CampaignRequest } from './campaignRequest';
import type { PreparedCampaign } from './prepareCampaign';

/**
 * Sends the requests of a run in order and remembers them: none of them without the balance for all,
 * and with "On Error: Stop" none after one that was not accepted for certain.
 *
 * @returns what became of each request that was tried, after what an earlier try sent
 */
export async function sendRequests(
	context: IExecuteFunctions,
	url: Endpoint,
	{ options, requests, open, sent: earlier, noted, day, shared }: PreparedCampaign,
	memory: CampaignMemory,
): Promise<SentRequest[]> {
	const shortage =
		options.checkBalance && options.sendTo === 'items'
			? await balanceShortage(context, requests)
			: undefined;
	if (shortage !== undefined) {
		const failed = requests.flatMap((request) => failedFor(request, shortage, open));
		return [...earlier, ...failed];
	}
	const sent = [...earlier];
	const quiet = options.test === undefined ? options.quietHours : undefined;
	for (const [index, request] of requests.entries()) {
		const sharedTexts = shared.get(request.items[0]);
		const send = async () => {
			const now = Date.now();
			const final = finalizeRequest(request, quietFor(quiet, request.zones), now);
			// When it begins is what a wait for its end counts from.
			requests[index] = final;
			// What all its recipients read is remembered with it: a later try makes only the requests that are left.
			return { ...sharedTexts, ...(await sendRequest(url, final, now)) };
		};
		const outcome = await outcomeOf(async () => await notedIn(noted ?? [], request.items, send));
		if ('failed' in outcome) {
			sent.push(...failedFor(request, outcome.failed, open));
		} else {
			const { items, duplicates } = request;
			sent.push({ items, duplicates, outcome });
			memory.remember(request, outcome);
			day?.note(request.recipients.length);
		}
		if ('accepted' in outcome || context.continueOnFail()) continue;
		const untried = requests.slice(index + 1).flatMap(({ items }) => items);
		return [...sent, ...stillOpen(open, untried)];
	}
	return sent;
}

/** A request that was certainly not accepted: that says nothing of one to the same items before it. */
function failedFor({ items }: CampaignRequest, failed: Error, open: SentRequest[]): SentRequest[] {
	const still = stillOpen(open, items);
	const openItems = new Set(still.flatMap((request) => request.items));
	const left = items.filter((item) => !openItems.has(item));
	return [...still, ...(left.length === 0 ? [] : [{ items: left, outcome: { failed } }])];
}

async function outcomeOf(send: () => Promise<IDataObject>): Promise<SentRequest['outcome']> {
	try {
		return { accepted: await send() };
	} catch (error) {
		return isUnknownOutcome(error) ? { unknown: textsOf(error) } : { failed: error as Error };
	}
}

async function sendRequest(
	url: Endpoint,
	request: CampaignRequest,
	now: number,
): Promise<IDataObject> {
	const { context, counts } = request;
	const body = bodyWithFileAddress(request, now);
	const reply = await postAccepted(context, { url, body, effect: 'once' });
	return { ...campaignOf(reply, body), ...counts };
}
