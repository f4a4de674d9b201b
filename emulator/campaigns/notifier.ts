import { isLoopbackHost } from '../protocol/webAddress';
import type { Campaign } from '../state/campaign';
import type { Clock } from '../state/clock';
import type { Settings } from '../state/settings';
import { deliver } from './deliver';
import type { NotificationRecord, NotificationType } from './notification';
import { notificationAddress } from './notificationAddress';

/** Sends and records progress notifications, in order for each campaign. */
export class Notifier {
	records: NotificationRecord[] = [];
	private readonly chains = new Map<string, Promise<void>>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
		/** Called when a notification left or was answered. */
		private readonly changed: () => void,
	) {}

	/** Notifies every channel the campaign asked for. `CP_SEND_ERROR` goes by email and to the web page only. */
	notify(campaign: Campaign, msg: NotificationType, info?: string): void {
		this.changed();
		const base = { tid: campaign.tid, msg, ...(info === undefined ? {} : { info }) };
		const at = this.clock.now();
		if (campaign.np !== undefined && msg !== 'CP_SEND_ERROR') {
			this.records.push({ ...base, via: 'np', target: campaign.np, at, delivery: 'recorded' });
		}
		if (campaign.ne !== undefined) {
			this.records.push({ ...base, via: 'ne', target: campaign.ne, at, delivery: 'recorded' });
		}
		// Voice sends have no `nu` (specification, Send voice).
		if (campaign.nu !== undefined && campaign.channel !== 'voice') {
			this.fetch({ ...base, via: 'nu', target: campaign.nu, at, delivery: 'waiting' });
		}
	}

	/** Resolves when no notification is on its way, of one campaign or of all. */
	async idle(tid?: string): Promise<void> {
		const waiting = tid === undefined ? [...this.chains.values()] : [this.chains.get(tid)];
		await Promise.all(waiting);
	}

	/** Forgets the records; what is on its way still arrives. */
	clear(): void {
		this.records = [];
	}

	private fetch(record: NotificationRecord): void {
		this.records.push(record);
		const { tid, msg, info, target } = record;
		const query = { get: '1', msg, tid, ...(info === undefined ? {} : { info }) };
		record.url = notificationAddress(target, query, this.settings.appendStyle);
		if (!this.settings.notifyAnywhere && !isLoopbackHost(new URL(target).hostname)) {
			record.delivery = 'notLoopback';
			return;
		}
		const before = this.chains.get(tid) ?? Promise.resolve();
		const chain = before
			.then(() => deliver(record))
			.then(this.changed)
			.finally(() => {
				if (this.chains.get(tid) === chain) this.chains.delete(tid);
			});
		this.chains.set(tid, chain);
	}
}
