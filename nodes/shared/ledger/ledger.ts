// What this execution sent, or may have sent, by item.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { ErrorTexts } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { hashOf } from '../service/secrets';
import { keptWithExecution, type RunState } from './runState';

/** What is known of a request: what the output said of it, or that no one knows what became of it. */
export type Outcome = { accepted: IDataObject[] } | { unknown: ErrorTexts };

/** Items that share the message of an earlier item, each with that one. Most campaigns have none. */
export type Duplicates = Record<number, number>;

/** A request that was accepted, or may have been, as n8n saves it with the execution: it holds no texts of messages. */
export interface Entry {
	purpose: string;
	items: Range[];
	outcome: Outcome;
	/** The phones as they were sent to, comma-separated: of a campaign one for each item. None for lists. */
	phones?: string;
	/** The codes of the distribution lists, comma-separated. */
	lists?: string;
	/** By `messageHash` what each phone got, comma-separated, or what all of them did. */
	messages?: string;
	/** True where the output is about all items together. */
	isCampaign?: true;
	duplicates?: Duplicates;
	/** The Campaign Key, as `keptKey` makes it. */
	key?: string;
	/** True for a question, whose link leads to the execution that asked it. */
	isQuestion?: true;
}

/** A request as it is noted: each item with its phone, if it has one, and a hash of what that got. */
export type Noted = Omit<Entry, 'purpose' | 'items' | 'phones' | 'messages'> & {
	items: Array<{ item: number; phone?: string; message?: string }>;
};

/** The message of an earlier try to a phone or a distribution list. */
export interface Reached {
	item: number;
	message: string;
	entry: Entry;
}

/** What all recipients of a message share: the template, the file, and what a call plays. All else says how it is sent. */
export function sharedIn(body: IDataObject): unknown[] {
	return ['template', 'fileurl', 'tts', 'sid'].map((wire) => body[wire]);
}

/** What a request says to one of its recipients: what all share, and what may be each one's own. */
export function messageIn(body: IDataObject, name = ''): unknown[] {
	const own = (body.listjson as IDataObject | undefined)?.[name];
	return [...sharedIn(body), own ?? body.msg ?? body.params];
}

/** A hash of it. */
export function messageHash(body: IDataObject, name?: string): string {
	return hashOf(messageIn(body, name), 6);
}

const MESSAGE = 'message';

/**
 * What a request is for. An item has one message, whichever operation sends it, and makes one request of each other
 * operation.
 */
export function purposeOf({ operation }: RunState): string {
	return operation.startsWith(`${MESSAGE}:`) ? MESSAGE : operation;
}

/** Whether a request sends a message to recipients, whichever operation makes it. */
export function isMessage(run: RunState): boolean {
	return purposeOf(run) === MESSAGE;
}

/** What a campaign's messages are for: its recipients, or the phones of a test, whose messages are no one else's. */
export const campaignPurpose = (test?: { numbers: string[] }): string =>
	test === undefined ? MESSAGE : `test ${test.numbers.join(',')}`;

/**
 * What the tries of a run did with its items. n8n saves it with the execution, so that a try of "Retry On Fail", or of
 * "Retry with currently saved workflow", sends only what was certainly not accepted, whatever was changed meanwhile,
 * and says of each item whom it was sent to.
 *
 * "Retry On Fail" of n8n (2.0 and 2.41, `workflow-execute`) runs the whole node again, accepted items
 * included. Delete this when n8n retries single items.
 */
export class Ledger {
	/** Those of earlier tries, in the order they were made. */
	readonly entries: Entry[];
	private readonly ofRun: Entry[];
	private readonly counting = new Map<number, Entry>();
	/** The phones that items were sent to, or may have been, in earlier tries; none of an item with several. */
	readonly phones = new Map<number, string>();

	constructor(
		run: Pick<RunState, 'memory' | 'runIndex'>,
		private readonly purpose: string,
	) {
		const ofRuns = keptWithExecution<Entry[]>(run, 'requests');
		ofRuns[run.runIndex] ??= [];
		this.ofRun = ofRuns[run.runIndex];
		this.entries = this.ofRun.filter((entry) => entry.purpose === purpose);
		for (const entry of this.entries) this.count(entry);
		for (const { item, phone, entry } of this.messages()) {
			if (entry.isCampaign || phone === entry.phones) this.phones.set(item, phone);
		}
	}

	/** What counts for an item: what was accepted before what is unknown, else the last request. */
	of(item: number): Entry | undefined {
		return this.counting.get(item);
	}

