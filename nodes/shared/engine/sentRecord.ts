import { createHash } from 'crypto';
import type { IExecuteFunctions, INode } from 'n8n-workflow';

import { operationError } from '../transport/nodeErrors';
import { ProcessedItems } from './processedItems';

/**
 * Most entries of a node, two for each message: n8n reads and writes all of them each time, and with
 * these takes about a tenth of a second.
 */
export const MOST_ENTRIES = 200_000;

/** Names one message to one recipient under a key, the same in every execution. */
export type Mark = string;

/** What earlier executions did, by mark. */
export interface Found {
	/** Accepted by the service. */
	sent: Set<Mark>;
	/** Left, and nobody knows whether it was accepted. */
	open: Set<Mark>;
}

/**
 * The mark of a message. It holds no phone in clear: it is stored.
 *
 * @param recipient a phone in the form that is compared, or what else stands for a recipient
 * @param nth how many messages the same run has for that recipient before this one
 */
export function markOf(key: string, recipient: string, nth: number): Mark {
	return createHash('sha256')
		.update(JSON.stringify([key, recipient, nth]))
		.digest('base64url');
}

const usedEntry = (key: string) => `used ${markOf(key, '', 0)}`;
const leftEntry = (mark: Mark) => `left ${mark}`;
const sentEntry = (mark: Mark) => `sent ${mark}`;

/** What waits to be recorded: messages that are about to leave, or that were accepted. */
interface Note {
	leaving?: Mark[];
	accepted?: Mark[];
	settle(error?: Error): void;
}

/**
 * What a node sent under campaign keys, over all executions.
 *
 * A message has an entry from before its request leaves, and a second one when it was accepted; the
 * first alone is an unknown outcome, also where a process died. A request that was certainly not
 * accepted takes its entries back. A key that was never used has an entry less, so that most
 * campaigns need no look at their recipients.
 *
 * n8n's storage records what it is asked for. What a look records so is held for the first request
 * that leaves, or taken back.
 */
export class SentRecord {
	private readonly node: INode;
	private readonly entries: ProcessedItems;
	/** Recorded as left by the look alone. */
	private held = new Set<Mark>();
	/** Of unknown outcome when the run began. */
	private open = new Set<Mark>();
	private notes: Note[] = [];
	private working: Promise<void> | undefined;

	/** @throws NodeOperationError where n8n cannot keep a record */
	constructor(context: IExecuteFunctions) {
		this.node = context.getNode();
		this.entries = new ProcessedItems(context);
	}

	/**
	 * Looks up what earlier executions did with messages.
	 *
	 * @param marksByKey the messages of this run, by campaign key
	 * @param isOnlyLook true when nothing will leave: nothing stays recorded
	 * @throws NodeOperationError when the record cannot hold them
	 */
	async lookUp(marksByKey: Map<string, Mark[]>, isOnlyLook = false): Promise<Found> {
		return await this.entries.alone(async () => {
			const before = await this.entries.count();
			const keys = [...marksByKey.keys()];
			if (before === 0 && isOnlyLook) return { sent: new Set(), open: new Set() };
			const newKeys = await this.entries.record(keys.map(usedEntry));
			const known = keys.filter((key) => !newKeys.has(usedEntry(key)));
			const asked = [...new Set(known.flatMap((key) => marksByKey.get(key)!))];

			const notLeft = await this.entries.record(asked.map(leftEntry));
			this.held = new Set(asked.filter((mark) => notLeft.has(leftEntry(mark))));
			const left = asked.filter((mark) => !this.held.has(mark));
			const notSent = await this.entries.record(left.map(sentEntry));
			await this.entries.remove([...notSent]);
			this.open = new Set(left.filter((mark) => notSent.has(sentEntry(mark))));
			if (isOnlyLook) {
				await this.release();
				await this.entries.remove([...newKeys]);
			} else {
				const marks = new Set([...marksByKey.values()].flat()).size;
				await this.refuseTooMany(before + 2 * (marks - left.length) + this.open.size);
			}
			return { sent: new Set(left.filter((mark) => !this.open.has(mark))), open: this.open };
		});
	}

