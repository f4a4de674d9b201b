import type { IDataObject } from 'n8n-workflow';

import { eachGivingWay } from '../service/pause';
import type { CampaignRow } from '../run/planRequests';
import type { CampaignKind, CampaignRequest } from './campaignRequest';
import { countMessages } from '../rules/messageSize';
import { fixOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { capital } from '../rules/text';
import type { ItemWarnings } from '../run/checkedTexts';
import { goesToRecipients, isPerRecipient, type RunOptions } from './runOptions';

/** What the output says of single items beside their campaign, by item. */
export type ItemNotes = Map<number, IDataObject>;

/** What a note says of what its item costs. */
const COSTS = ['messages', 'messagesBefore', 'messagesIfReplaced'];

/**
 * What the output says of each item: in a preview and a test all that is known of its text; in a
 * campaign with one item per recipient its messages, and what it reads where the options ask for that.
 *
 * @param checked the rows, for texts that were changed before they were counted, and what the checks found
 */
export async function notesOf(
	kind: CampaignKind,
	requests: CampaignRequest[],
	{ rows, warnings }: { rows: CampaignRow[]; warnings: ItemWarnings },
	options: RunOptions,
): Promise<ItemNotes> {
	const notes: ItemNotes = new Map();
	const isReal = goesToRecipients(options);
	if (isReal && !isPerRecipient(options)) return notes;
	const typed = new Map(rows.map(({ item, replacedFrom }) => [item, replacedFrom]));
	const checkedOf = (item: number): IDataObject => {
		const before = typed.get(item);
		return {
			...(before !== undefined && { messagesBefore: countMessages(before) }),
			...(warnings.size > 0 && { warnings: (warnings.get(item) ?? []).map(warningText) }),
		};
	};
	// In a test several phones get the message of an item.
	const phones = options.test?.numbers.length ?? 1;
	await eachGivingWay(requests, async ({ context, body, recipients }) => {
		const render = isReal && !options.includeText ? undefined : await kind.renderer(context);
		const noteOf = (content: string, item: number): IDataObject =>
			isReal
				? {
						...(kind.messagesOf && { messages: kind.messagesOf(content) }),
						...render?.(content, body),
					}
				: { ...render?.(content, body), ...kind.costOf?.(content), ...checkedOf(item) };
		await eachGivingWay(recipients, ({ content, items }) => {
			for (const item of items) {
				// What items share is claimed once, by the first of them.
				notes.set(item, timesCost(noteOf(content, item), item === items[0] ? phones : 0));
			}
		});
	});
	return notes;
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

function warningText(warning: Warning): string {
	return `${capital(whatIsWrong(warning))}. ${fixOf(warning)}`;
}

/** A note of an item that costs its message so many times; one that costs nothing cannot be made cheaper. */
function timesCost(note: IDataObject, times: number): IDataObject {
	for (const name of COSTS) if (note[name] !== undefined) note[name] = times * Number(note[name]);
	if (times === 0) delete note.messagesIfReplaced;
	return note;
}
