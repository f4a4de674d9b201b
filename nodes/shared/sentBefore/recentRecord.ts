import type { IExecuteFunctions, INode } from 'n8n-workflow';

import {
	leaveOutLabels,
	MOST_QUIET_DAYS,
	type QuietPeriod,
	type SentBy,
} from '../rules/beforeSending';
import { DAY_MS } from '../rules/times';
import { isUnknownOutcome, operationError } from '../service/nodeErrors';
import { MessageRecord } from './messageRecord';
import { markOf, StoredNumber, type Mark } from './recordEntries';

/** What is noted of a time: the ten minutes in which it was. */
const STEP_MS = 600_000;
const STEPS_OF_DAY = DAY_MS / STEP_MS;
/** So long an entry is kept at least: nothing older is asked for. */
const AGE_MS = MOST_QUIET_DAYS * DAY_MS;
/** Entries of a recipient: the age it was sent to in, the one after, and the time. */
const EACH = 3;
/** Most entries that are asked for to find when recipients were sent to: some minutes of work for n8n. */
const MOST_ASKED = 300_000;
/** So many ages back an earlier one is looked for: ten years. */
const MOST_AGES = 120;
/** Binary digits of how many entries were there when an age began. */
const DIGITS = 20;

/** When a recipient was sent to; undefined while another execution in this process may be sending. */
export type LastSent = { at?: number };

/**
 * When a node or a workflow last sent to recipients, over all executions. n8n's storage tells of an entry
 * whether it is there, and nothing else, so a message has an entry of its recipient and the ten minutes in
 * which it was sent, from before its request is sent; a request that was certainly not accepted takes it
 * back. To ask for few, the days and minutes in which anything was sent have entries as well, and so have the
 * recipients of each age of 31 days.
 *
 * All entries are in the record of the workflow, which holds nothing else of these nodes: so n8n can forget
 * the oldest ones. When an age begins, those of all ages but the last are forgotten.
 *
 * In one process executions learn from each other whom they are about to send to. Of executions in several
 * processes that look at the same moment one gets an error, unless ten minutes end between them.
 */
export class RecentRecord extends MessageRecord {
	/** Names whose messages count. */
	private readonly owner: string;
	/** Those that this run has noted. */
	private readonly noted = new Set<Mark>();
	/** Where the messages of the workflow count: the marks under which this node noted them while only its own did. */
	private readonly marksOfNode = new Map<Mark, Mark>();
	private held: Mark[] = [];

	/** @throws NodeOperationError where n8n cannot keep a record */
	constructor(
		context: IExecuteFunctions,
		private readonly period: QuietPeriod,
	) {
		super(context, {
			...{ option: leaveOutLabels.recently, owner: 'workflow', each: 'three for each recipient' },
			whenFull: `Send from a copy of the workflow, which has no record of earlier messages, or keep the recipients in a table: entries are forgotten after ${MOST_QUIET_DAYS} to ${2 * MOST_QUIET_DAYS} days.`,
			beforeFull: 'The oldest are forgotten after one to two months.',
			whenTaken: `right now, and '${leaveOutLabels.recently}' keeps them from a second message`,
		});
		this.owner = ownerOf(period.sentBy, this.node);
	}

	/** The mark of a recipient, by the form of its phone that is compared. */
	markOf(recipient: string): Mark {
		const mark = markOf(this.owner, recipient);
		if (this.period.sentBy === 'workflow') {
			this.marksOfNode.set(mark, markOf(ownerOf('node', this.node), recipient));
		}
		return mark;
	}

