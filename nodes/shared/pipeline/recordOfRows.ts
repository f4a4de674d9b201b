// What a record has of the recipients of rows, while a run sends.
import type { IExecuteFunctions } from 'n8n-workflow';

import { keptKey } from '../ledger/retries';
import type { Ledger } from '../ledger/ledger';
import type { Look, Mark, Marked } from '../ledger/recordEntries';
import { eachGivingWay } from '../ledger/runState';
import { SentRecord } from '../ledger/sentRecord';
import { isUnknownOutcome } from '../service/nodeErrors';
import { refuse, type EndedRow, type Refusing } from './fate';

/** A recipient of a row, as in a record. */
export interface MarkedRecipient extends Marked {
	/** As in the request: a phone, or the code of a distribution list. */
	recipient: string;
	/** In the form that is compared. */
	compared: string;
}

/** The message was accepted, or may have been. */
type Became = 'sent' | 'unknown';

/** How to compare messages whose recipients may have only one. */
export interface Comparison<Row> {
	key(row: Row): string;
	/** Equal for messages that are sent as one. */
	messageOf(row: Row): string;
	/** By `messageHash`. */
	hashOf(row: Row, recipient: MarkedRecipient): string;
	/** What to do about two different ones. */
	fix: string;
}

/**
 * What a record has of the recipients of rows, from earlier executions and from this run. It stays
 * open until the run ends.
 */
export class RecordOfRows<Row extends EndedRow> {
	private readonly became = new Map<Mark, Became>();

	private constructor(
		private readonly record: SentRecord,
		private readonly marked: ReadonlyMap<Row, MarkedRecipient[]>,
	) {}

	/**
	 * Looks up the recipients of rows in the node's record.
	 *
	 * @throws NodeOperationError if n8n cannot keep a record, or it has no room
	 */
	static async of<Row extends EndedRow>(
		context: IExecuteFunctions,
		marked: ReadonlyMap<Row, MarkedRecipient[]>,
		look: Look,
	): Promise<RecordOfRows<Row>> {
		const record = new SentRecord(context);
		const ofRows = new RecordOfRows(record, marked);
		try {
			const { sent, unknown } = await record.lookUp([...marked.values()].flat(), look);
			for (const mark of sent) ofRows.became.set(mark, 'sent');
			for (const mark of unknown) ofRows.became.set(mark, 'unknown');
			return ofRows;
		} catch (error) {
			await record.close();
			return await Promise.reject(error as Error);
		}
	}

	/** Whether it has the row, whatever became of its recipients. */
	has(row: Row): boolean {
		return this.marked.has(row);
	}

	/** The recipients of a row with this state now; those without any are still to be sent to. */
	recipientsOf(row: Row, became?: Became): MarkedRecipient[] {
		return (this.marked.get(row) ?? []).filter(({ mark }) => this.became.get(mark) === became);
	}

	/**
	 * Refuses rows with another message for the recipient of an earlier one, from this try or
	 * before: under a Campaign Key each recipient gets one.
	 */
	async refuseOthers(
		run: Refusing & { ledger: Ledger },
		{ key, messageOf, hashOf, fix }: Comparison<Row>,
	): Promise<void> {
		const reached = run.ledger.reached();
		const firsts = new Map<Mark, { item: number; message: string }>();
		await eachGivingWay(this.marked, ([row, all]) => {
			const refuseFor = (item: number, whom: string) => {
				const reason = `Item ${item} already has a message for ${whom}; with one Campaign Key each recipient gets only one`;
				refuse(run, [row], { reason, fix });
			};
			for (const recipient of all) {
				const other = reached
					.get(recipient.compared)
					?.filter(({ entry }) => entry.key === keptKey(key(row)))
					.find((each) => each.item !== row.item && each.message !== hashOf(row, recipient));
				if (other !== undefined) return refuseFor(other.item, 'the same recipient');
			}
			const open = this.recipientsOf(row);
			for (const recipient of open) {
				const first = firsts.get(recipient.mark);
				if (first === undefined || first.message === messageOf(row)) continue;
				return refuseFor(first.item, whomOf(recipient, all));
			}
			for (const recipient of open) {
				if (firsts.has(recipient.mark)) continue;
				firsts.set(recipient.mark, { item: row.item, message: messageOf(row) });
			}
		});
	}

	/** Makes a request of rows to recipients without a state, and notes them before it is sent. */
	async noted<Made>(rows: Row[], request: () => Promise<Made>): Promise<Made> {
		const marks = [
			...new Set(rows.flatMap((row) => this.recipientsOf(row)).map(({ mark }) => mark)),
		];
		if (marks.length === 0) return await request();
		const note = (became: Became) => {
			for (const mark of marks) this.became.set(mark, became);
		};
		try {
			const made = await this.record.send(marks, request);
			note('sent');
			return made;
		} catch (error) {
			if (isUnknownOutcome(error)) note('unknown');
			return await Promise.reject(error as Error);
		}
	}

	/** Ends the run, and takes back what was held for requests that were not sent. */
	async close(): Promise<void> {
		await this.record.close();
	}
}

function whomOf({ recipient, compared }: MarkedRecipient, all: MarkedRecipient[]): string {
	if (compared.startsWith('list ')) return `distribution list ${recipient}`;
	return all.length > 1 ? `the same recipient (${recipient})` : 'the same recipient';
}
