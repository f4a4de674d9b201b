// What this execution sent, or may have sent, by item.
import type { IDataObject } from 'n8n-workflow';

import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { ErrorTexts } from '../service/nodeErrors';
import { OUTCOME } from '../service/rowOutcome';
import { hashOf } from '../service/secrets';
import { keptWithExecution, type RunState } from './runState';

/** What the output said about a request, or the error of an unknown outcome. */
export type Outcome = { accepted: IDataObject[] } | { unknown: ErrorTexts };

/** Items that share an earlier item's message, each with that item. Most campaigns have none. */
export type Duplicates = Record<number, number>;

/** A request that was, or may have been, accepted, as n8n saves it: without recipients' own texts. */
export interface Entry {
	purpose: string;
	items: Range[];
	outcome: Outcome;
	/** The phones as sent to, comma-separated; in a campaign one for each item. None for lists. */
	phones?: string;
	/** Codes of distribution lists, comma-separated. */
	lists?: string;
	/** What each phone got, by `messageHash`, comma-separated, or one for all. */
	messages?: string;
	/** True if the output is about all items together. */
	isCampaign?: true;
	duplicates?: Duplicates;
	/** The Campaign Key, by `keptKey`. */
	key?: string;
	/** True for a question, whose link leads to the execution that asked it. */
	isQuestion?: true;
}

/** A request to note: each item with its phone, if any, and a hash of its message. */
export type Noted = Omit<Entry, 'purpose' | 'items' | 'phones' | 'messages'> & {
	items: Array<{ item: number; phone?: string; message?: string }>;
};

/** The message of an earlier try to a phone or a distribution list. */
export interface Reached {
	item: number;
	message: string;
	entry: Entry;
}

/** What all recipients of a message share: the template, the file, and what a call plays. */
export function sharedIn(body: IDataObject): unknown[] {
	return ['template', 'fileurl', 'tts', 'sid'].map((wire) => body[wire]);
}

/** What a request says to one recipient: what all share, and the recipient's own. */
export function messageIn(body: IDataObject, name = ''): unknown[] {
	const own = (body.listjson as IDataObject | undefined)?.[name];
	return [...sharedIn(body), own ?? body.msg ?? body.params];
}

/** A hash of {@link messageIn}. */
export function messageHash(body: IDataObject, name?: string): string {
	return hashOf(messageIn(body, name), 6);
}

const MESSAGE = 'message';

/**
 * What a request is for. An item has one message, whichever operation sends it, and one request of
 * each other operation.
 */
export function purposeOf({ operation }: RunState): string {
	return operation.startsWith(`${MESSAGE}:`) ? MESSAGE : operation;
}

/** Whether a run sends messages, whichever operation it is. */
export function isMessage(run: RunState): boolean {
	return purposeOf(run) === MESSAGE;
}

/** The purpose of a campaign. A test's messages count only for tests to the same phones. */
export const campaignPurpose = (test?: { numbers: string[] }): string =>
	test === undefined ? MESSAGE : `test ${test.numbers.join(',')}`;

/**
 * What the tries of a run did with its items. n8n saves it with the execution, so a try of "Retry
 * On Fail" or "Retry with currently saved workflow" sends only what was certainly not accepted,
 * whatever changed meanwhile, and says whom each item was sent to.
 *
 * "Retry On Fail" of n8n (2.0 and 2.41, `workflow-execute`) runs the whole node again, accepted
 * items included. Delete this when n8n retries single items.
 */
export class Ledger {
	/** Requests of earlier tries for the same purpose, in order. */
	readonly entries: Entry[];
	private readonly ofRun: Entry[];
	private readonly counting = new Map<number, Entry>();
	/** The phone that an earlier try sent, or may have sent, an item to; none if to several. */
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

	/** What counts for an item: the first accepted request, or else the last one. */
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

	/** What the output says about an accepted item, whichever operation sent it. */
	said(item: number): IDataObject[] {
		const { outcome, isCampaign, lists } = this.of(item)!;
		const said = 'accepted' in outcome ? outcome.accepted : [];
		if (!isCampaign) return said;
		const recipient = this.phones.get(item) ?? null;
		const whom = lists === undefined ? { recipientCount: 1, recipient } : { lists };
		return said.map(({ taskId }) => ({ [OUTCOME]: 'accepted', taskId, ...whom }));
	}

	/** What phones and lists got, by `comparablePhone` or as `list 1001`. */
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
 * First and last of consecutive numbers.
 *
 * n8n numbers items from 0 and saves a node's memory with each execution (2.0 and 2.41), so many
 * numbers are kept, and shown, as ranges.
 */
export type Range = [first: number, last: number];

/** A list such as `a, b and c`. */
const LIST = new Intl.ListFormat('en-GB');

/** Most ranges of item numbers that a text spells out. */
const SPELLED_OUT = 40;

/** Most entries of a list in an error, or in a campaign's item: n8n saves and shows them whole. */
export const MOST_LISTED = 100;

/** Item numbers in words, such as `items 0 to 4, 7 and 9`. */
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
