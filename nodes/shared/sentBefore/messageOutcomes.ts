import { EarlierTries } from './campaignMemory';
import type { Mark } from './recordEntries';
import { keptWithRun, type RunState } from './runState';
import type { Found } from './sentRecord';

/** What happened to a message. */
export type MessageOutcome = 'sent' | 'unknown' | 'notSent';

/** One item's part in a message that several items of a run may send. */
export interface Turn {
	/** What happened to it before: in an earlier execution, or by an earlier item, which may still be sending. */
	before: Promise<MessageOutcome>;
	/** Tells the next item; only the first call counts. */
	end(outcome: MessageOutcome): void;
}

/** Gives each message to its items one after the other: the next may send it if no earlier one did. */
export class MessageOutcomes {
	private readonly last = new Map<Mark, Promise<MessageOutcome>>();

	constructor(private readonly found: Found) {}

	/** What the record says of it, whatever this run does. */
	recorded(mark: Mark): MessageOutcome {
		if (this.found.sent.has(mark)) return 'sent';
		return this.found.unknown.has(mark) ? 'unknown' : 'notSent';
	}

	/** The turn of the next item; each must be ended. */
	turn(mark: Mark): Turn {
		const before = this.last.get(mark) ?? Promise.resolve(this.recorded(mark));
		let end!: Turn['end'];
		this.last.set(mark, new Promise<MessageOutcome>((resolve) => (end = resolve)));
		return { before, end };
	}
}

/** An earlier item of the run that has another message for a recipient of a later one. */
export interface Other<Recipient, Message> {
	item: number;
	/** Whom it is for, and what it is; undefined where an earlier try found it. */
	found?: { recipient: Recipient; message: Message };
}

/**
 * Finds the items of a run that have another message for the recipient of an earlier one: under a Campaign Key
 * each recipient gets one.
 *
 * A later try does not read what an earlier one sent, so what was found is kept with the execution:
 * item numbers, no phones and no texts.
 */
export class OneMessageEach<Message> {
	private readonly firsts = new Map<Mark, { item: number; message: Message }>();
	private readonly earlierTry: Record<number, number>;
	private readonly tries: EarlierTries;

	/**
	 * @param isRecorded whether the record has a recipient, whatever this run does
	 * @param isOne whether two messages are sent as one
	 */
	constructor(
		run: RunState,
		private readonly isRecorded: (mark: Mark) => boolean,
		private readonly isOne: (first: Message, other: Message) => boolean,
	) {
		this.earlierTry = keptWithRun(run, 'other messages');
		this.tries = new EarlierTries(run);
	}

	/** The earlier item that has another message for a recipient of this one. Items come in their order. */
	otherOf<Recipient extends { mark: Mark }>(
		item: number,
		recipients: Recipient[],
		messageTo: (recipient: Recipient) => Message,
	): Other<Recipient, Message> | undefined {
		const open = recipients.filter(({ mark }) => !this.isRecorded(mark));
		if (open.length < recipients.length && this.wasSent(this.earlierTry[item])) {
			return { item: this.earlierTry[item] };
		}
		for (const recipient of open) {
			const first = this.firsts.get(recipient.mark);
			if (first === undefined || this.isOne(first.message, messageTo(recipient))) continue;
			this.earlierTry[item] = first.item;
			return { item: first.item, found: { recipient, message: first.message } };
		}
		for (const recipient of open) {
			if (!this.firsts.has(recipient.mark))
				this.firsts.set(recipient.mark, { item, message: messageTo(recipient) });
		}
		return undefined;
	}

	/** Whether an earlier try of this execution sent an item, or may have. */
	private wasSent(item: number | undefined): boolean {
		return item !== undefined && this.tries.of(item, 'once') !== undefined;
	}
}

/** What is said of an item for whose recipient an earlier one has another message. */
export function otherMessageReason(item: number, whom = 'the same recipient'): string {
	return `Item ${item} already has a different message for ${whom}; with one Campaign Key each recipient gets only one`;
}
