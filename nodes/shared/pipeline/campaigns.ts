// Which campaigns the rows became, and what happened to each.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import type { Fate } from './fate';
import type { CampaignRow } from './rows';
import type { Entry } from '../ledger/ledger';

/** A campaign of this try or an earlier one, or one that a preview shows. */
export interface Campaign {
	/** What the output says about it. */
	says: IDataObject;
	/** Its rows, in their order. */
	rows: CampaignRow[];
	/** The request of the earlier try that sent it. */
	before?: Entry;
}

/** The fate that all rows of a campaign share. */
export function acceptedFate(says: IDataObject): Fate {
	return { is: 'accepted', says: [says], told: toldOfCampaign(says) };
}

/** What an error says about a campaign. */
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

/** The earlier request that certainly sent a row; undefined for none. */
function acceptedBefore({ before }: CampaignRow): Entry | undefined {
	return before !== undefined && 'accepted' in before.outcome ? before : undefined;
}
