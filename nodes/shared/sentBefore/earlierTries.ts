import type { INodeExecutionData } from 'n8n-workflow';

import type { Effect } from '../service/endpoints';
import { messagesOfCampaigns } from './campaignMemory';
import type { RunState } from './runState';
import { itemKey, rememberedRequest, sendsMessages, type Remembered } from './sendOnce';

type RememberedItem = Remembered<INodeExecutionData[]>;

/**
 * What earlier tries of a run did with its items: accepted, or nobody knows. A message counts whichever operation
 * sent it, by itself or with a campaign.
 */
export class EarlierTries {
	private campaigns?: Map<number, RememberedItem>;

	constructor(private readonly run: RunState) {}

	/** @param effect that of the operation which asks */
	of(item: number, effect: Effect): RememberedItem | undefined {
		const own = rememberedRequest<INodeExecutionData[]>(this.run, itemKey(this.run, item, effect));
		const isMessage = effect === 'once' && sendsMessages(this.run);
		if (!isMessage || (own !== undefined && 'accepted' in own)) return own;
		this.campaigns ??= messagesOfCampaigns(this.run);
		const withCampaign = this.campaigns.get(item);
		return withCampaign !== undefined && 'accepted' in withCampaign
			? withCampaign
			: (own ?? withCampaign);
	}
}
