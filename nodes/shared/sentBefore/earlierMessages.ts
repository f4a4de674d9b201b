import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { phonesOf, recipientsOfBody } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import { hashOf } from '../service/keys';
import { SAID_LENGTH, sentByCampaigns } from './campaignMemory';
import { hadOtherRecipients } from './nodeSettings';
import type { RunState } from './runState';
import { messagesOfItems } from './sendOnce';

/** What a recipient gets that is the same for a campaign: the template, the file, and what a call plays. */
export const MESSAGE_SETTINGS = ['template', 'fileurl', 'tts', 'sid'];

/** A hash of what a recipient gets. It is compared for one phone alone, and saved for each item: so it is short. */
export function saidHash(body: IDataObject): string {
	const said = [...MESSAGE_SETTINGS, 'msg', 'params'].map((wire) => body[wire] ?? null);
	return hashOf(said, SAID_LENGTH);
}

/** What a request says to one of its recipients, as such a hash. */
export function saidTo(body: IDataObject, name: string): string {
	const own = (body.listjson as IDataObject | undefined)?.[name];
	if (own === undefined) return saidHash(body);
	return saidHash({ ...body, ...(typeof own === 'string' ? { msg: own } : { params: own }) });
}

/** Whom a request says what, as it is kept: phones by such hashes; none for lists. */
export function saidIn(body: IDataObject): Record<string, string> | undefined {
	if (body.pid !== undefined || phonesOf(body).length === 0) return undefined;
	const said: Record<string, string> = {};
	for (const { name, compared } of recipientsOfBody(body)) {
		const hash = saidTo(body, name);
		said[hash] = said[hash] === undefined ? compared : `${said[hash]},${compared}`;
	}
	return said;
}

/** A message of an earlier try. */
export interface EarlierMessage {
	/** Whom it was for, in the form that is compared: a phone, or a list. */
	recipient: string;
	/** What it said, as `saidHash` makes it; not known of lists. */
	said?: string;
	/** The item that it was sent for. */
	item: number;
	isUnknown: boolean;
	/** What the node was set to, as `keptSettings` keeps it. */
	settings?: string;
}

/** The messages that earlier tries of a run sent, or may have sent, one for each recipient of an item. */
export function* earlierMessages(run: RunState): Generator<EarlierMessage> {
	for (const [item, kept] of messagesOfItems<INodeExecutionData[]>(run)) {
		const message = { item, isUnknown: 'unknown' in kept, settings: kept.settings };
		for (const [said, phones] of Object.entries(kept.said ?? {})) {
			for (const recipient of phones.split(',')) yield { recipient, said, ...message };
		}
		const lists = 'unknown' in kept ? undefined : kept.accepted[0]?.json.lists;
		for (const recipient of listsIn(lists)) yield { recipient, ...message };
	}
	for (const { phone, lists, ...message } of sentByCampaigns(run)) {
		if (phone !== undefined) yield { recipient: comparablePhone(phone), ...message };
		for (const recipient of listsIn(lists)) yield { recipient, ...message };
	}
}

function listsIn(pid: unknown): string[] {
	return typeof pid === 'string' ? recipientsOfBody({ pid }).map(({ compared }) => compared) : [];
}

/**
 * What earlier tries of a run sent, or may have sent, by phone and content: in a node that was changed since, an item
 * may have the phone that another one had.
 */
export class EarlierMessages {
	private readonly messages = new Map<string, EarlierMessage>();

	/**
	 * @param isCounted whether the item's message is one that must not be sent again
	 * @param repeats true where the node sends each of two items that are equal: then only what it sent when
	 *   it was set to other recipients counts
	 */
	constructor(run: RunState, isCounted: (message: EarlierMessage) => boolean, repeats: boolean) {
		const known = new Map<string | undefined, boolean>();
		for (const message of earlierMessages(run)) {
			const { recipient, said, settings } = message;
			if (said === undefined) continue;
			if (repeats && !known.has(settings)) known.set(settings, hadOtherRecipients(run, settings));
			if (repeats && !known.get(settings)) continue;
			const key = keyOf(recipient, said);
			if (!this.messages.has(key) && isCounted(message)) this.messages.set(key, message);
		}
	}

	/** The message that said the same to a phone, in the form that is compared. */
	of(phone: string, said: string): EarlierMessage | undefined {
		return this.messages.get(keyOf(phone, said));
	}

	get areNone(): boolean {
		return this.messages.size === 0;
	}
}

const keyOf = (phone: string, said: string) => `${phone} ${said}`;
