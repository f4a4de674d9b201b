import { comparablePhone } from '../rules/phones';
import type { CampaignRow } from '../run/planRequests';
import type { ReadItems } from '../run/readRows';
import type { SentRequest } from '../sentBefore/campaignMemory';
import { EarlierMessages, saidHash } from '../sentBefore/earlierMessages';
import type { RunState } from '../sentBefore/runState';
import { eachGivingWay } from '../service/pause';
import type { CampaignKind } from './campaignRequest';
import type { RunOptions } from './runOptions';

/**
 * Leaves out rows whose phone got the same message in an earlier try, as that of another item: a person has changed the
 * column of the phones since. They count as duplicates of that item.
 *
 * @param sent what earlier tries sent, or may have sent, and is not sent again
 * @returns the other rows, and the requests with these items among theirs
 */
export async function withoutSentToOthers(
	run: RunState,
	{ sharedContent }: CampaignKind,
	read: ReadItems,
	sent: SentRequest[],
	{ duplicates, sendTo, test }: RunOptions,
): Promise<{ read: ReadItems; sent: SentRequest[] }> {
	if (sent.length === 0 || sendTo === 'lists' || test !== undefined) return { read, sent };
	const requestOf = new Map(sent.flatMap((each) => each.items.map((item) => [item, each])));
	const isCounted = ({ item }: { item: number }) => requestOf.has(item);
	const earlier = new EarlierMessages(run, isCounted, duplicates !== 'once');
	if (earlier.areNone) return { read, sent };
	const repeated = new Map<SentRequest, Array<[item: number, first: number]>>();
	const rows: CampaignRow[] = [];
	await eachGivingWay(read.rows, (row) => {
		const { body } = read.settings.get(row.settingsKey)!;
		const said = saidHash({ ...body, ...sharedContent(row.content) });
		const first = earlier.of(comparablePhone(row.phone), said)?.item;
		if (first === undefined) {
			rows.push(row);
			return;
		}
		const request = requestOf.get(first)!;
		const known = repeated.get(request);
		if (known === undefined) repeated.set(request, [[row.item, first]]);
		else known.push([row.item, first]);
	});
	if (repeated.size === 0) return { read, sent };
	return {
		read: { ...read, rows },
		sent: sent.map((request) => withDuplicates(request, repeated.get(request) ?? [])),
	};
}

function withDuplicates(
	request: SentRequest,
	more: Array<[item: number, first: number]>,
): SentRequest {
	if (more.length === 0) return request;
	const { items, outcome } = request;
	const counted = (name: string, before: unknown) => ({
		[name]: Number(before ?? 0) + more.length,
	});
	return {
		...request,
		items: [...items, ...more.map(([item]) => item)],
		duplicates: { ...request.duplicates, ...Object.fromEntries(more) },
		outcome:
			'accepted' in outcome
				? {
						accepted: {
							...outcome.accepted,
							...counted('items', outcome.accepted.items),
							...counted('duplicates', outcome.accepted.duplicates),
						},
					}
				: outcome,
	};
}
