import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { SENT_BEFORE, stoppedError, type AccountLine, type RunAccount } from '../pipeline/account';
import { failedLine, refusedLines, type FailedLine } from '../pipeline/output';
import { type RefusedItem } from '../run/refusedItem';
import type { ErrorTexts } from '../service/nodeErrors';
import { leftOutGroups, type LeftOut } from './leftOut';
import type { ItemNotes } from './notes';
import type { RunOptions } from './runOptions';
import type { SentRequest } from './sentRequests';

/** What became of a run's items. */
export interface CampaignResult {
	sent: SentRequest[];
	refused: RefusedItem[];
	/** The phones of items as they were sent, in this try or in an earlier one, by item. */
	phones: ReadonlyMap<number, string>;
	options: RunOptions;
	/** What is said of single items, by item. */
	notes: ItemNotes;
	/** The phones of items whose number was repaired, as the items hold them. */
	repaired: Map<number, string>;
	/** What a Campaign Key and the option "Leave Out" left out. */
	leftOut: LeftOut[];
}

type Known = Pick<CampaignResult, 'sent'> &
	Partial<Pick<CampaignResult, 'refused' | 'leftOut' | 'phones' | 'options'>>;

/**
 * What became of every item of a campaign: each is in one line. What this run did with an item counts
 * before what an earlier execution did.
 *
 * @param count how many items there are
 */
export function campaignAccount(
	{ sent, refused = [], leftOut = [], phones = new Map(), options }: Known,
	count: number,
): RunAccount {
	const lines: AccountLine[] = [];
	const told = new Set<number>();
	const tell = (line: AccountLine) => {
		const items = line.items.filter((item) => !told.has(item) && told.add(item));
		if (items.length > 0) lines.push({ ...line, items });
	};
	const outOf = (isUnknown: boolean) =>
		leftOut.flatMap((row) =>
			row.because === undefined && row.isUnknown === isUnknown ? [row.item] : [],
		);
	for (const line of linesOf({ sent, refused })) tell(line);
	tell({
		standing: 'unknown',
		items: outOf(true),
		reason: 'An earlier execution may have sent to them',
	});
	for (const [reason, rows] of leftOutGroups(
		leftOut.filter(({ because }) => because !== undefined),
	)) {
		tell({ standing: 'leftOut', items: rows.map(({ item }) => item), reason });
	}
	tell({ standing: 'leftOut', items: outOf(false), reason: SENT_BEFORE });
	tell({ standing: 'notTried', items: [...Array(count).keys()], reason: 'not tried' });
	const named = refused.flatMap(({ item, phone }) =>
		phone === undefined ? [] : [[item, phone] as const],
	);
	// Without options that can be read no one knows whose record it is.
	const keyHolds = Boolean(options?.campaignKey);
	return { lines, phones: new Map([...phones, ...named]), count, keyHolds };
}

/** What is said of the items of requests, and of those that were refused. */
export function linesOf({
	sent,
	refused,
}: Pick<CampaignResult, 'sent' | 'refused'>): RequestLine[] {
	return [...sent.map(lineOf), ...refusedLines(refused)];
}

/** What is said of the items of a request, or of a refused one. */
type RequestLine = FailedLine | (AccountLine & { standing: 'accepted' });

/** Tells the items that failed from those that were accepted. */
export function hasFailed(line: RequestLine): line is FailedLine {
	return line.standing !== 'accepted';
}

function lineOf({ items, outcome }: SentRequest): RequestLine {
	if ('accepted' in outcome) {
		const { outcome: become, taskId, recipientCount, lists } = outcome.accepted;
		const noun = become === 'test' ? 'test number' : 'recipient';
		const whom =
			lists === undefined
				? `${String(recipientCount)} ${noun}${recipientCount === 1 ? '' : 's'}`
				: `lists ${String(lists)}`;
		const reason = `campaign ${String(taskId)} (${whom})`;
		return { standing: 'accepted', items, reason, facts: outcome.accepted };
	}
	if ('failed' in outcome) return failedLine(items, outcome.failed);
	const { message: reason, description: fix } = outcome.unknown;
	return { standing: 'unknown', items, reason, fix };
}

/** The campaigns that requests became. */
export function acceptedIn(sent: SentRequest[]): IDataObject[] {
	return sent.flatMap(({ outcome }) => ('accepted' in outcome ? [outcome.accepted] : []));
}

/** The items of requests that were accepted. */
export function itemsSent(sent: SentRequest[]): number[] {
	return sent.flatMap(({ items, outcome }) => ('accepted' in outcome ? items : []));
}

/** The error of a run that cannot continue for a reason that concerns no item, with what was sent until then. */
export function stoppedBy(context: IExecuteFunctions, cause: ErrorTexts, result: Known): Error {
	const account = campaignAccount(result, context.getInputData().length);
	return stoppedError(context.getNode(), account, cause);
}
