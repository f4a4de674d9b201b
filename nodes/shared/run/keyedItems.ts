import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import {
	MessageOutcomes,
	OneMessageEach,
	otherMessageReason,
	type MessageOutcome,
	type Other,
	type Turn,
} from '../sentBefore/messageOutcomes';
import { marker, marksByKey, type Mark, type Marked } from '../sentBefore/recordEntries';
import type { RunState } from '../sentBefore/runState';
import { sendsUnknownAgain } from '../sentBefore/sendOnce';
import { SentRecord } from '../sentBefore/sentRecord';
import { recipientsOf } from '../service/campaignOf';
import { isUnknownOutcome, operationError } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { eachGivingWay } from '../service/pause';
import { messageTo, recipientsOfBody, toSomeOf } from '../rules/lists';
import { notTriedError } from './itemResults';

/** What is left of an item's request when those are left out who got the message before. */
export interface RestOfItem {
	/** The request to the others; undefined when there are none. */
	body?: IDataObject;
	/** What the item outputs beside the service's answer. */
	extraOutput: IDataObject;
	/** Makes the request, noted before it is sent, with what became of it. */
	noted(request: () => Promise<INodeExecutionData[]>): Promise<INodeExecutionData[]>;
	/** Nothing more is sent for the item: later ones with the same message need not wait. */
	end(): void;
}

interface NotedItem {
	body: IDataObject;
	recipients: MarkedRecipient[];
	sharing: number[];
}

interface MarkedRecipient extends Marked {
	name: string;
	/** What two must share to be one message. */
	message: string;
}

type RecipientInTurn = MarkedRecipient & Turn;

/**
 * The items of a per-item operation that have a Campaign Key: who got a message with the key before, in
 * an earlier execution or by an earlier item, is left out.
 */
