import { israelClock, israelDate } from '../rules/israelTime';
import { isUnreachable, spellPhone } from '../rules/phones';
import type { Downloads } from '../files/downloads';
import type { Campaign, CampaignFile, CampaignStatus, Recipient } from '../state/campaign';
import type { Clock } from '../state/clock';
import type { Handsets } from '../state/handsets';
import type { Settings } from '../state/settings';
import type { NotificationType } from './notification';
import type { Notifier } from './notifier';

/** Why a campaign ends early: its status, its notification. */
interface Stop {
	status: CampaignStatus;
	notification: NotificationType;
}

/** Runs campaigns on the clock, in chunks, puts their messages on the handsets, and notifies of what happens. */
export class CampaignRunner {
	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		private readonly notifier: Notifier,
		private readonly downloads: Downloads,
		private readonly handsets: Handsets,
		/** Called when a campaign went on. */
		private readonly changed: () => void,
	) {}

	/** Schedules a new campaign for its time. */
	accept(campaign: Campaign): void {
		const soonest = this.clock.now() + this.settings.campaignStepMs;
		this.clock.at(Math.max(soonest, campaign.startsAt), () => this.start(campaign));
	}

	/** Starts a pending campaign: START, or NO_USERS_FOUND and the end. Does nothing to any other. */
	start(campaign: Campaign): void {
		if (campaign.status !== 'pending' || campaign.deleted) return;
		gather(campaign);
		if (campaign.queue.length === 0) {
			campaign.status = 'empty';
			this.notifier.notify(campaign, 'NO_USERS_FOUND');
			this.changed();
			return;
		}
		campaign.status = 'running';
		this.notifier.notify(campaign, 'START');
		this.changed();
		if (campaign.file !== undefined && this.settings.fetchCampaignFiles) {
			void this.fetchAndGo(campaign, campaign.file);
			return;
		}
		this.later(campaign, this.settings.campaignStepMs);
	}

	/** Ends a campaign in a status with its notification; what is left of its queue was not sent. */
	finish(campaign: Campaign, status: CampaignStatus, notification: NotificationType): void {
		// A campaign that is driven to its end before its start has no one in the queue yet.
		if (campaign.status === 'pending') gather(campaign);
		campaign.status = status;
		campaign.notSent = [...campaign.notSent, ...campaign.queue.slice(campaign.next)];
		campaign.next = campaign.queue.length;
		if (status === 'done' && campaign.channel === 'sms' && campaign.failed.length > 0) {
			this.notifier.notify(campaign, 'CP_SEND_ERROR', this.spell(campaign.failed).join(','));
		}
		this.notifier.notify(campaign, notification, notificationInfo(campaign, notification));
		this.changed();
	}

	/** Asks a campaign to stop: status `stop`, and `cancel` with STOP one step later. */
	stop(campaign: Campaign): void {
		if (campaign.status === 'pending') gather(campaign);
		campaign.status = 'stop';
		this.changed();
		this.clock.at(this.clock.now() + this.settings.campaignStepMs, () => {
			if (campaign.status === 'stop') this.finish(campaign, 'cancel', 'STOP');
		});
	}

	/** Phones of recipients in the spelling the settings ask for. */
	spell(recipients: Recipient[]): string[] {
		return recipients.map((recipient) => spellPhone(this.settings, recipient));
	}

	/** Goes on with a campaign when its file is here; without it no one can be sent to. */
	private async fetchAndGo(campaign: Campaign, file: CampaignFile): Promise<void> {
		const wasReset = this.downloads.sinceNow();
		const isHere = await this.downloads.fetch(file.address, file.types).then(
			() => true,
			() => false,
		);
		if (wasReset()) return;
		if (isHere) this.later(campaign, this.settings.campaignStepMs);
		else if (campaign.status === 'running') this.finish(campaign, 'error', 'ERROR');
	}

	private later(campaign: Campaign, ms: number): void {
		this.clock.at(this.clock.now() + ms, () => this.step(campaign));
	}

	/** Sends to the next chunk, or to one recipient when there is a delay between recipients. */
	private step(campaign: Campaign): void {
		if (campaign.status !== 'running') return;
		const size = campaign.interval === undefined ? this.settings.chunkSize : 1;
		const end = Math.min(campaign.next + size, campaign.queue.length);
		while (campaign.next < end) {
			const stop = this.send(campaign, campaign.queue[campaign.next]);
			if (stop !== undefined) {
				this.finish(campaign, stop.status, stop.notification);
				return;
			}
			campaign.next += 1;
		}
		this.changed();
		if (campaign.next < campaign.queue.length) {
			const { interval } = campaign;
			this.later(campaign, interval === undefined ? this.settings.campaignStepMs : interval * 1000);
			return;
		}
		if (this.retryUnanswered(campaign)) return;
		this.finish(campaign, 'done', 'END');
	}

	/** Sends one message; returns why the campaign must stop instead. */
	private send(campaign: Campaign, recipient: Recipient): Stop | undefined {
		const { account, charge, stopAt } = campaign;
		const now = this.clock.now();
		if (stopAt !== undefined && israelClock(now) >= stopAt) {
			return { status: 'abort', notification: 'ABORT' };
		}
		const today = israelDate(now);
		const sentToday = account.chatSentOn.get(today) ?? 0;
		if (campaign.countsForQuota && sentToday >= account.dailyChatQuota) {
			return { status: 'limit', notification: 'RATE_LIMIT' };
		}
		if (charge !== undefined && charge.balance[charge.unit] < recipient.cost) {
			return { status: 'noMsgLeft', notification: 'NO_MSG_LEFT' };
		}
		if (isUnreachable(recipient.phone) || campaign.nobodyAnswers) {
			campaign.failed.push(recipient);
			return undefined;
		}
		if (charge !== undefined) charge.balance[charge.unit] -= recipient.cost;
		if (campaign.countsForQuota) account.chatSentOn.set(today, sentToday + 1);
		campaign.reached.push(recipient);
		this.deliver(campaign, recipient);
		return undefined;
	}

	private deliver({ tid, account, from }: Campaign, { phone, content }: Recipient): void {
		this.handsets.add({
			phone,
			accountId: account.id,
			byRecipient: false,
			business: from,
			at: this.clock.now(),
			content,
			taskId: tid,
		});
	}

	/** Voice: another round for the numbers that did not answer, counted from the end of this one. */
	private retryUnanswered(campaign: Campaign): boolean {
		if (campaign.channel !== 'voice' || campaign.failed.length === 0) return false;
		if (campaign.retry === undefined || campaign.retry.rounds === 0) return false;
		campaign.retry = { ...campaign.retry, rounds: campaign.retry.rounds - 1 };
		campaign.queue = campaign.failed;
		campaign.failed = [];
		campaign.next = 0;
		this.later(campaign, campaign.retry.minutes * 60_000);
		return true;
	}
}

/** Asks who is to get the campaign now. */
function gather(campaign: Campaign): void {
	const { recipients, skipped } = campaign.expand();
	campaign.queue = recipients;
	campaign.skipped = skipped;
}

const typesWithCount: NotificationType[] = ['END', 'STOP', 'NO_MSG_LEFT', 'ABORT', 'RATE_LIMIT'];

/** `info` of a final notification: the count sent, or nothing (specification, Notifications). */
function notificationInfo(campaign: Campaign, type: NotificationType): string | undefined {
	return typesWithCount.includes(type) ? String(campaign.reached.length) : undefined;
}