	/** The requests that count for any item, each with those items. */
	get all(): Array<{ entry: Entry; items: number[] }> {
		return this.entries.flatMap((entry) => {
			const items = numbersIn(entry.items).filter((item) => this.of(item) === entry);
			return items.length === 0 ? [] : [{ entry, items }];
		});
	}

	/** What the output says of an item that was accepted, whichever operation made its request. */
	said(item: number): IDataObject[] {
		const { outcome, isCampaign, lists } = this.of(item)!;
		const said = 'accepted' in outcome ? outcome.accepted : [];
		if (!isCampaign) return said;
		const recipient = this.phones.get(item) ?? null;
		const whom = lists === undefined ? { recipientCount: 1, recipient } : { lists };
		return said.map(({ taskId }) => ({ [OUTCOME]: 'accepted', taskId, ...whom }));
	}

	/** What phones and lists got, by phone as `comparablePhone` makes it, or as `list 1001`. */
	reached(): Map<string, Reached[]> {
		const ofLists = this.all.flatMap(({ entry, items: [item] }) =>
			(entry.lists?.split(',') ?? []).map((list) => ({
				...{ name: `list ${list}`, item, message: entry.messages ?? '', entry },
			})),
		);
		const ofPhones = this.messages().map((each) => ({
			...each,
			name: comparablePhone(each.phone),
		}));
		return groupedBy([...ofLists, ...ofPhones], ({ name }) => name);
	}

	/** The messages to phones that count. */
	private messages(): Array<Reached & { phone: string }> {
		return this.all.flatMap(({ entry, items: [first] }) => {
			const { phones = '', messages = '', isCampaign } = entry;
			const [numbers, hashes] = [numbersIn(entry.items), messages.split(',')];
			return phones.split(',').flatMap((phone, at) => {
				const item = isCampaign ? numbers[at] : first;
				if (phone === '' || this.of(item) !== entry) return [];
				return [{ item, phone, message: hashes[at] ?? hashes[0], entry }];
			});
		});
	}

	/** Notes a request for later tries. */
	add({ items: named, ...noted }: Noted): void {
		const sorted = [...named].sort((one, two) => one.item - two.item);
		const phones = sorted.flatMap(({ phone }) => phone ?? []);
		const messages = sorted.flatMap(({ message }) => message ?? []);
		const isSame = messages.every((message) => message === messages[0]);
		const entry: Entry = {
			...{ purpose: this.purpose, items: rangesOf([...new Set(sorted.map(({ item }) => item))]) },
			...(phones.length > 0 && { phones: phones.join(',') }),
			messages: isSame ? messages[0] : messages.join(','),
			...noted,
		};
		this.ofRun.push(entry);
	}

	private count(entry: Entry): void {
		for (const item of numbersIn(entry.items)) {
			const known = this.of(item);
			if (known === undefined || !('accepted' in known.outcome)) {
				this.counting.set(item, entry);
			}
		}
	}
}

/**
 * First and last of numbers that follow each other.
 *
 * n8n numbers items from 0 and saves a node's memory with each execution (2.0 and 2.41), so
 * many numbers are kept, and shown, as ranges.
 */
export type Range = [first: number, last: number];

/** As people list things: `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/** Most ranges of item numbers that a text spells out. */
const SPELLED_OUT = 40;

/** Most entries that a list in an error holds, or in an item for a whole campaign: n8n saves and shows them whole. */
export const MOST_LISTED = 100;

/** Item numbers as people write them, for example `items 0 to 4, 7 and 9`. */
export function itemsText(items: number[], most = SPELLED_OUT): string {
	const ranges = rangesOf(items);
	const texts = ranges
		.slice(0, most)
		.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
	const rest = ranges.slice(most).reduce((sum, [first, last]) => sum + last - first + 1, 0);
	if (rest > 0) texts.push(`${rest} more`);
	return `${items.length === 1 ? 'item' : 'items'} ${LIST.format(texts)}`;
}

/** Numbers as ranges, in order. */
export function rangesOf(numbers: number[]): Range[] {
	const ranges: Range[] = [];
	for (const each of [...numbers].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && last[1] + 1 === each) last[1] = each;
		else ranges.push([each, each]);
	}
	return ranges;
}

/** The numbers of ranges, in order. */
export function numbersIn(ranges: Range[]): number[] {
	return ranges.flatMap(([first, last]) =>
		Array.from({ length: last - first + 1 }, (_, index) => first + index),
	);
}
