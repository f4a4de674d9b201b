import { keptKey } from './earlierKey';
import type { Reached } from './ledger';
import type { Mark } from './recordEntries';

/** A recipient of a row under a Campaign Key. */
interface Recipient {
	mark: Mark;
	/** In the form that is compared. */
	compared: string;
}

/** An item with a Campaign Key. */
interface KeyedItem<Each, Message> {
	item: number;
	key: string;
	recipients: Each[];
	messageTo(recipient: Each): Message;
	/** By `messageHash`. */
	hashOf(recipient: Each): string;
}

/** An earlier item of the run that has another message for a recipient of a later one. */
interface Other<Each, Message> {
	item: number;
	/** Whom it is for, and what it is; undefined where an earlier try sent it. */
	found?: { recipient: Each; message: Message };
}

/**
 * Finds the items of a run that have another message for the recipient of an earlier one: under a Campaign Key
 * each recipient gets one.
 */
export class OneMessageEach<Message> {
	private readonly firsts = new Map<Mark, { item: number; message: Message }>();

	/**
	 * @param reached what earlier tries of the run sent, or may have
	 * @param isRecorded whether the record has a recipient, whatever this run does
	 * @param isOne whether two messages are sent as one
	 */
	constructor(
		private readonly reached: ReadonlyMap<string, Reached[]>,
		private readonly isRecorded: (mark: Mark) => boolean,
		private readonly isOne: (first: Message, other: Message) => boolean,
	) {}

	/** The earlier item that has another message for a recipient of this one. Items come in their order. */
	otherOf<Each extends Recipient>({
		item,
		key,
		recipients,
		messageTo,
		hashOf,
	}: KeyedItem<Each, Message>): Other<Each, Message> | undefined {
		for (const recipient of recipients) {
			const other = this.reached
				.get(recipient.compared)
				?.filter(({ entry }) => entry.key === keptKey(key))
				.find((each) => each.item !== item && each.message !== hashOf(recipient));
			if (other !== undefined) return { item: other.item };
		}
		const open = recipients.filter(({ mark }) => !this.isRecorded(mark));
		for (const recipient of open) {
			const first = this.firsts.get(recipient.mark);
			if (first === undefined || this.isOne(first.message, messageTo(recipient))) continue;
			return { item: first.item, found: { recipient, message: first.message } };
		}
		for (const recipient of open) {
			if (!this.firsts.has(recipient.mark))
				this.firsts.set(recipient.mark, { item, message: messageTo(recipient) });
		}
		return undefined;
	}
}

/** What is said of an item for whose recipient an earlier one has another message. */
export function otherMessageReason(item: number, whom = 'the same recipient'): string {
	return `Item ${item} already has a different message for ${whom}; with one Campaign Key each recipient gets only one`;
}
