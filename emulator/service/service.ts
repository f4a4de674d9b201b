import { audience } from '../campaigns/audience';
import { Notifier } from '../campaigns/notifier';
import { CampaignRunner } from '../campaigns/runner';
import { Faults } from '../faults/faults';
import { Downloads } from '../files/downloads';
import { seedState } from '../seed/state';
import type { Campaign, CampaignPlan } from '../state/campaign';
import { Changes, topics, type Topic } from '../state/changes';
import { Clock } from '../state/clock';
import type { CodeSent } from '../state/codes';
import { Handsets } from '../state/handsets';
import { Ledger, type LedgerChannel } from '../state/ledger';
import type { MessageContent } from '../state/message';
import { RequestLog } from '../state/requestLog';
import {
	changeSettings,
	startSettings,
	type Settings,
	type SettingValues,
} from '../state/settings';
import type { State } from '../state/state';

/** The whole service behind its HTTP face: what endpoints work on and the control interface looks into. */
export class Service {
	readonly settings: Settings;
	readonly clock = new Clock();
	readonly ledger = new Ledger();
	readonly changes = new Changes();
	readonly handsets = new Handsets(() => this.changes.mark('phones'));
	readonly requests = new RequestLog(() => this.mark('requests', 'account'));
	readonly faults = new Faults(() => this.changes.mark('faults'));
	readonly downloads: Downloads;
	readonly notifier: Notifier;
	readonly runner: CampaignRunner;
	state: State = seedState();

	constructor(private readonly initial: Partial<SettingValues>) {
		this.settings = startSettings(initial);
		const campaignsChanged = () => this.mark('campaigns', 'account');
		this.notifier = new Notifier(this.clock, this.settings, campaignsChanged);
		this.downloads = new Downloads(this.clock, this.settings);
		this.runner = new CampaignRunner(
			this.clock,
			this.settings,
			this.notifier,
			this.downloads,
			this.handsets,
			campaignsChanged,
		);
	}

	/** Takes a send on: gives it a campaign code, notes its messages in the ledger and schedules it. */
	launch(plan: CampaignPlan, ledgerChannel: LedgerChannel = plan.channel): Campaign {
		const { recipients, ...rest } = plan;
		const now = this.clock.now();
		const campaign: Campaign = {
			...rest,
			tid: this.state.newTaskId(),
			status: 'pending',
			createdAt: now,
			startsAt: plan.scheduledFor ?? now,
			deleted: false,
			expand: () => audience(recipients(), plan),
			queue: [],
			next: 0,
			skipped: [],
			reached: [],
			failed: [],
			notSent: [],
		};
		this.state.campaigns.set(campaign.tid, campaign);
		for (const { phone, text } of campaign.expand().recipients) {
			this.ledger.add(ledgerChannel, phone, text, campaign.tid);
		}
		this.runner.accept(campaign);
		this.mark('campaigns');
		return campaign;
	}

	/**
	 * Sends a code: notes it, and puts it on the handset when it can be reached.
	 *
	 * @param business the sender it is shown with
	 */
	sendCode(sent: CodeSent, business: string, content: MessageContent): void {
		const { phone, text, purpose, delivered, accountId, at, code } = sent;
		this.state.codes.push(sent);
		this.ledger.add(purpose, phone, text);
		if (!delivered) return;
		this.handsets.add({ phone, accountId, byRecipient: false, business, at, content, code });
	}

	/** A campaign the service still knows, seen by its owner; undefined is `na`. */
	findSaved(tid: string, accountId: string, suid?: number): Campaign | undefined {
		const campaign = this.state.campaigns.get(tid);
		if (campaign === undefined || campaign.deleted || !campaign.saved) return undefined;
		if (campaign.account.id !== accountId) return undefined;
		return suid === undefined || campaign.suid === suid ? campaign : undefined;
	}

	/** Back to the seeds, real time, no faults, empty records and the settings given at start. */
	reset(): void {
		this.clock.reset();
		changeSettings(this.settings, startSettings(this.initial));
		this.state = seedState();
		this.ledger.clear();
		this.handsets.clear();
		this.requests.clear();
		this.faults.clear();
		this.notifier.clear();
		this.downloads.clear();
		this.mark(...topics);
	}

	private mark(...changed: Topic[]): void {
		for (const topic of changed) this.changes.mark(topic);
	}
}
