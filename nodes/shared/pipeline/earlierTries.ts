// What earlier tries of the execution did with the rows of a campaign.
import { keyChangedError } from '../ledger/retries';
import type { Entry } from '../ledger/ledger';
import { eachGivingWay } from '../ledger/runState';
import { OPEN, openRows, refuse, whyOfTexts, type Fate } from './fate';
import { entriesOf } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { messageOfRow, type CampaignRun } from './campaignRun';
import { acceptedFate } from './campaigns';

/**
 * Gives rows their fates from earlier tries, also of another operation. Rows of unknown outcome
 * stay open if the option says to send them again.
 */
export async function recall({ ledger, rows, options }: CampaignRun): Promise<void> {
	await eachGivingWay(ledger.all, ({ entry, items }) => {
		const isOpen = 'unknown' in entry.outcome && options.unknownOutcome === 'sendAgain';
		const fate = isOpen ? OPEN : fateOfEntry(entry);
		for (const item of items) {
			const row = rows[item];
			if (row === undefined) continue;
			row.before = entry;
			row.phone = ledger.phones.get(item) ?? '';
			row.duplicateOf = entry.duplicates?.[item];
			row.fate = fate;
		}
	});
}

/** @throws NodeOperationError if an earlier try had another Campaign Key */
export function keepKey(run: CampaignRun): void {
	const { context, ledger, options } = run;
	const { test, onlyEstimate, campaignKey } = options;
	// A preview sends nothing that a later try could find.
	if (onlyEstimate || test !== undefined) return;
	// n8n copies the node for each call, and there may be thousands of requests.
	const node = context.getNode();
	for (const { entry } of ledger.all) {
		const changed = keyChangedError(node, campaignKey, entry);
		if (changed) throw changed;
	}
}

/** The fate of an earlier request's rows. One that another operation sent is for a single item. */
function fateOfEntry({ outcome, isCampaign }: Entry): Fate {
	if ('unknown' in outcome) return { is: 'unknown', why: whyOfTexts(outcome.unknown) };
	const [said] = outcome.accepted;
	return acceptedFate(isCampaign ? said : { ...said, items: 1 });
}

/**
 * Gives a row the fate of another item if an earlier try sent its recipient the same message for
 * that item: with 'Duplicates: Send Once' it is for both. A list gets one message a run, so a row
 * with another one is refused.
 */
export async function leaveReached(run: CampaignRun): Promise<void> {
	const { ledger, settings, options } = run;
	const { duplicates, sendTo, test } = options;
	const isOnce = sendTo === 'lists' || duplicates === 'once';
	if (!isOnce || test !== undefined) return;
	const reached = ledger.reached();
	if (reached.size === 0) return;
	const isOpen = ({ item }: { item: number }) => run.rows[item]?.fate.is === 'open';
	await eachGivingWay(openRows(run), (row) => {
		const { body } = settings.get(row.settingsKey)!;
		const lists = sendTo === 'lists' ? entriesOf(body.pid) : [];
		const names =
			lists.length > 0 ? lists.map((list) => `list ${list}`) : [comparablePhone(row.phone)];
		const known = names.flatMap((name) => reached.get(name) ?? []).filter((each) => !isOpen(each));
		const message = messageOfRow(run, row);
		const same = known.find((each) => each.message === message && each.entry.lists === body.pid);
		if (same !== undefined) {
			row.before = same.entry;
			row.fate = run.rows[same.item].fate;
			row.duplicateOf = same.item;
		} else if (lists.length > 0 && known.length > 0) {
			refuse(run, [row], {
				reason: `A list of ${String(body.pid)} already has another message from an earlier try, and each list gets one in a run`,
				fix: 'Remove the item, or start a new execution.',
			});
		}
	});
}
