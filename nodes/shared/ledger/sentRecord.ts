// Who got a message under a Campaign Key, over all executions.
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { isUnknownOutcome } from '../service/nodeErrors';
import { Gathering } from './gathering';
import { noRoomFor, takenByOthers } from './recordRefusals';
import {
	leftEntry,
	overEntry,
	sentEntry,
	usedEntry,
	type Found,
	type Look,
	type Mark,
	type Marked,
} from './recordEntries';

/** This many messages, taken evenly from all, show whether any was sent before. */
const SAMPLE = 60;

/** Messages to record as about to be sent, as accepted, or as of unknown outcome. */
interface Note {
	leaving?: Mark[];
	accepted?: Mark[];
	unknown?: Mark[];
}

/**
 * What a node sent under Campaign Keys, over all executions: one message to each recipient.
 *
 * A message gets an entry before its request is sent, and a second one when it is accepted. The
 * first alone is an unknown outcome, even if a process died. It is removed if the request was
 * certainly not accepted. Used keys have an entry, so most campaigns need no lookup of recipients.
 *
 * An unknown message may be sent again once an entry says that its request is over; a process that
 * died leaves none. That is another attempt, with its own entry, so that only one of two executions
 * makes it.
 *
 * Asking n8n's storage for an entry records it. What a lookup records in this way is held until the
 * first request: that request uses its own entries, and the others are removed.
 */
export class SentRecord {
	private readonly node: INode;
	private readonly entries: ProcessedItems;
	/** Recorded as left only by a lookup. */
	private held = new Set<Mark>();
	/** The number of the attempt to send an unknown message. */
	private readonly attempts = new Map<Mark, number>();
	private readonly notes = new Gathering<Note>(
		async (notes) => await this.entries.alone(async () => await this.write(notes)),
	);

	/** @throws NodeOperationError if n8n cannot keep a record */
	constructor(context: IExecuteFunctions) {
		this.node = context.getNode();
		this.entries = new ProcessedItems(context);
	}

	/**
	 * Looks up what happened to messages before.
	 *
	 * @param marked the messages of this run
	 * @throws NodeOperationError if the record cannot hold them
	 */
	async lookUp(marked: Marked[], look: Look): Promise<Found> {
		return await this.entries.alone(async () => {
			const before = await this.entries.count();
			if (before === 0 && look.isOnlyLook) return { sent: new Set(), unknown: new Set() };
			const marks = [...new Set(marked.map(({ mark }) => mark))];
			if (!look.isOnlyLook) await this.refuseNew(marks, before);
			const keys = [...new Set(marked.map(({ key }) => key))];
			const newKeys = await this.entries.record(keys.map(usedEntry));
			const known = marked.filter(({ key }) => !newKeys.has(usedEntry(key)));
			const asked = [...new Set(known.map(({ mark }) => mark))];

			const left = await this.claim(asked);
			const sent = new Set(await this.entries.whichHave(left, sentEntry));
			const open = left.filter((mark) => !sent.has(mark));
			const wanted = open.filter(look.sendsAgain ?? (() => false));
			const again = await this.claimAgain(wanted);
			if (look.isOnlyLook) {
				await this.release();
				await this.entries.remove([...newKeys]);
			} else {
				const after = before + 2 * (marks.length - left.length) + 3 * open.length;
				const refusal = noRoomFor(this.node, after);
				if (refusal !== undefined) throw refusal;
			}
			return { sent, unknown: new Set(open.filter((mark) => !again.has(mark))) };
		});
	}

	/**
	 * Notes messages, makes their request, and notes what happened.
	 *
	 * @throws what the request throws; NodeOperationError, without a request, if they cannot be
	 *   noted or another execution sends one of them
	 */
	async send<T>(marks: Mark[], request: () => Promise<T>): Promise<T> {
		await this.notes.done({ leaving: marks });
		return await this.outcomeNoted(marks, request);
	}

	/** Ends the use of the record, and removes what was held for requests that were not sent. */
	async close(): Promise<void> {
		try {
			await this.notes.idle();
			await this.entries.alone(async () => await this.release());
		} catch {
			// What stays recorded is reported as an unknown outcome; the run's own result counts.
		}
	}

