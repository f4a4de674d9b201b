import type { IDataObject } from 'n8n-workflow';

import { eachGivingWay } from '../service/pause';
import type { CampaignRow } from '../pipeline/rows';
import type { CampaignRun } from './campaignRun';
import { countMessages } from '../rules/messageSize';
import { fixOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { capital } from '../rules/text';
import { goesToRecipients, isPerRecipient } from './runOptions';

/** What a note says of what its item costs. */
const COSTS = ['messages', 'messagesBefore', 'messagesIfReplaced'];

/**
 * Notes what the output says of each row: in a preview and a test all that is known of its text; in a campaign with one
 * item per recipient its messages, and what it reads where the options ask for that.
 */
export async function addNotes(run: CampaignRun): Promise<void> {
	const { kind, options, rows, requests } = run;
	const isReal = goesToRecipients(options);
	if (isReal && !isPerRecipient(options)) return;
	const isChecked = requests.some(({ items }) => items.some((item) => rows[item].warnings));
	const checkedOf = ({ replacedFrom, warnings = [] }: CampaignRow): IDataObject => ({
		...(replacedFrom !== undefined && { messagesBefore: countMessages(replacedFrom) }),
		...(isChecked && { warnings: warnings.map(warningText) }),
	});
	// In a test several phones get the message of an item.
	const phones = options.test?.numbers.length ?? 1;
	await eachGivingWay(requests, async ({ context, body, recipients }) => {
		const render = isReal && !options.includeText ? undefined : await kind.renderer(context);
		const noteOf = (content: string, row: CampaignRow): IDataObject =>
			isReal
				? {
						...(kind.messagesOf && { messages: kind.messagesOf(content) }),
						...render?.(content, body),
					}
				: { ...render?.(content, body), ...kind.costOf?.(content), ...checkedOf(row) };
		await eachGivingWay(recipients, ({ content, items }) => {
			for (const item of items) {
				// What items share is claimed once, by the first of them.
				const times = item === items[0] ? phones : 0;
				rows[item].notes = timesCost(noteOf(content, rows[item]), times);
			}
		});
	});
}

/** Notes what all recipients of a campaign read, where they read the same. */
export async function addSharedTexts({ kind, requests }: CampaignRun): Promise<void> {
	for (const request of requests) {
		const { context, body, recipients } = request;
		const [{ content }] = recipients;
		if (recipients.some((recipient) => recipient.content !== content)) continue;
		request.shared = (await kind.renderer(context))(content, body);
	}
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
