import type { IDataObject } from 'n8n-workflow';

import { optionPath } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { readCampaignKey } from '../rules/campaignKey';
import { messageTo, recipientsOfBody, toSomeOf } from '../rules/lists';
import { hasCampaignKey } from '../sentBefore/earlierKey';
import { messageHash } from '../sentBefore/ledger';
import { OneMessageEach, otherMessageReason } from '../sentBefore/oneMessageEach';
import { marker, marksByKey, type Mark, type Marked } from '../sentBefore/recordEntries';
import { SentRecord } from '../sentBefore/sentRecord';
import { sendsUnknownAgain } from '../sentBefore/unknownOutcome';
import { recipientsOfRequest } from '../service/campaignOf';
import { isUnknownOutcome, operationError } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { openRows, refuse, type Said } from '../run/fate';
import type { Row, Run } from './row';

interface MarkedRecipient extends Marked {
	name: string;
	compared: string;
}

/** What is left of a row's request when those are left out who got the message before. */
interface RestOfRow {
	/** The request to the others; undefined when there are none. */
	body?: IDataObject;
	/** What the output says beside the service's answer. */
	extra: Said;
	/** Makes the request, noted before it is sent, with what became of it. */
	noted(send: () => Promise<Said[]>): Promise<Said[]>;
}

/** Reads the Campaign Key of each row, and refuses those that it cannot protect. */
export async function readKeys(run: Run): Promise<void> {
	if (run.work.effect !== 'once' || !hasCampaignKey(run.node)) return;
	await eachGivingWay(openRows(run), (row) => {
		const { item, body } = row.request!;
		const read = readCampaignKey(item.parameter(optionPath(campaignKeyOption), ''));
		if ('problem' in read) {
			const { rule, fix } = read.problem;
			return refuseRow(run, row, `Campaign Key ${rule}`, fix);
		}
		row.key = read.value;
		if (leavesSomeOut(body)) {
			refuseRow(
				run,
				row,
				"'Message Limit' is lower than the number of recipients, which doesn't work with a Campaign Key: the service doesn't report who was skipped",
				'Remove one of the two options, or some recipients.',
			);
		}
	});
}

function refuseRow(run: Run, row: Row, message: string, fix: string): void {
	const description = `${fix} Nothing was sent for this item.`;
	refuse(run, [row], operationError(run.node, { message, description, itemIndex: row.item }));
}

/** Whether the service ends the campaign before everybody got it, without saying who did. */
function leavesSomeOut({ ms, ...body }: IDataObject): boolean {
	return ms !== undefined && body.pid === undefined && Number(ms) < recipientsOfBody(body).length;
}

/**
 * The rows of a run that have a Campaign Key: who got a message with the key before, in an earlier execution or by an
 * earlier row, is left out.
 */
export class KeyedRows {
	private readonly marked = new Map<Row, MarkedRecipient[]>();
	/** What became of messages: before, and by the rows of this run. */
	private readonly became = new Map<Mark, 'sent' | 'unknown'>();

	private constructor(
		private readonly run: Run,
		private readonly record: SentRecord,
	) {}

	/**
	 * Looks up who got what before, and refuses rows that have another message for the recipient of an earlier one.
	 *
	 * @returns undefined where no row has a key
	 * @throws NodeOperationError where n8n cannot keep the record
	 */
	static async of(run: Run): Promise<KeyedRows | undefined> {
		const rows = openRows(run).filter(({ key, as }) => key !== undefined && as === undefined);
		if (rows.length === 0) return undefined;
		const keyed = new KeyedRows(run, new SentRecord(run.context));
		const markers = new Map<string, ReturnType<typeof marker>>();
		await eachGivingWay(rows, (row) => {
			const { item, body } = row.request!;
			const markOf = markers.get(item.token) ?? marker(item.token);
			markers.set(item.token, markOf);
			const recipients = recipientsOfBody(body);
			const all = recipients.map((each) => ({ ...each, ...markOf(row.key!, each.compared) }));
			// However often a recipient is named, each is one.
			keyed.marked.set(row, [...new Map(all.map((each) => [each.mark, each])).values()]);
		});
		await keyed.lookUp().catch(async (error: Error) => {
			await keyed.close();
			return await Promise.reject(error);
		});
		return keyed;
	}