export class KeyedItems {
	private readonly noted = new Map<number, NotedItem>();
	private readonly rests = new Map<number, Promise<RestOfItem>>();
	/** By item; those that cannot be sent are not among them. */
	private readonly inTurns = new Map<number, RecipientInTurn[]>();
	private readonly markers = new Map<string, ReturnType<typeof marker>>();
	private record: SentRecord | undefined;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly run: RunState,
	) {}

	/**
	 * Notes the request of an item, before any is sent.
	 *
	 * @param token of the account it is sent with
	 * @param sharing items whose request it is, too
	 */
	note(item: number, token: string, key: string, body: IDataObject, sharing: number[]): void {
		const markOf = this.markers.get(token) ?? marker(token);
		this.markers.set(token, markOf);
		const recipients = recipientsOfBody(body).map(({ name, compared }) => ({
			...{ name, ...markOf(key, compared), message: messageTo(body, name) },
		}));
		if (recipients.length > 0) this.noted.set(item, { body, recipients, sharing });
	}

	/**
	 * Looks up who got what before, once all items are noted, and adds to the problems items that send another message to
	 * the recipient of an earlier one.
	 *
	 * @throws NodeOperationError where n8n cannot keep the record
	 */
	async lookUp(problems: Map<number, Error>): Promise<void> {
		if (this.noted.size === 0) return;
		this.record = new SentRecord(this.context);
		const items = [...this.noted].filter(([item]) => !problems.has(item));
		const notAgain = new Set<Mark>();
		await eachGivingWay(items, ([item, { recipients, sharing }]) => {
			const sendsAgain = [item, ...sharing].every((each) => sendsUnknownAgain(this.context, each));
			if (!sendsAgain) for (const { mark } of recipients) notAgain.add(mark);
		});
		const look = { sendsAgain: (mark: Mark) => !notAgain.has(mark) };
		const outcomes = new MessageOutcomes(
			await this.record.lookUp(marksByKey(items.flatMap(([, { recipients }]) => recipients)), look),
		);
		const oneEach = new OneMessageEach<string>(
			this.run,
			(mark) => outcomes.recorded(mark) !== 'notSent',
			(first, other) => first === other,
		);
		await eachGivingWay(items, ([item, { recipients }]) => {
			const other = oneEach.otherOf(item, recipients, ({ message }) => message);
			if (other === undefined) this.inTurns.set(item, inTurn(recipients, outcomes));
			else problems.set(item, this.otherMessageError(item, other, recipients.length));
		});
	}

	/** What is left to be sent for an item, once earlier ones with its message are over; undefined if it was not noted. */
	async restOf(item: number): Promise<RestOfItem | undefined> {
		const noted = this.noted.get(item);
		if (noted === undefined || this.record === undefined) return undefined;
		const rest = this.rests.get(item) ?? this.makeRest(item, noted, this.record);
		this.rests.set(item, rest);
		return await rest;
	}

	/** Ends the try: nothing more is sent. */
	async close(): Promise<void> {
		await this.record?.close();
	}

	private otherMessageError(
		itemIndex: number,
		{ item, found }: Other<MarkedRecipient, string>,
		count: number,
	): Error {
		const whom = found && count > 1 ? `the same recipient (${found.recipient.name})` : undefined;
		return operationError(this.context.getNode(), {
			message: otherMessageReason(item, whom),
			description:
				'Combine the two messages, or use a different Campaign Key for each. Nothing was sent for this item.',
			itemIndex,
		});
	}

	private async makeRest(
		item: number,
		{ body, recipients }: NotedItem,
		record: SentRecord,
	): Promise<RestOfItem> {
		const all = this.inTurns.get(item);
		if (all === undefined) throw notTriedError(this.context.getNode());
		const outcomes = await Promise.all(all.map(({ before }) => before));
		for (const [index, { end }] of all.entries()) {
			if (outcomes[index] !== 'notSent') end(outcomes[index]);
		}
		const those = (outcome: MessageOutcome) =>
			all.filter((_, index) => outcomes[index] === outcome);
		const left = those('notSent');
		const end = (outcome: MessageOutcome) => left.forEach((each) => each.end(outcome));
		const extraOutput = extraOutputOf(body, all, those('sent'), those('unknown'));
		const names = left.map(({ name }) => name);
		const isWhole = names.length === recipients.length;
		return {
			extraOutput,
			...(left.length === 0 ? {} : { body: isWhole ? body : toSomeOf(body, names) }),
			noted: async (request) => {
				try {
					const marks = left.map(({ mark }) => mark);
					const output = await record.send(marks, request);
					end('sent');
					return output.map((each) => ({ ...each, json: { ...each.json, ...extraOutput } }));
				} catch (error) {
					end(isUnknownOutcome(error) ? 'unknown' : 'notSent');
					return await Promise.reject(error as Error);
				}
			},
			end: () => end('notSent'),
		};
	}
}

/** The recipients of an item, each once however often it is named. */
function inTurn(recipients: MarkedRecipient[], outcomes: MessageOutcomes): RecipientInTurn[] {
	const byMark = new Map(recipients.map((each) => [each.mark, each]));
	return [...byMark.values()].map((each) => ({ ...each, ...outcomes.turn(each.mark) }));
}

/** Whether the item was sent before, and whom it was for; of several recipients also which. */
function extraOutputOf(
	body: IDataObject,
	all: MarkedRecipient[],
	sent: MarkedRecipient[],
	unknown: MarkedRecipient[],
): IDataObject {
	const isOut = sent.length + unknown.length === all.length;
	const outcome = unknown.length > 0 ? 'unknown' : isOut ? 'alreadySent' : 'accepted';
	const named = (recipients: MarkedRecipient[]) => recipients.map(({ name }) => name);
	return {
		[OUTCOME]: outcome,
		...(isOut ? { taskId: null, ...recipientsOf(body) } : {}),
		...(all.length > 1 && sent.length > 0 ? { alreadySentTo: named(sent) } : {}),
		...(all.length > 1 && unknown.length > 0 ? { outcomeUnknownFor: named(unknown) } : {}),
	};
}
