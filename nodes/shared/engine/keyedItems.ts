import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { recipientsOfBody, toSomeOf, type BodyRecipient } from './bodyRecipients';
import { nthMessages } from './nthMessages';
import type { ItemsWithKey, RestOfItem } from './restOfItem';
import { runState } from './runState';
import { sendsUnknownAgain } from './sendOnce';
import { markOf, SentRecord, type Found, type Mark } from './sentRecord';
import { isOneMessagePerList } from './sharedLists';
import { notTriedError } from './stoppedError';

interface NotedItem {
	key: string;
	body: IDataObject;
	recipients: BodyRecipient[];
}

interface MarkedRecipient {
	name: string;
	mark: Mark;
}

interface LookedUp {
	record: SentRecord;
	found: Found;
	recipients: Map<number, MarkedRecipient[]>;
}

/**
 * The items of a per-item operation that have a Campaign Key: who got it in an earlier execution is
 * left out.
 */
export class KeyedItems implements ItemsWithKey {
	private readonly noted = new Map<number, NotedItem>();
	private lookUp: Promise<LookedUp> | undefined;

	private constructor(private readonly context: IExecuteFunctions) {}

	/** For a node with the option; undefined without it. */
	static of(context: IExecuteFunctions): KeyedItems | undefined {
		const { campaignKey } = (context.getNode().parameters.options ?? {}) as IDataObject;
		return campaignKey === undefined ? undefined : new KeyedItems(context);
	}

	note(item: number, entered: unknown, body: IDataObject): void {
		const key = String(entered ?? '').trim();
		const recipients = recipientsOfBody(body);
		if (key !== '' && recipients.length > 0) this.noted.set(item, { key, body, recipients });
	}

	async restOf(item: number): Promise<RestOfItem | undefined> {
		const noted = this.noted.get(item);
		if (noted === undefined) return undefined;
		this.lookUp ??= this.lookUpAll();
		const { record, found, recipients } = await this.lookUp;
		const all = recipients.get(item);
		// n8n prepared it after the gate had given it up: its record was not looked up.
		if (all === undefined) throw notTriedError(this.context.getNode(), item);
		const sendsAgain = sendsUnknownAgain(this.context.getNode());
		const sent = all.filter(({ mark }) => found.sent.has(mark));
		const unknown = all.filter(({ mark }) => found.open.has(mark) && !sendsAgain);
		const out = new Set([...sent, ...unknown]);
		const left = all.filter((each) => !out.has(each));
		const says = saysOf(all, sent, unknown);
		return {
			says,
			...(left.length === 0 ? {} : { body: bodyFor(noted.body, all, left) }),
			noted: async (request) => {
				const output = await send(
					record,
					left.map(({ mark }) => mark),
					request,
				);
				return output.map((each) => ({ ...each, json: { ...each.json, ...says } }));
			},
		};
	}

	async close(): Promise<void> {
		const looked = await this.lookUp?.catch(() => undefined);
		await looked?.record.close();
	}

	private async lookUpAll(): Promise<LookedUp> {
		const record = new SentRecord(this.context);
		const nthOf = nthMessages(runState(this.context));
		const isShared = isOneMessagePerList(this.context.getNode());
		const recipients = new Map<number, MarkedRecipient[]>();
		const byKey = new Map<string, Mark[]>();
		for (const [item, noted] of [...this.noted].sort(([a], [b]) => a - b)) {
			const marked = noted.recipients.map(({ name, compared }, index) => {
				const message = isShared ? JSON.stringify(noted.body) : `${item}:${index}`;
				const nth = nthOf(item, index, `${noted.key}\n${compared}`, message);
				return { name, mark: markOf(noted.key, compared, nth) };
			});
			recipients.set(item, marked);
			const ofKey = byKey.get(noted.key) ?? [];
			byKey.set(noted.key, ofKey);
			for (const { mark } of marked) ofKey.push(mark);
		}
		try {
			return { record, recipients, found: await record.lookUp(byKey) };
		} catch (error) {
			await record.close();
			return await Promise.reject(error as Error);
		}
	}
}

function bodyFor(body: IDataObject, all: MarkedRecipient[], left: MarkedRecipient[]): IDataObject {
	return left.length === all.length
		? body
		: toSomeOf(
				body,
				left.map(({ name }) => name),
			);
}

/** Whether the item was sent before; of several recipients also which. */
function saysOf(
	all: MarkedRecipient[],
	sent: MarkedRecipient[],
	unknown: MarkedRecipient[],
): IDataObject {
	const isOut = sent.length + unknown.length === all.length;
	const named = (recipients: MarkedRecipient[]) => recipients.map(({ name }) => name);
	return {
		...(isOut ? { taskId: null } : {}),
		alreadySent: isOut,
		...(isOut && unknown.length > 0 ? { outcomeUnknown: true } : {}),
		...(all.length > 1 && sent.length > 0 ? { alreadySentTo: named(sent) } : {}),
		...(all.length > 1 && unknown.length > 0 ? { outcomeUnknownFor: named(unknown) } : {}),
	};
}

async function send(
	record: SentRecord,
	marks: Mark[],
	request: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	await record.leaving(marks);
	try {
		const output = await request();
		// What cannot be noted now is taken for an unknown outcome by the next execution.
		await record.accepted(marks).catch(() => undefined);
		return output;
	} catch (error) {
		const isUnknown = error instanceof NodeApiError && error.context.outcome === 'unknown';
		if (!isUnknown) await record.notAccepted(marks).catch(() => undefined);
		return await Promise.reject(error as Error);
	}
}
