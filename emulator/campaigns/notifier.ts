import * as http from 'node:http';
import * as https from 'node:https';
import { isLoopbackHost, notificationAddress } from './notificationAddress';
import type { Clock } from '../state/clock';
import type { Settings } from '../state/settings';
import type { Campaign } from '../state/campaign';
import type { NotificationType } from './notificationTypes';

/** What became of a notification. Nothing is tried twice. */
export type Delivery = 'waiting' | 'delivered' | 'failed' | 'notLoopback' | 'recorded';

/** One notification: `nu` is fetched, `np` (SMS) and `ne` (email) are only recorded. */
export interface NotificationRecord {
	tid: string;
	via: 'nu' | 'np' | 'ne';
	target: string;
	msg: NotificationType;
	info?: string;
	/** The address fetched, for `nu`. */
	url?: string;
	/** Moment in ms. */
	at: number;
	delivery: Delivery;
	/** HTTP status of the answer. */
	statusCode?: number;
	/** Why it failed. */
	error?: string;
}

const answerTimeoutMs = 5_000;

/** Sends and records progress notifications, in order for each campaign. */
export class Notifier {
	records: NotificationRecord[] = [];
	private readonly chains = new Map<string, Promise<void>>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** Notifies every channel the campaign asked for. `CP_SEND_ERROR` goes by email and to the web page only. */
	notify(campaign: Campaign, msg: NotificationType, info?: string): void {
		const base = { tid: campaign.tid, msg, ...(info === undefined ? {} : { info }) };
		const at = this.clock.now();
		if (campaign.np !== undefined && msg !== 'CP_SEND_ERROR') {
			this.records.push({ ...base, via: 'np', target: campaign.np, at, delivery: 'recorded' });
		}
		if (campaign.ne !== undefined) {
			this.records.push({ ...base, via: 'ne', target: campaign.ne, at, delivery: 'recorded' });
		}
		// Voice sends have no `nu` (specification, Send voice message).
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
			.finally(() => {
				if (this.chains.get(tid) === chain) this.chains.delete(tid);
			});
		this.chains.set(tid, chain);
	}
}

/** Fetches the address once and notes the outcome; never rejects. */
function deliver(record: NotificationRecord): Promise<void> {
	return new Promise((resolve) => {
		const fail = (error: Error) => {
			record.delivery = 'failed';
			record.error = error.message;
			resolve();
		};
		if (record.url === undefined || !URL.canParse(record.url)) {
			fail(new Error('the address with the query appended is no address'));
			return;
		}
		const client = record.url.startsWith('https:') ? https : http;
		const request = client.get(record.url, { agent: false, timeout: answerTimeoutMs }, (answer) => {
			answer.resume();
			record.statusCode = answer.statusCode;
			record.delivery = (answer.statusCode ?? 500) < 400 ? 'delivered' : 'failed';
			answer.on('close', resolve);
		});
		request.on('timeout', () => request.destroy(new Error('no answer in time')));
		request.on('error', fail);
	});
}
