/** Kind of an accepted message. `chat` is a template, `chatReply` a free-form message. */
export type LedgerChannel = 'sms' | 'voice' | 'chat' | 'chatReply' | 'otp' | 'senderVerify';

/** One text one phone was accepted for, and how often. */
export interface LedgerEntry {
	channel: LedgerChannel;
	/** Canonical: local form for Israel, international digits for abroad. */
	phone: string;
	text: string;
	count: number;
	/** Campaign codes; empty for codes. */
	taskIds: string[];
}

/** The ledger as it is read. */
export interface LedgerView {
	entries: LedgerEntry[];
	/** Entries accepted more than once. */
	duplicates: LedgerEntry[];
	/** All accepted messages. */
	total: number;
	/** Most requests to the service that were open at once. */
	maxConcurrent: number;
}

/** What the service accepted, per channel, phone and text. */
export class Ledger {
	private entries = new Map<string, LedgerEntry>();
	private open = 0;
	private maxConcurrent = 0;

	/** Notes one accepted message. */
	add(channel: LedgerChannel, phone: string, text: string, taskId?: string): void {
		const key = `${channel} ${phone} ${text}`;
		let entry = this.entries.get(key);
		if (entry === undefined) {
			entry = { channel, phone, text, count: 0, taskIds: [] };
			this.entries.set(key, entry);
		}
		entry.count += 1;
		if (taskId !== undefined) entry.taskIds.push(taskId);
	}

	/** A request to the service began. */
	enter(): void {
		this.open += 1;
		this.maxConcurrent = Math.max(this.maxConcurrent, this.open);
	}

	/** A request to the service ended. */
	leave(): void {
		this.open -= 1;
	}

	/** A copy of everything noted. */
	view(): LedgerView {
		const entries = [...this.entries.values()].map((entry) => ({
			...entry,
			taskIds: [...entry.taskIds],
		}));
		return {
			entries,
			duplicates: entries.filter(({ count }) => count > 1),
			total: entries.reduce((sum, { count }) => sum + count, 0),
			maxConcurrent: this.maxConcurrent,
		};
	}

	/** Forgets everything; requests that are open now still count as open. */
	clear(): void {
		this.entries = new Map();
		this.maxConcurrent = this.open;
	}
}
