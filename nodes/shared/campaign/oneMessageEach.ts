import type { CampaignRow } from '../run/planRequests';
import type { RefusedItem } from '../run/itemResults';
import type { Mark } from '../sentBefore/recordEntries';
import type { RunOptions } from './runOptions';

const FIX =
	'Make one row of the two, or send them one by one with the Send operation, each message with a Campaign Key of its own.';

/** Finds rows of a campaign with a key for the recipient of an earlier row; another message for it is refused. */
export class OneMessageEach {
	private readonly firsts = new Map<Mark, CampaignRow>();

	constructor(private readonly options: RunOptions) {}

	/**
	 * Why a row cannot be sent; rows come in their order.
	 *
	 * @param recipients whom it would be sent to: its phone, or distribution lists
	 */
	refusalOf(
		row: CampaignRow,
		recipients: Array<{ recipient: string; mark: Mark }>,
	): Omit<RefusedItem, 'item'> | undefined {
		const { sendTo, severalPerList } = this.options;
		// Rows that send different things to one list are all refused when the requests are made.
		if (sendTo === 'lists' && !severalPerList) return undefined;
		const taken = recipients.find(({ mark }) => this.isOther(row, this.firsts.get(mark)));
		if (taken !== undefined)
			return this.refusal(row, this.firsts.get(taken.mark)!, taken.recipient);
		for (const { mark } of recipients) if (!this.firsts.has(mark)) this.firsts.set(mark, row);
		return undefined;
	}

	/**
	 * The earlier row that one which is left out repeats: both had the same message.
	 *
	 * @param mark of its recipient; rows of one recipient are all left out, or none is
	 */
	repeatedBy(row: CampaignRow, mark: Mark): CampaignRow | undefined {
		const { sendTo, duplicates } = this.options;
		if (sendTo === 'lists' || duplicates === 'each') return undefined;
		const first = this.firsts.get(mark);
		if (first === undefined) this.firsts.set(mark, row);
		return first !== undefined && isSame(row, first) ? first : undefined;
	}

	private isOther(row: CampaignRow, first: CampaignRow | undefined): boolean {
		return first !== undefined && !(this.options.duplicates === 'once' && isSame(row, first));
	}

	private refusal(row: CampaignRow, first: CampaignRow, recipient: string) {
		const isList = this.options.sendTo === 'lists';
		const whom = isList ? `distribution list ${recipient}` : 'the same recipient';
		const reason = `Item ${first.item} goes to ${whom} too, and under one Campaign Key each gets one message`;
		if (isSame(row, first)) {
			return {
				...phoneOf(row),
				reason,
				fix: `Set 'Duplicates' to Send Once, or remove one of the two.`,
			};
		}
		return { ...phoneOf(row), reason, fix: FIX };
	}
}

function isSame(row: CampaignRow, other: CampaignRow): boolean {
	return row.settingsKey === other.settingsKey && row.content === other.content;
}

function phoneOf({ phone }: CampaignRow): { phone?: string } {
	return phone === '' ? {} : { phone };
}