	/**
	 * Refuses messages without room if a sample shows that none was sent: to record all of them in
	 * a full record, and remove them again, takes minutes.
	 */
	private async refuseNew(marks: Mark[], before: number): Promise<void> {
		const refusal = noRoomFor(this.node, before + 2 * marks.length);
		if (refusal === undefined) return;
		const some = marks.filter((_mark, index) => index % Math.ceil(marks.length / SAMPLE) === 0);
		const known = await this.entries.whichHave(some, (mark) => leftEntry(mark));
		if (known.length === 0) throw refusal;
	}

	/** Claims messages that were never sent, and returns the others. */
	private async claim(marks: Mark[]): Promise<Mark[]> {
		const added = await this.entries.record(marks.map((mark) => leftEntry(mark)));
		const isOurs = (mark: Mark) => added.has(leftEntry(mark));
		this.hold(marks.filter(isOurs));
		return marks.filter((mark) => !isOurs(mark));
	}

	/** Claims messages of unknown outcome whose last request is over, and returns those. */
	private async claimAgain(open: Mark[]): Promise<Set<Mark>> {
		const claimed = new Set<Mark>();
		let asked = open;
		for (let attempt = 1; asked.length > 0; attempt++) {
			const over = await this.entries.whichHave(asked, (mark) => overEntry(mark, attempt));
			const added = await this.entries.record(over.map((mark) => leftEntry(mark, attempt + 1)));
			const isOurs = (mark: Mark) => added.has(leftEntry(mark, attempt + 1));
			for (const mark of over) this.attempts.set(mark, attempt + 1);
			const ours = over.filter(isOurs);
			this.hold(ours);
			for (const mark of ours) claimed.add(mark);
			asked = over.filter((mark) => !isOurs(mark));
		}
		return claimed;
	}

	/** An outcome that cannot be noted is unknown to the next execution. */
	private async outcomeNoted<T>(marks: Mark[], request: () => Promise<T>): Promise<T> {
		try {
			const result = await request();
			await this.notes.done({ accepted: marks }).catch(() => undefined);
			return result;
		} catch (error) {
			const noted = isUnknownOutcome(error)
				? this.notes.done({ unknown: marks })
				: this.takeBack(marks);
			await noted.catch(() => undefined);
			return await Promise.reject(error as Error);
		}
	}

	/** Returns the error of each note whose messages another execution has taken. */
	private async write(notes: Note[]): Promise<Array<Error | undefined>> {
		const leaving = new Set(notes.flatMap((note) => note.leaving ?? []));
		const asked = [...leaving].filter((mark) => !this.held.has(mark));
		for (const mark of leaving) this.held.delete(mark);
		await this.release();
		const added = await this.entries.record([
			...asked.map((mark) => this.leftEntryOf(mark)),
			...notes.flatMap((note) => note.accepted ?? []).map(sentEntry),
			...notes.flatMap((note) => note.unknown ?? []).map((mark) => this.overEntryOf(mark)),
		]);
		const taken = new Set(asked.filter((mark) => !added.has(this.leftEntryOf(mark))));
		const errors: Array<Error | undefined> = [];
		for (const { leaving: marks = [] } of notes) {
			const ours = marks.filter((mark) => !taken.has(mark));
			const isAll = ours.length === marks.length;
			errors.push(isAll ? undefined : takenByOthers(this.node, marks.length - ours.length));
			if (!isAll) await this.entries.remove(ours.map((mark) => this.leftEntryOf(mark)));
		}
		return errors;
	}

	/** Removes messages that were certainly not accepted; an earlier unknown outcome stays. */
	private async takeBack(marks: Mark[]): Promise<void> {
		const entries = marks.map((mark) => this.leftEntryOf(mark));
		await this.entries.alone(async () => await this.entries.remove(entries));
	}

	private async release(): Promise<void> {
		const held = [...this.held];
		this.held = new Set();
		await this.entries.remove(held.map((mark) => this.leftEntryOf(mark)));
	}

	private hold(marks: Mark[]): void {
		for (const mark of marks) this.held.add(mark);
	}

	private leftEntryOf(mark: Mark): string {
		return leftEntry(mark, this.attempts.get(mark));
	}

	private overEntryOf(mark: Mark): string {
		return overEntry(mark, this.attempts.get(mark) ?? 1);
	}
}