	private async lookUp(): Promise<void> {
		const { run, record, marked, became } = this;
		const notAgain = new Set<Mark>();
		await eachGivingWay(openRows(run), (row) => {
			const recipients = marked.get(row.as ?? row) ?? [];
			if (sendsUnknownAgain(run.context, row.item)) return;
			for (const { mark } of recipients) notAgain.add(mark);
		});
		const { sent, unknown } = await record.lookUp(marksByKey([...marked.values()].flat()), {
			sendsAgain: (mark) => !notAgain.has(mark),
		});
		for (const mark of sent) became.set(mark, 'sent');
		for (const mark of unknown) became.set(mark, 'unknown');
		const oneEach = new OneMessageEach<string>(
			run.ledger.reached(),
			(mark) => became.has(mark),
			(first, other) => first === other,
		);
		await eachGivingWay(marked, ([row, recipients]) => {
			const { body } = row.request!;
			const other = oneEach.otherOf({
				...{ item: row.item, key: row.key!, recipients },
				messageTo: ({ name }) => messageTo(body, name),
				hashOf: ({ name }) => messageHash(body, name),
			});
			if (other === undefined) return;
			const isOneOfSeveral = other.found !== undefined && recipients.length > 1;
			const whom = isOneOfSeveral
				? `the same recipient (${other.found!.recipient.name})`
				: undefined;
			const fix = 'Combine the two messages, or use a different Campaign Key for each.';
			refuseRow(run, row, otherMessageReason(other.item, whom), fix);
		});
	}

	/** What is left of a row's request now; undefined for a row that has no key. */
	restOf(row: Row): RestOfRow | undefined {
		const { body } = row.request!;
		const all = this.marked.get(row);
		if (all === undefined) return undefined;
		const those = (became?: 'sent' | 'unknown') =>
			all.filter(({ mark }) => this.became.get(mark) === became);
		const left = those();
		const extra = extraOf(body, all, those('sent'), those('unknown'));
		const names = left.map(({ name }) => name);
		const marks = left.map(({ mark }) => mark);
		const note = (became: 'sent' | 'unknown') => {
			for (const mark of marks) this.became.set(mark, became);
		};
		return {
			extra,
			...(left.length > 0 && { body: left.length < all.length ? toSomeOf(body, names) : body }),
			noted: async (send) => {
				try {
					const says = await this.record.send(marks, send);
					note('sent');
					return says.map((each) => ({ ...each, ...extra }));
				} catch (error) {
					if (isUnknownOutcome(error)) note('unknown');
					return await Promise.reject(error as Error);
				}
			},
		};
	}

	/** Ends the try: nothing more is sent. */
	async close(): Promise<void> {
		await this.record.close();
	}
}

/** Whether the row was sent before, and whom it was for; of several recipients also which. */
function extraOf(
	body: IDataObject,
	all: MarkedRecipient[],
	sent: MarkedRecipient[],
	unknown: MarkedRecipient[],
): Said {
	const isOut = sent.length + unknown.length === all.length;
	const outcome = unknown.length > 0 ? 'unknown' : isOut ? 'alreadySent' : 'accepted';
	const named = (recipients: MarkedRecipient[]) => recipients.map(({ name }) => name);
	return {
		outcome,
		...(isOut ? { taskId: null, ...recipientsOfRequest(body) } : {}),
		...(all.length > 1 && sent.length > 0 ? { alreadySentTo: named(sent) } : {}),
		...(all.length > 1 && unknown.length > 0 ? { outcomeUnknownFor: named(unknown) } : {}),
	};
}