	/**
	 * Finds those who were sent to within the period, and holds the others for this run.
	 *
	 * @param ours those that this execution itself may have sent to before, and sends to again
	 * @throws NodeOperationError when the record cannot hold them
	 */
	async lookUp(
		all: Iterable<Mark>,
		isOnlyLook: boolean,
		ours: ReadonlySet<Mark>,
	): Promise<Map<Mark, LastSent>> {
		for (const mark of ours) this.noted.add(mark);
		const marks = [...new Set(all)].filter((mark) => !ours.has(mark));
		return await this.entries.alone(async () => {
			const now = Date.now();
			if (!isOnlyLook) await this.beginAge(ageOf(now));
			const before = await this.entries.count();
			const found =
				before === 0
					? new Map<Mark, LastSent>()
					: await this.timesOf(this.owner, marks, now, isOnlyLook);
			if (before > 0) await this.addThoseOfNode(found, marks, now);
			for (const mark of marks) {
				if (!found.has(mark) && this.underWay.has(mark)) found.set(mark, {});
			}
			const free = marks.filter((mark) => !found.has(mark));
			if (isOnlyLook) return found;
			const refusal = this.refusalOf(before + EACH * free.length);
			if (refusal !== undefined) throw refusal;
			this.underWay.begin(free);
			this.held = free;
			return found;
		});
	}

	/** When a recipient may be sent to again. */
	nextPossible({ at }: LastSent): Date | undefined {
		return at === undefined ? undefined : new Date(at + this.period.lengthMs);
	}

	/**
	 * Makes the request for messages, noted before it is sent.
	 *
	 * @throws what the request throws; NodeOperationError, without a request, when they cannot be noted, or
	 *   another execution sends to one of them
	 */
	async send<T>(marks: Mark[], request: () => Promise<T>): Promise<T> {
		const step = stepOf(Date.now());
		const added = await this.entries.alone(async () => await this.note(marks, step));
		try {
			return await request();
		} catch (error) {
			if (!isUnknownOutcome(error)) await this.takeBack(added, step);
			return await Promise.reject(error as Error);
		}
	}

	/** Ends the use of the record. */
	close(): void {
		this.underWay.end(this.held);
	}

	private async note(marks: Mark[], step: number): Promise<Mark[]> {
		const age = ageOf(step * STEP_MS);
		const asked = marks.map((mark) => timeEntry(mark, step));
		const fresh = await this.entries.record(asked);
		const added = marks.filter((_mark, at) => fresh.has(asked[at]));
		const taken = marks.filter((mark, at) => !fresh.has(asked[at]) && !this.noted.has(mark));
		if (taken.length > 0) {
			await this.entries.remove([...fresh]);
			throw this.takenByOthers(taken.length);
		}
		await this.entries.record([
			...[dayEntry(this.owner, dayOf(step)), timeEntry(this.owner, step)],
			...marks.flatMap((mark) => [age, age + 1].map((each) => ageEntry(mark, each))),
		]);
		for (const mark of marks) this.noted.add(mark);
		return added;
	}

	/** What stays counts as sent. */
	private async takeBack(marks: Mark[], step: number): Promise<void> {
		const entries = marks.map((mark) => timeEntry(mark, step));
		await this.entries.alone(async () => await this.entries.remove(entries)).catch(() => undefined);
		for (const mark of marks) this.noted.delete(mark);
	}

	/** Adds those whom this node sent to before the messages of the workflow counted. */
	private async addThoseOfNode(
		found: Map<Mark, LastSent>,
		marks: Mark[],
		now: number,
	): Promise<void> {
		if (this.period.sentBy === 'node') return;
		const open = new Map(
			marks
				.filter((mark) => !found.has(mark))
				.map((mark) => [this.marksOfNode.get(mark)!, mark] as const),
		);
		const own = await this.timesOf(ownerOf('node', this.node), [...open.keys()], now, true);
		for (const [mark, last] of own) found.set(open.get(mark)!, last);
	}

