import type { Found } from './sentRecord';
import type { Mark } from './recordEntries';

/** What became of a message. */
export type Fate = 'sent' | 'unknown' | 'notSent';

/** One item's part in a message that several items of a run may send. */
export interface Turn {
	/** What became of it before: in an earlier execution, or by an earlier item, which may be under way. */
	before: Promise<Fate>;
	/** Tells the next item; only the first call counts. */
	end(fate: Fate): void;
}

/** Gives each message to its items one after the other: the next may send it if no earlier one did. */
export class MessageFates {
	private readonly last = new Map<Mark, Promise<Fate>>();

	constructor(private readonly found: Found) {}

	/** What the record says of it, whatever this run does. */
	recorded(mark: Mark): Fate {
		if (this.found.sent.has(mark)) return 'sent';
		return this.found.unknown.has(mark) ? 'unknown' : 'notSent';
	}

	/** The turn of the next item; each must be ended. */
	turn(mark: Mark): Turn {
		const before = this.last.get(mark) ?? Promise.resolve(this.recorded(mark));
		let end!: Turn['end'];
		this.last.set(mark, new Promise<Fate>((resolve) => (end = resolve)));
		return { before, end };
	}
}
