import type { DeduplicationScope, IExecuteFunctions, INode } from 'n8n-workflow';

import { ProcessedItems } from '../n8n/processedItems';
import { operationError } from '../service/nodeErrors';
import { MarksUnderWay } from './recordEntries';

/**
 * Most entries of a record: n8n reads and writes all of them each time, and with these takes about a tenth of a second.
 */
export const MOST_ENTRIES = 200_000;

/** How a record is spoken of. */
interface RecordWords {
	/** The option that needs it, as people see it. */
	option: string;
	/** Whose entries it holds. */
	owner: DeduplicationScope;
	/** How many entries it takes, for example `two for each message`. */
	each: string;
	/** What to do when it is full, and what to know when it soon is. */
	whenFull: string;
	beforeFull: string;
	/** Why two executions do not send to the same recipient at once, behind "is sending to 2 of these recipients". */
	whenTaken: string;
}

/** A record of whom messages were sent to, over all executions, in n8n's storage for processed items. */
export abstract class MessageRecord {
	protected readonly node: INode;
	protected readonly entries: ProcessedItems;
	protected readonly underWay: MarksUnderWay;
	/** How many entries it has at most after this run; none before it is looked up, and if nothing will be sent. */
	private mostAfter = 0;

	/** @throws NodeOperationError where n8n cannot keep a record */
	constructor(
		context: IExecuteFunctions,
		private readonly words: RecordWords,
	) {
		this.node = context.getNode();
		this.entries = new ProcessedItems(context, words.option, words.owner);
		this.underWay = new MarksUnderWay(this.entries.place);
	}

	/** Says how full it is, from the middle on: there is still time to continue in another way. */
	fullnessHint(): string | undefined {
		if (this.mostAfter < MOST_ENTRIES / 2) return undefined;
		const percent = Math.round((100 * this.mostAfter) / MOST_ENTRIES);
		const { option, owner, each, beforeFull } = this.words;
		return `The record of '${option}' is ${percent}% full: this ${owner} has ${this.mostAfter} of ${MOST_ENTRIES} entries, ${each}. ${beforeFull}`;
	}

	/** Takes note of how many entries it will have; the error if it cannot hold them. */
	protected refusalOf(entries: number): Error | undefined {
		if (entries <= MOST_ENTRIES) {
			this.mostAfter = entries;
			return undefined;
		}
		const { option, owner, each, whenFull } = this.words;
		return operationError(this.node, {
			message: `'${option}' has no room for these recipients: the record of this ${owner} would have ${entries} entries, ${each}, and it takes at most ${MOST_ENTRIES}`,
			description: `${whenFull} Nothing was sent.`,
		});
	}

	/** The error for recipients that another execution is sending to. */
	protected takenByOthers(recipients: number): Error {
		return operationError(this.node, {
			message: `Another execution is sending to ${recipients} of these recipients ${this.words.whenTaken}`,
			description:
				'Run the workflow again when the other execution has ended. Nothing was sent for these items.',
		});
	}
}