	/**
	 * Records messages whose request is about to leave.
	 *
	 * @throws NodeOperationError when another execution sends one of them; then none may leave
	 */
	async leaving(marks: Mark[]): Promise<void> {
		await this.noted({ leaving: marks });
	}

	/** Records messages the service has accepted. */
	async accepted(marks: Mark[]): Promise<void> {
		await this.noted({ accepted: marks });
	}

	/** Takes messages back that the service certainly did not accept; an earlier unknown outcome stays. */
	async notAccepted(marks: Mark[]): Promise<void> {
		const own = marks.filter((mark) => !this.open.has(mark));
		await this.entries.alone(async () => await this.entries.remove(own.map(leftEntry)));
	}

	/** Ends the use of the record: what was held for a request that did not leave is taken back. */
	async close(): Promise<void> {
		try {
			await this.working;
			await this.entries.alone(async () => await this.release());
		} catch {
			// What stays recorded is taken for an unknown outcome, which is said; the run's own result counts.
		}
	}

	/** Requests come many at a time: while n8n writes for one, the notes of the others gather. */
	private async noted(note: Omit<Note, 'settle'>): Promise<void> {
		await new Promise<void>((resolve, reject) => {
			const settle = (error?: Error) => (error === undefined ? resolve() : reject(error));
			this.notes.push({ ...note, settle });
			this.working ??= this.writeAll();
		});
	}

	private async writeAll(): Promise<void> {
		while (this.notes.length > 0) {
			const notes = this.notes.splice(0);
			try {
				await this.entries.alone(async () => await this.write(notes));
			} catch (error) {
				for (const { settle } of notes) settle(error as Error);
			}
		}
		this.working = undefined;
	}

	private async write(notes: Note[]): Promise<void> {
		const leaving = new Set(notes.flatMap((note) => note.leaving ?? []));
		const accepted = notes.flatMap((note) => note.accepted ?? []);
		const isOurs = (mark: Mark) => this.held.has(mark) || this.open.has(mark);
		const asked = [...leaving].filter((mark) => !isOurs(mark));
		const fromHeld = [...leaving].filter((mark) => this.held.has(mark));
		for (const mark of fromHeld) this.held.delete(mark);
		await this.release();
		const added = await this.entries.record([...asked.map(leftEntry), ...accepted.map(sentEntry)]);
		const taken = new Set(asked.filter((mark) => !added.has(leftEntry(mark))));
		for (const { leaving: marks = [], settle } of notes) {
			const ofOthers = marks.filter((mark) => taken.has(mark)).length;
			if (ofOthers === 0) {
				settle();
				continue;
			}
			const own = marks.filter((mark) => !taken.has(mark) && !this.open.has(mark));
			await this.entries.remove(own.map(leftEntry));
			settle(this.takenByOthers(ofOthers));
		}
	}

	private async release(): Promise<void> {
		const held = [...this.held];
		this.held = new Set();
		await this.entries.remove(held.map(leftEntry));
	}

	private async refuseTooMany(entries: number): Promise<void> {
		if (entries <= MOST_ENTRIES) return;
		await this.release();
		throw operationError(this.node, {
			message: `"Campaign Key" has no room for these recipients: the record of this node would hold ${entries} entries, two for each message, and it takes at most ${MOST_ENTRIES}`,
			description:
				'Copy the node, use the copy and delete this one: a copy begins with an empty record, so it knows nothing of campaigns sent before. Nothing was sent.',
		});
	}

	private takenByOthers(recipients: number): Error {
		return operationError(this.node, {
			message: `Another execution sends to ${recipients} of these recipients with the same Campaign Key at this moment`,
			description:
				'Run the workflow again when the other execution has ended: whoever got the message is left out then. Nothing was sent for these items.',
		});
	}
}
