// Who got a message by a Campaign Key, over all executions.
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

/** So many messages, taken evenly from all, show whether any was sent before. */
const SAMPLE = 60;

/** What is to be recorded of messages: they are about to be sent, were accepted, or their outcome is unknown. */
interface Note {
	leaving?: Mark[];
	accepted?: Mark[];
	unknown?: Mark[];
}

/**
 * What a node sent under campaign keys, over all executions: one message to each recipient.
 *
 * A message has an entry from before its request is sent, and a second one when it was accepted; the first
 * alone is an unknown outcome, also where a process died. A request that was certainly not accepted takes its
 * entry back. A key that was never used has an entry less, so that most campaigns need no look at their
 * recipients.
 *
 * What is unknown may be sent again when an entry says that its request is over; there is none of a process that died. To
 * send it again is another attempt with an entry of its own, so that of two executions one takes it.
 *
 * n8n's storage records what it is asked for. What a look records so is held for the first request that is
 * sent, or taken back.
 */
export class SentRecord {
	private readonly node: INode;
	private readonly entries: ProcessedItems;
	/** Recorded as left by the look alone. */
	private held = new Set<Mark>();
	/** Which attempt it is to send what was unknown. */
	private readonly attempts = new Map<Mark, number>();
	private readonly notes = new Gathering<Note>(
		async (notes) => await this.entries.alone(async () => await this.write(notes)),
	);

	/** @throws NodeOperationError where n8n cannot keep a record */
	constructor(context: IExecuteFunctions) {
		this.node = context.getNode();
		this.entries = new ProcessedItems(context);
	}

	/**
	 * Looks up what happened to messages before.
	 *
	 * @param marked the messages of this run
	 * @throws NodeOperationError when the record cannot hold them
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
	 * Makes the request for messages: noted before it is sent, and then what happened to it.
	 *
	 * @throws what the request throws; NodeOperationError, without a request, when they cannot be noted, or
	 *   another execution sends one of them
	 */
	async send<T>(marks: Mark[], request: () => Promise<T>): Promise<T> {
		await this.notes.done({ leaving: marks });
		return await this.outcomeNoted(marks, request);
	}

	/** Ends the use of the record: what was held for a request that was not sent is taken back. */
	async close(): Promise<void> {
		try {
			await this.notes.idle();
			await this.entries.alone(async () => await this.release());
		} catch {
			// What stays recorded is taken for an unknown outcome, which is said; the run's own result counts.
		}
	}

	/**
	 * Refuses messages for which there is no room if none of them was sent, as some of them show: to record all
	 * of them in a full record, and to remove them again, takes minutes.
	 */
	private async refuseNew(marks: Mark[], before: number): Promise<void> {
		const refusal = noRoomFor(this.node, before + 2 * marks.length);
		if (refusal === undefined) return;
		const some = marks.filter((_mark, index) => index % Math.ceil(marks.length / SAMPLE) === 0);
		const known = await this.entries.whichHave(some, (mark) => leftEntry(mark));
		if (known.length === 0) throw refusal;
	}

	/** Takes messages for this run that were never sent, and gives the others. */
	private async claim(marks: Mark[]): Promise<Mark[]> {
		const added = await this.entries.record(marks.map((mark) => leftEntry(mark)));
		const isOurs = (mark: Mark) => added.has(leftEntry(mark));
		this.hold(marks.filter(isOurs));
		return marks.filter((mark) => !isOurs(mark));
	}

	/** Of messages of unknown outcome takes those for this run whose last request is over. */
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

	/** What cannot be noted of an outcome is taken for an unknown one by the next execution. */
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

	/** Gives the error of each note whose messages another execution has taken. */
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

	/** Takes messages back that the service certainly did not accept; an earlier unknown outcome stays. */
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
