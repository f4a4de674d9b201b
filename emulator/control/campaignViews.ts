import type { NotificationRecord } from '../campaigns/notification';
import type { Service } from '../service/service';
import type { Campaign, CampaignStatus, Skipped } from '../state/campaign';

/** A campaign in the list of campaigns. */
export interface CampaignSummary {
	tid: string;
	channel: Campaign['channel'];
	account: string;
	from: string;
	desc: string;
	status: CampaignStatus;
	/** False for a send to one number, which the service does not save. */
	saved: boolean;
	deleted: boolean;
	/** Moments in ms. */
	createdAt: number;
	startsAt: number;
	/** How many recipients are in each state. */
	reached: number;
	failed: number;
	waiting: number;
	notSent: number;
	skipped: number;
}

/** A campaign with everybody in it. */
export interface CampaignDetail {
	campaign: CampaignSummary;
	/** What its first recipient gets. */
	sample: string;
	/** Phones by what became of them, as the caller spelled them. */
	phones: Record<'reached' | 'failed' | 'waiting' | 'notSent', string[]>;
	skipped: Skipped[];
	notifications: NotificationRecord[];
}

/** The newest campaigns, newest first; with `savedOnly` without sends to one number. */
export function campaignSummaries(
	{ state }: Service,
	limit: number,
	savedOnly: boolean,
): CampaignSummary[] {
	const campaigns = [...state.campaigns.values()].filter(({ saved }) => saved || !savedOnly);
	return campaigns.slice(-limit).reverse().map(summary);
}

/** One campaign. Throws for an unknown code. */
export function campaignDetail({ state, notifier }: Service, tid: string): CampaignDetail {
	const campaign = state.campaigns.get(tid);
	if (campaign === undefined) throw new Error(`no campaign ${tid}`);
	const { reached, failed, notSent, skipped } = campaign;
	const waiting = waitingOf(campaign);
	const given = (recipients: typeof reached) => recipients.map((recipient) => recipient.given);
	const first = reached[0] ?? waiting[0] ?? notSent[0] ?? failed[0];
	return {
		campaign: summary(campaign),
		sample: first === undefined ? '' : sampleText(first.content),
		phones: {
			reached: given(reached),
			failed: given(failed),
			waiting: given(waiting),
			notSent: given(notSent),
		},
		skipped: campaign.status === 'pending' ? campaign.expand().skipped : skipped,
		notifications: notifier.records.filter((record) => record.tid === tid),
	};
}

function summary(campaign: Campaign): CampaignSummary {
	const { tid, channel, from, desc, status, saved, deleted, createdAt, startsAt } = campaign;
	return {
		...{ tid, channel, from, desc, status, saved, deleted, createdAt, startsAt },
		account: campaign.account.id,
		reached: campaign.reached.length,
		failed: campaign.failed.length,
		waiting: waitingOf(campaign).length,
		notSent: campaign.notSent.length,
		skipped: campaign.skipped.length,
	};
}

/** Before its start a campaign has no one in its queue yet. */
function waitingOf(campaign: Campaign): Campaign['queue'] {
	const { status, queue, next } = campaign;
	return status === 'pending' ? campaign.expand().recipients : queue.slice(next);
}

function sampleText(content: Campaign['queue'][number]['content']): string {
	if (content.kind === 'template') return content.body;
	return content.kind === 'call'
		? content.says || content.service || content.recording || ''
		: content.text;
}
