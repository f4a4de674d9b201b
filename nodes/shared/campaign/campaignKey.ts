import type { IExecuteFunctions } from 'n8n-workflow';

import { givingWay } from '../bulk/eventLoop';
import type { CampaignRow } from '../bulk/planRequests';
import type { ReadItems } from '../bulk/readRows';
import { nthMessages } from '../engine/nthMessages';
import { runState } from '../engine/runState';
import { markOf, SentRecord, type Found, type Mark } from '../engine/sentRecord';
import { asNodeError } from '../transport/nodeErrors';
import { comparablePhone } from '../validation/phones';
import type { SentRequest } from './campaignMemory';
import type { RunOptions } from './runOptions';

/** A row that is left out, or some of its lists, because an earlier execution sent to them. */
export interface LeftOut {
	item: number;
	/** The phone as it would have been sent, or the codes of lists. */
	recipient: string;
	/** True when nobody knows whether the service accepted it. */
	isUnknown: boolean;
}

/** A run with a Campaign Key. */
export interface KeyedRun {
	/** The rows that are left to be sent. */
	read: ReadItems;
	leftOut: LeftOut[];
	/** What notes the requests of the others; none where nothing will leave. */
	departures?: Departures;
}

/** One recipient of a row, under its mark. */
interface MarkedRecipient {
	recipient: string;
	mark: Mark;
}

/**
 * Leaves out whoever got this campaign from this node in an earlier execution, by its key.
 *
 * A distribution list counts as one recipient, by its code. Several messages to one recipient in the
 * same run count as its first, second, … message.
 *
 * @param read the rows of this try; what an earlier try of this execution sent is not among them
 * @throws NodeOperationError where n8n cannot keep the record
 */
export async function leaveOutSent(
	context: IExecuteFunctions,
	read: ReadItems,
	options: RunOptions,
): Promise<KeyedRun> {
	const { campaignKey, onlyEstimate, unknownOutcome } = options;
	const record = new SentRecord(context);
	try {
		const recipients = await markedRecipients(context, read, options);
		const marks = [...recipients.values()].flat().map(({ mark }) => mark);
		const found = await record.lookUp(new Map([[campaignKey, marks]]), onlyEstimate);
		const left = await withoutSent(read, recipients, found, unknownOutcome === 'sendAgain');
		return {
			...left,
			departures: onlyEstimate ? undefined : new Departures(record, left.marks),
		};
	} catch (error) {
		await record.close();
		throw asNodeError(context.getNode(), error);
	}
}

/** Notes in the record which requests leave, and what became of them. */
export class Departures {
	constructor(
		private readonly record: SentRecord,
		private readonly marks: Map<number, Mark[]>,
	) {}

	/**
	 * Sends a request for items, noted before it leaves.
	 *
	 * @returns what became of it; it failed without a request when it could not be noted
	 */
	async send(
		items: number[],
		request: () => Promise<SentRequest['outcome']>,
	): Promise<SentRequest['outcome']> {
		const marks = [...new Set(items.flatMap((item) => this.marks.get(item) ?? []))];
		try {
			await this.record.leaving(marks);
		} catch (error) {
			return { failed: error as Error };
		}
		const outcome = await request();
		// What cannot be noted now is taken for an unknown outcome by the next execution.
		if ('accepted' in outcome) await this.record.accepted(marks).catch(() => undefined);
		if ('failed' in outcome) await this.record.notAccepted(marks).catch(() => undefined);
		return outcome;
	}

	/** Ends the run: nothing more leaves. */
	async close(): Promise<void> {
		await this.record.close();
	}
}

/** What a person should know of rows that are left out although nobody knows what became of them. */
export function unknownHint(leftOut: LeftOut[] = []): string | undefined {
	const unknown = leftOut.filter(({ isUnknown }) => isUnknown).length;
	return unknown === 0
		? undefined
		: `${unknown} recipients are left out although nobody knows whether an earlier execution reached them. Look in the service; the option "If the Outcome Is Unknown" can send to them again.`;
}

/** The recipients of each row: its phone, or its lists. */
async function markedRecipients(
	context: IExecuteFunctions,
	{ rows, settings }: ReadItems,
	{ campaignKey, sendTo, duplicates }: RunOptions,
): Promise<Map<number, MarkedRecipient[]>> {
	const giveWay = givingWay();
	const nthOf = nthMessages(runState(context));
	const marked = new Map<number, MarkedRecipient[]>();
	for (const row of rows) {
		await giveWay();
		const names =
			sendTo === 'lists' ? listsOf(settings.get(row.settingsKey)!.body.pid) : [row.phone];
		marked.set(
			row.item,
			names.map((recipient, index) => {
				const name = sendTo === 'lists' ? `list ${recipient}` : comparablePhone(recipient);
				const message =
					duplicates === 'once'
						? JSON.stringify([row.settingsKey, row.content])
						: `${row.item}:${index}`;
				const nth = nthOf(row.item, index, name, message);
				return { recipient, mark: markOf(campaignKey, name, nth) };
			}),
		);
	}
	return marked;
}

async function withoutSent(
	{ rows, settings, refused }: ReadItems,
	recipients: Map<number, MarkedRecipient[]>,
	{ sent, open }: Found,
	sendsUnknownAgain: boolean,
): Promise<Pick<KeyedRun, 'read' | 'leftOut'> & { marks: Map<number, Mark[]> }> {
	const giveWay = givingWay();
	const left: ReadItems = { rows: [], settings: new Map(settings), refused };
	const leftOut: LeftOut[] = [];
	const marks = new Map<number, Mark[]>();
	const isOut = ({ mark }: MarkedRecipient) =>
		sent.has(mark) || (open.has(mark) && !sendsUnknownAgain);
	for (const row of rows) {
		await giveWay();
		const { item } = row;
		const all = recipients.get(item)!;
		const out = all.filter(isOut);
		for (const isUnknown of [false, true]) {
			const some = out.filter(({ mark }) => open.has(mark) === isUnknown);
			if (some.length === 0) continue;
			leftOut.push({ item, recipient: some.map((each) => each.recipient).join(','), isUnknown });
		}
		if (out.length === all.length) continue;
		const others = all.filter((each) => !isOut(each));
		marks.set(
			item,
			others.map(({ mark }) => mark),
		);
		left.rows.push(out.length === 0 ? row : toOtherLists(row, others, left));
	}
	return { read: left, leftOut, marks };
}

/** A row to those of its lists that are left. */
function toOtherLists(
	row: CampaignRow,
	others: MarkedRecipient[],
	{ settings }: ReadItems,
): CampaignRow {
	const pid = others.map(({ recipient }) => recipient).join(',');
	const settingsKey = JSON.stringify([row.settingsKey, pid]);
	const all = settings.get(row.settingsKey)!;
	settings.set(settingsKey, { ...all, body: { ...all.body, pid } });
	return { ...row, settingsKey };
}

function listsOf(pid: unknown): string[] {
	return [...new Set(String(pid).split(','))];
}
