import type { IDataObject } from 'n8n-workflow';

import { givingWay } from '../bulk/eventLoop';
import type { CampaignRow } from '../bulk/planRequests';
import type { CampaignKind } from './campaignKind';
import type { CampaignRequest } from './campaignRequest';
import { countMessages } from './countMessages';
import { goesToRecipients, isPerRecipient, type RunOptions } from './runOptions';

/** What the output says of single items beside their campaign, by item. */
export type ItemNotes = Map<number, IDataObject>;

/**
 * What the output says of each item: in a preview and a test all that is known of its text; in a
 * campaign with one item per recipient its messages, and what it reads where the options ask for that.
 *
 * @param rows for texts that were changed before they were counted
 */
export async function notesOf(
	kind: CampaignKind,
	requests: CampaignRequest[],
	rows: CampaignRow[],
	options: RunOptions,
): Promise<ItemNotes> {
	if (!goesToRecipients(options)) return await previewNotes(kind, requests, rows);
	if (!isPerRecipient(options)) return new Map();
	return await noteItems(requests, async ({ context, body }) => {
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
	rows: CampaignRow[],
): Promise<ItemNotes> {
	const typed = new Map(rows.map(({ item, replacedFrom }) => [item, replacedFrom]));
	return await noteItems(requests, async ({ context, body }) => {
		const render = await kind.renderer(context);
		return (content, item) => {
			const before = typed.get(item);
			return {
				...render(content, body),
				...kind.costOf?.(content),
				...(before === undefined ? {} : { messagesBefore: countMessages(before) }),
			};
		};
	});
}

/** @param noting prepares what notes the content of an item of a request */
async function noteItems(
	requests: CampaignRequest[],
	noting: (request: CampaignRequest) => Promise<(content: string, item: number) => IDataObject>,
): Promise<ItemNotes> {
	const giveWay = givingWay();
	const notes: ItemNotes = new Map();
	for (const request of requests) {
		const note = await noting(request);
		for (const { content, items } of request.recipients) {
			if (giveWay.isDue()) await giveWay.now();
			for (const item of items) notes.set(item, note(content, item));
		}
	}
	return notes;
}
