import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { isUnknownOutcome } from '../service/nodeErrors';
import { messageTo, recipientsOfBody, toSomeOf } from './bodyRecipients';
import { MessageFates, type Fate, type Turn } from '../sentBefore/messageFates';
import { otherMessageError, OtherMessages } from '../sentBefore/otherMessages';
import { markOf, type Mark } from '../sentBefore/recordEntries';
import type { ItemsWithKey, RestOfItem } from './restOfItem';
import { recipientsOf } from '../service/campaignOf';
import { runState } from '../sentBefore/runState';
import { hasCampaignKey, sendsUnknownAgain } from '../sentBefore/sendOnce';
import { SentRecord } from '../sentBefore/sentRecord';
import { notTriedError } from './stoppedError';

interface NotedItem {
	key: string;
	body: IDataObject;
	recipients: MarkedRecipient[];
}

interface MarkedRecipient {
	name: string;
	mark: Mark;
	/** What two must share to be one message. */
	message: string;
}

type RecipientInTurn = MarkedRecipient & Turn;

interface LookedUp {
	record: SentRecord;
	/** By item; those that cannot be sent are not among them. */
	recipients: Map<number, RecipientInTurn[]>;
}

/**
 * The items of a per-item operation that have a Campaign Key: who got a message with the key before, in
 * an earlier execution or by an earlier item, is left out.
 */
export class KeyedItems implements ItemsWithKey {
	private readonly noted = new Map<number, NotedItem>();
	private readonly rests = new Map<number, Promise<RestOfItem>>();
	private looked: Promise<LookedUp> | undefined;

	private constructor(private readonly context: IExecuteFunctions) {}

	/** For a node with the option; undefined without it. */
	static of(context: IExecuteFunctions): KeyedItems | undefined {
		return hasCampaignKey(context.getNode()) ? new KeyedItems(context) : undefined;
	}

	note(item: number, key: string, body: IDataObject): void {
		const recipients = recipientsOfBody(body).map(({ name, compared }) => ({
			...{ name, mark: markOf(key, compared), message: messageTo(body, name) },
		}));
		if (recipients.length > 0) this.noted.set(item, { key, body, recipients });
	}

	async lookUp(problems: Map<number, Error>): Promise<void> {
		if (this.noted.size === 0) return;
		this.looked ??= this.lookUpAll(problems);
		await this.looked;
	}

	async restOf(item: number): Promise<RestOfItem | undefined> {
		const noted = this.noted.get(item);
		if (noted === undefined || this.looked === undefined) return undefined;
		const rest = this.rests.get(item) ?? this.makeRest(item, noted, this.looked);
		this.rests.set(item, rest);
		return await rest;
	}

	async close(): Promise<void> {
		const looked = await this.looked?.catch(() => undefined);
		await looked?.record.close();
	}

	private async lookUpAll(problems: Map<number, Error>): Promise<LookedUp> {
		const record = new SentRecord(this.context);
		const items = [...this.noted]
			.filter(([item]) => !problems.has(item))
			.sort(([first], [second]) => first - second);
		try {
			const look = { sendsAgain: items.every(([item]) => sendsUnknownAgain(this.context, item)) };
			const fates = new MessageFates(await record.lookUp(marksByKey(items), look));
			const others = new OtherMessages(runState(this.context), fates);
			const recipients = new Map<number, RecipientInTurn[]>();
			for (const [item, { recipients: named }] of items) {
				const other = others.of(item, named);
				if (other === undefined) recipients.set(item, inTurn(named, fates));
				else problems.set(item, otherMessageError(this.context.getNode(), item, other));
			}
			return { record, recipients };
		} catch (error) {
			await record.close();
			return await Promise.reject(error as Error);
		}
	}

	private async makeRest(
		item: number,
		{ body, recipients }: NotedItem,
		looked: Promise<LookedUp>,
	): Promise<RestOfItem> {
		const { record, recipients: inTurns } = await looked;
		const all = inTurns.get(item);
		if (all === undefined) throw notTriedError(this.context.getNode(), item);
		const fates = await Promise.all(all.map(({ before }) => before));
		for (const [index, { end }] of all.entries()) {
			if (fates[index] !== 'notSent') end(fates[index]);
		}
		const those = (fate: Fate) => all.filter((_, index) => fates[index] === fate);
		const left = those('notSent');
		const end = (fate: Fate) => left.forEach((each) => each.end(fate));
		const says = saysOf(body, all, those('sent'), those('unknown'));
		const names = left.map(({ name }) => name);
		const isWhole = names.length === recipients.length;
		return {
			says,
			...(left.length === 0 ? {} : { body: isWhole ? body : toSomeOf(body, names) }),
			noted: async (request) => {
				try {
					const marks = left.map(({ mark }) => mark);
					const output = await record.send(marks, request);
					end('sent');
					return output.map((each) => ({ ...each, json: { ...each.json, ...says } }));
				} catch (error) {
					end(isUnknownOutcome(error) ? 'unknown' : 'notSent');
					return await Promise.reject(error as Error);
				}
			},
			end: () => end('notSent'),
		};
	}
}

function marksByKey(items: Array<[number, NotedItem]>): Map<string, Mark[]> {
	const byKey = new Map<string, Mark[]>();
	for (const [, { key, recipients }] of items) {
		const marks = byKey.get(key) ?? [];
		byKey.set(key, marks);
		for (const { mark } of recipients) marks.push(mark);
	}
	return byKey;
}

/** The recipients of an item, each once however often it is named. */
function inTurn(recipients: MarkedRecipient[], fates: MessageFates): RecipientInTurn[] {
	const byMark = new Map(recipients.map((each) => [each.mark, each]));
	return [...byMark.values()].map((each) => ({ ...each, ...fates.turn(each.mark) }));
}

/** Whether the item was sent before, and whom it was for; of several recipients also which. */
function saysOf(
	body: IDataObject,
	all: MarkedRecipient[],
	sent: MarkedRecipient[],
	unknown: MarkedRecipient[],
): IDataObject {
	const isOut = sent.length + unknown.length === all.length;
	const named = (recipients: MarkedRecipient[]) => recipients.map(({ name }) => name);
	return {
		...(isOut ? { taskId: null, ...recipientsOf(body) } : {}),
		alreadySent: isOut,
		...(isOut && unknown.length > 0 ? { outcomeUnknown: true } : {}),
		...(all.length > 1 && sent.length > 0 ? { alreadySentTo: named(sent) } : {}),
		...(all.length > 1 && unknown.length > 0 ? { outcomeUnknownFor: named(unknown) } : {}),
	};
}
