import type { FaultRule } from '../faults/faults';
import { identifyPhone } from '../rules/phones';
import type { Service } from '../service/service';
import type { Balance } from '../state/account';
import { campaignStatuses, type Campaign, type CampaignStatus } from '../state/campaign';
import type { Contact } from '../state/contacts';
import { changeSettings, type SettingValues } from '../state/settings';
import { accountViews } from './accountViews';
import { campaignDetail, campaignSummaries } from './campaignViews';
import { Phones } from './phones';
import { requestSummaries, withoutToken } from './requestViews';

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

/** A later year has no four digits any more. */
const lastMoment = Date.UTC(9999, 11, 31);

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
	/** What is on the phones, and what their owners do. */
	readonly phones: Phones;

	constructor(private readonly service: Service) {
		this.phones = new Phones(service);
	}

	/** What tells onlookers that something changed. */
	get changes() {
		return this.service.changes;
	}

	/** Accepted messages per channel, phone and text. */
	ledger() {
		return this.service.ledger.view();
	}

	requests() {
		return this.service.requests.list();
	}

	/** The newest requests, newest first, without tokens. */
	newestRequests(limit: number) {
		return requestSummaries(this.service.requests.list(), this.tokens(), limit);
	}

	/** One request without its token. Throws for a number that is not kept. */
	request(index: number) {
		const record = this.service.requests.list().find((each) => each.index === index);
		if (record === undefined) throw new Error(`no request ${index}`);
		return withoutToken(record, this.tokens());
	}

	clearRequests(): void {
		this.service.requests.clear();
	}

	/** Files the service tried to download. */
	downloads() {
		return this.service.downloads.list();
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
			sent: campaign.reached.length,
			notSent: this.service.runner.spell(campaign.notSent),
			startsAt: campaign.startsAt,
		}));
	}

	/** The newest campaigns, newest first; with `savedOnly` without sends to one number. */
	newestCampaigns(limit: number, savedOnly = false) {
		return campaignSummaries(this.service, limit, savedOnly);
	}

	/** One campaign with everybody in it. Throws for an unknown code. */
	campaign(tid: string) {
		return campaignDetail(this.service, tid);
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
		this.moveTo(this.now() + ms + ((hours * 60 + minutes) * 60 + seconds) * 1000);
	}

	/** Sets the clock to a moment, given as ISO text. */
	setNow(iso: string): void {
		const moment = Date.parse(iso);
		if (Number.isNaN(moment)) throw new Error(`no time: ${iso}`);
		this.moveTo(moment);
	}

	/** Back to the time of this machine. */
	setRealTime(): void {
		this.moveTo(Date.now());
	}

	faults(): FaultRule[] {
		return this.service.faults.list();
	}

	/** The faults in force, each with how many more requests it fails. */
	outstandingFaults() {
		return this.service.faults.outstanding();
	}

	addFaults(rules: FaultRule[]): void {
		this.service.faults.add(rules);
	}

	clearFaults(): void {
		this.service.faults.clear();
	}

	/** A customer writes to the business: opens or extends the reply window. */
	inbound(phone: string, account = 'main'): void {
		this.phones.open(phone, account);
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

	/** All accounts with what belongs to them. */
	accounts() {
		return accountViews(this.service);
	}

	contacts(pid: number, account = 'main'): Contact[] {
		return [...(this.account(account).lists.get(pid)?.contacts.values() ?? [])];
	}

	settings(): SettingValues {
		return { ...this.service.settings };
	}

	/** Changes settings. Throws for one that does not exist, and for a value it cannot have. */
	changeSettings(changes: Partial<SettingValues>): void {
		changeSettings(this.service.settings, changes);
		this.changes.mark('account');
	}

	changeAccount({ account = 'main', sms, vms, dailyChatQuota }: AccountChange): void {
		const owner = this.account(account);
		if (sms !== undefined) owner.balance.sms = sms;
		if (vms !== undefined) owner.balance.vms = vms;
		if (dailyChatQuota !== undefined) owner.dailyChatQuota = dailyChatQuota;
		this.changes.mark('account');
	}

	/** Back to the seeds, real time and no faults. */
	reset(): void {
		this.service.reset();
	}

	private moveTo(moment: number): void {
		if (!(moment >= 0 && moment <= lastMoment)) throw new Error('the clock goes from 1970 to 9999');
		this.service.clock.moveTo(moment);
		this.changes.mark('clock');
	}

	private tokens(): string[] {
		return [...this.service.state.tokens.keys()];
	}

	private account(id: string) {
		const account = this.service.state.accounts.get(id);
		if (account === undefined) throw new Error(`no account ${id}`);
		return account;
	}
}
