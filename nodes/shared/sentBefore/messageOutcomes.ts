import type { INode } from 'n8n-workflow';

import { operationError } from '../service/nodeErrors';
import type { Mark } from './recordEntries';
import { keptWithRun, type RunState } from './runState';
import { isRemembered, itemKey } from './sendOnce';
import type { Found } from './sentRecord';

/** What became of a message. */
export type MessageOutcome = 'sent' | 'unknown' | 'notSent';

/** One item's part in a message that several items of a run may send. */
export interface Turn {
	/** What became of it before: in an earlier execution, or by an earlier item, which may be under way. */
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

/** A message to one of an item's recipients. */
interface Message {
	name: string;
	mark: Mark;
	/** What two must share to be one message. */
	message: string;
}

/** An earlier item of the run, and whom it has another message for. */
export interface Other {
	item: number;
	/** Undefined where the later item has this recipient alone. */
	recipient?: string;
}

/**
 * Finds the items of a run that have another message for the recipient of an earlier one.
 *
 * A later try does not read what an earlier one sent, so what was found is kept with the execution:
 * item numbers, no phones and no texts.
 */
export class OtherMessages {
	private readonly firsts = new Map<Mark, { item: number; message: string }>();
	private readonly earlierTry: Record<number, number>;

	constructor(
		private readonly run: RunState,
		private readonly outcomes: MessageOutcomes,
	) {
		this.earlierTry = keptWithRun(run, 'other messages');
	}

	/** The earlier item that has another message for a recipient of this one. Items come in their order. */
	of(item: number, messages: Message[]): Other | undefined {
		const open = messages.filter(({ mark }) => this.outcomes.recorded(mark) === 'notSent');
		const first = this.earlierTry[item];
		if (open.length < messages.length && this.wasSent(first)) return { item: first };
		const other = open.find(({ mark, message }) => {
			const known = this.firsts.get(mark);
			return known !== undefined && known.message !== message;
		});
		if (other !== undefined) {
			const { item: found } = this.firsts.get(other.mark)!;
			this.earlierTry[item] = found;
			return { item: found, ...(messages.length === 1 ? {} : { recipient: other.name }) };
		}
		for (const { mark, message } of open) {
			if (!this.firsts.has(mark)) this.firsts.set(mark, { item, message });
		}
		return undefined;
	}

	/** Whether an earlier try of this execution sent an item, or may have. */
	private wasSent(item: number | undefined): item is number {
		return item !== undefined && isRemembered(this.run, itemKey(this.run, item));
	}
}

/** The error of an item that has another message for the recipient of an earlier one. */
export function otherMessageError(node: INode, itemIndex: number, other: Other): Error {
	const whom = other.recipient === undefined ? '' : ` (${other.recipient})`;
	return operationError(node, {
		message: `Item ${other.item} has another message for the same recipient${whom}, and under one Campaign Key a recipient gets one`,
		description:
			'Make one message of the two, or give each a Campaign Key of its own. Nothing was sent for this item.',
		itemIndex,
	});
}
