import type { IDataObject } from 'n8n-workflow';

import { givingWay } from '../service/pause';
import type { CampaignRow } from '../run/planRequests';
import type { CampaignKind, CampaignRequest } from './campaignRequest';
import { countMessages } from '../rules/messageSize';
import { warningText } from '../rules/messageChecks';
import type { ItemWarnings } from './rowChecks';
import { goesToRecipients, isPerRecipient, type RunOptions } from './runOptions';

/** What the output says of single items beside their campaign, by item. */
export type ItemNotes = Map<number, IDataObject>;

interface CheckedRows {
	rows: CampaignRow[];
	warnings: ItemWarnings;
}

/** What a note says of what its item costs. */
const COSTS = ['messages', 'messagesBefore', 'messagesIfReplaced'];

/**
 * What the output says of each item: in a preview and a test all that is known of its text; in a
 * campaign with one item per recipient its messages, and what it reads where the options ask for that.
 *
 * @param read the rows, for texts that were changed before they were counted, and what the checks found
 */
export async function notesOf(
	kind: CampaignKind,
	requests: CampaignRequest[],
	read: CheckedRows,
	options: RunOptions,
): Promise<ItemNotes> {
	if (!goesToRecipients(options)) return await previewNotes(kind, requests, read, options);
	if (!isPerRecipient(options)) return new Map();
	return await noteItems(requests, 1, async ({ context, body }) => {
		const render = options.includeText ? await kind.renderer(context) : undefined;
		return (content) => ({
			...(kind.messagesOf && { messages: kind.messagesOf(content) }),
			...render?.(content, body),
		});
	});
}

/**
 * What all recipients of a campaign read, by its first item; none for campaigns whose recipients get
 * different things.
 */
export async function sharedTexts(
	kind: CampaignKind,
	requests: CampaignRequest[],
): Promise<ItemNotes> {
	const notes: ItemNotes = new Map();
	for (const { context, body, recipients, items } of requests) {
		const [{ content }] = recipients;
		if (recipients.some((recipient) => recipient.content !== content)) continue;
		const render = await kind.renderer(context);
		notes.set(items[0], render(content, body));
	}
	return notes;
}

async function previewNotes(
	kind: CampaignKind,
	requests: CampaignRequest[],
	{ rows, warnings }: CheckedRows,
	{ test }: RunOptions,
): Promise<ItemNotes> {
	const typed = new Map(rows.map(({ item, replacedFrom }) => [item, replacedFrom]));
	return await noteItems(requests, test?.numbers.length ?? 1, async ({ context, body }) => {
		const render = await kind.renderer(context);
		return (content, item) => {
			const before = typed.get(item);
			return {
				...render(content, body),
				...kind.costOf?.(content),
				...(before === undefined ? {} : { messagesBefore: countMessages(before) }),
				...(warnings.size > 0 && { warnings: (warnings.get(item) ?? []).map(warningText) }),
			};
		};
	});
}

/**
 * @param phones how many phones get the message of an item: several in a test
 * @param noting prepares what notes the content of an item of a request
 */
async function noteItems(
	requests: CampaignRequest[],
	phones: number,
	noting: (request: CampaignRequest) => Promise<(content: string, item: number) => IDataObject>,
): Promise<ItemNotes> {
	const giveWay = givingWay();
	const notes: ItemNotes = new Map();
	for (const request of requests) {
		const note = await noting(request);
		for (const { content, items } of request.recipients) {
			if (giveWay.isDue()) await giveWay.now();
			for (const item of items) {
				// What items share is claimed once, by the first of them.
				const times = item === items[0] ? phones : 0;
				notes.set(item, timesCost(note(content, item), times));
			}
		}
	}
	return notes;
}

/** A note of an item that costs its message so many times; one that costs nothing cannot be made cheaper. */
function timesCost(note: IDataObject, times: number): IDataObject {
	for (const name of COSTS) if (note[name] !== undefined) note[name] = times * Number(note[name]);
	if (times === 0) delete note.messagesIfReplaced;
	return note;
}