	/** The times of those who were sent to within the period, the latest of each. */
	private async timesOf(
		owner: string,
		marks: Mark[],
		now: number,
		isOnlyLook: boolean,
	): Promise<Map<Mark, LastSent>> {
		const found = new Map<Mark, LastSent>();
		const steps = await this.stepsWithin(owner, now);
		if (steps.length === 0) return found;
		const age = ageOf(now);
		// What is not there yet is recorded when the recipient is sent to, so it may stay.
		const recently = (mark: Mark) => ageEntry(mark, age);
		let open = isOnlyLook
			? await this.entries.whichHave(marks, recently)
			: await this.entries.whichHad(marks, recently);
		if (open.length * steps.length > MOST_ASKED) throw this.tooMuch(open.length, steps.length);
		for (const step of steps) {
			const sent = await this.entries.whichHave(open, (mark) => timeEntry(mark, step));
			for (const mark of sent) found.set(mark, { at: step * STEP_MS });
			open = open.filter((mark) => !found.has(mark));
		}
		return found;
	}

	/** The times within the period at which anything was sent, the latest first. */
	private async stepsWithin(owner: string, now: number): Promise<number[]> {
		const first = Math.floor((now - this.period.lengthMs) / STEP_MS) + 1;
		const last = stepOf(now);
		const days = await this.entries.whichHave(range(dayOf(first), dayOf(last)), (day) =>
			dayEntry(owner, day),
		);
		const steps = days.flatMap((day) =>
			range(Math.max(first, day * STEPS_OF_DAY), Math.min(last, (day + 1) * STEPS_OF_DAY - 1)),
		);
		return (await this.entries.whichHave(steps, (step) => timeEntry(owner, step))).reverse();
	}

	/**
	 * Notes where an age begins, once, and forgets all ages but the one before: as many entries as there were when that
	 * one began, since nothing has been removed from them. Where another node's entries were there first, all stay.
	 */
	private async beginAge(age: number): Promise<void> {
		const [known] = await this.entries.whichHad([age], beginOf);
		if (known !== undefined) return;
		const count = await this.entries.count();
		const earlier = await this.entries.whichHave(range(age - MOST_AGES, age - 1), beginOf);
		if (count > 1 && earlier.length === 0) await this.entries.record([SHARED]);
		const [isShared] = await this.entries.whichHave([SHARED], (entry) => entry);
		const last = earlier.at(-1);
		const hasLast = last === age - 1;
		const older =
			isShared || last === undefined ? 0 : hasLast ? await this.lengthAt(last).read() : count - 1;
		if (older > 0) await this.entries.keepNewest(count - older);
		const left = (await this.entries.count()) - 1;
		await this.lengthAt(age).change(0, left);
	}

	/** How many entries were there when an age began. */
	private lengthAt(age: number): StoredNumber {
		return new StoredNumber(this.entries, `age ${age} from`, DIGITS);
	}

	private tooMuch(recipients: number, times: number): Error {
		return operationError(this.node, {
			message: `'${leaveOutLabels.recently}' would take too long: ${recipients} recipients got a message recently, and messages were sent at ${times} different times within ${this.period.said}`,
			description:
				"Choose a shorter period, set 'Sent By' to This Node, or send to fewer recipients in a run. Nothing was sent.",
		});
	}
}

/** What messages are noted under: those of a node apart from those of its workflow. */
const ownerOf = (sentBy: SentBy, { id }: INode) => (sentBy === 'node' ? `recent ${id}` : 'recent');

/** Entries of another node were there before the first of these. */
const SHARED = 'shared';
const beginOf = (age: number) => `age ${age}`;
const ageOf = (ms: number) => Math.floor(ms / AGE_MS);
const stepOf = (ms: number) => Math.floor(ms / STEP_MS);
const dayOf = (step: number) => Math.floor(step / STEPS_OF_DAY);

/** The recipient was sent to in this age or in the one before. */
const ageEntry = (mark: Mark, age: number) => `${mark} age ${age}`;
/** A recipient was sent to in these ten minutes, or anyone was. */
const timeEntry = (mark: Mark, step: number) => `${mark} at ${step}`;
const dayEntry = (owner: string, day: number) => `${owner} on ${day}`;

function range(first: number, last: number): number[] {
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
