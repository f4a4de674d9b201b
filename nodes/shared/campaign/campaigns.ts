// What rows became together: their campaign, and its fate.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import type { Fate } from '../pipeline/fate';
import type { CampaignRow } from '../pipeline/rows';
import type { Entry } from '../ledger/ledger';

/** What rows became together: a campaign of this try or an earlier one, or one that a preview shows. */
export interface Campaign {
	/** What the output says of it. */
	says: IDataObject;
	/** Its rows, in their order. */
	rows: CampaignRow[];
	/** The request of an earlier try that it became by. */
	before?: Entry;
}

/** The fate of the rows of a campaign; they share it. */
export function acceptedFate(says: IDataObject): Fate {
	return { is: 'accepted', says: [says], told: toldOfCampaign(says) };
}

/** What an error says of a campaign. */
export function toldOfCampaign(says: IDataObject): string {
	const { outcome, taskId, recipientCount, lists } = says;
	const noun = outcome === 'test' ? 'test number' : 'recipient';
	const whom =
		lists === undefined
			? `${String(recipientCount)} ${noun}${recipientCount === 1 ? '' : 's'}`
			: `lists ${String(lists)}`;
	return `campaign ${String(taskId)} (${whom})`;
}

/** The campaigns of rows, in the order of their first rows. */
export function campaignsOf(all: CampaignRow[]): Campaign[] {
	const accepted = all.filter(({ fate }) => fate.is === 'accepted');
	return [...groupedBy(accepted, ({ fate }) => fate)].map(([fate, rows]) => ({
		says: (fate as Extract<Fate, { says: unknown }>).says[0],
		rows,
		before: acceptedBefore(rows[0]),
	}));
}

/** What an earlier try certainly sent of a row; undefined of one that was open. */
function acceptedBefore({ before }: CampaignRow): Entry | undefined {
	return before !== undefined && 'accepted' in before.outcome ? before : undefined;
}
