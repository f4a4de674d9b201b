import type { FaultRule } from '../faults/faults';
import { identifyPhone } from '../rules/phones';
import type { Service } from '../service/service';
import type { Balance } from '../state/account';
import { campaignStatuses, type Campaign, type CampaignStatus } from '../state/campaign';
import type { Contact } from '../state/contacts';
import { changeSettings, type SettingValues } from '../state/settings';

/** A campaign as the control interface shows it. */
export interface CampaignView {
	tid: string;
	channel: Campaign['channel'];
	accountId: string;
	status: CampaignStatus;
	saved: boolean;
	deleted: boolean;
	desc: string;
	/** Recipients, known once it runs. */
	recipients: number;
	sent: number;
	notSent: string[];
	/** Moment it starts, ms. */
	startsAt: number;
}

/** Balances and quotas to set on an account. */
export interface AccountChange extends Partial<Balance> {
	/** `main` unless said otherwise. */
	account?: string;
	dailyChatQuota?: number;
}

const endings = {
	done: 'END',
	cancel: 'STOP',
	error: 'ERROR',
	noMsgLeft: 'NO_MSG_LEFT',
	abort: 'ABORT',
	limit: 'RATE_LIMIT',
	empty: 'NO_USERS_FOUND',
} as const;

/** Steers an emulator and looks into it; the HTTP routes under `/emulator` call the same methods. */
export class Control {
	constructor(private readonly service: Service) {}

	/** Accepted messages per channel, phone and text. */
	ledger() {
		return this.service.ledger.view();
	}

	requests() {
		return this.service.requests.list();
	}

	clearRequests(): void {
		this.service.requests.clear();
	}

	notifications() {
		return [...this.service.notifier.records];
	}

	campaigns(): CampaignView[] {
		return [...this.service.state.campaigns.values()].map((campaign) => ({
			tid: campaign.tid,
			channel: campaign.channel,
			accountId: campaign.account.id,
			status: campaign.status,
			saved: campaign.saved,
			deleted: campaign.deleted,
			desc: campaign.desc,
			recipients: campaign.queue.length,
			sent: campaign.sent,
			notSent: this.service.runner.spell(campaign.notSent),
			startsAt: campaign.startsAt,
		}));
	}

	/** Drives a campaign to a status, with the notification that belongs to it. Throws for an unknown code or status. */
	setCampaign(tid: string, status: CampaignStatus, notification?: 'UNKNOWN_ERROR'): void {
		const campaign = this.service.state.campaigns.get(tid);
		if (campaign === undefined) throw new Error(`no campaign ${tid}`);
		if (!campaignStatuses.includes(status)) throw new Error(`no status ${String(status)}`);
		if (status === 'pending') throw new Error('a campaign cannot go back to pending');
		if (status === 'running') this.service.runner.start(campaign);
		else if (status === 'stop') this.service.runner.stop(campaign);
		else this.service.runner.finish(campaign, status, notification ?? endings[status]);
	}

	/** Moment of the emulator's clock, ms. */
	now(): number {
		return this.service.clock.now();
	}

	/** Moves the clock forward and runs everything due. */
	advance(by: { ms?: number; seconds?: number; minutes?: number; hours?: number }): void {
		const { ms = 0, seconds = 0, minutes = 0, hours = 0 } = by;
		this.service.clock.moveTo(this.now() + ms + ((hours * 60 + minutes) * 60 + seconds) * 1000);
	}

	/** Sets the clock to a moment, given as ISO text. */
	setNow(iso: string): void {
		const moment = Date.parse(iso);
		if (Number.isNaN(moment)) throw new Error(`no time: ${iso}`);
		this.service.clock.moveTo(moment);
	}

	faults(): FaultRule[] {
		return this.service.faults.list();
	}

	addFaults(rules: FaultRule[]): void {
		this.service.faults.add(rules);
	}

	clearFaults(): void {
		this.service.faults.clear();
	}

	/** A customer writes to the business: opens or extends the reply window. */
	inbound(phone: string, account = 'main'): void {
		const from = identifyPhone(phone, this.service.settings.withoutZero);
		if (from === undefined) throw new Error(`no phone: ${phone}`);
		this.account(account).lastInbound.set(from.phone, this.now());
	}

	/** Codes sent, newest last; of one phone when given. */
	codes(phone?: string) {
		const { withoutZero } = this.service.settings;
		const wanted = phone === undefined ? undefined : identifyPhone(phone, withoutZero)?.phone;
		return this.service.state.codes.filter((code) => phone === undefined || code.phone === wanted);
	}

	runs() {
		return [...this.service.state.runs];
	}

	contacts(pid: number, account = 'main'): Contact[] {
		return [...(this.account(account).lists.get(pid)?.contacts.values() ?? [])];
	}

	settings(): SettingValues {
		return { ...this.service.settings };
	}

	/** Changes settings. Throws for one that does not exist. */
	changeSettings(changes: Partial<SettingValues>): void {
		changeSettings(this.service.settings, changes);
	}

	changeAccount({ account = 'main', sms, vms, dailyChatQuota }: AccountChange): void {
		const owner = this.account(account);
		if (sms !== undefined) owner.balance.sms = sms;
		if (vms !== undefined) owner.balance.vms = vms;
		if (dailyChatQuota !== undefined) owner.dailyChatQuota = dailyChatQuota;
	}

	/** Back to the seeds, real time and no faults. */
	reset(): void {
		this.service.reset();
	}

	private account(id: string) {
		const account = this.service.state.accounts.get(id);
		if (account === undefined) throw new Error(`no account ${id}`);
		return account;
	}
}
