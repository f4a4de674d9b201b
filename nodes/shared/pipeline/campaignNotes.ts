// What the output says about each row besides its fate.
import { eachGivingWay } from '../ledger/runState';
import { fixOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { capital } from '../rules/text';
import type { CampaignRun } from './campaignRun';
import { goesToRecipients, isPerRecipient } from './runOptions';

/**
 * Notes each row's text and its number of messages; in a preview or a test, also what is known
 * about the text.
 */
export async function addNotes(run: CampaignRun): Promise<void> {
	const { kind, options, rows, requests, account } = run;
	const isReal = goesToRecipients(options);
	if (isReal && !isPerRecipient(options)) return;
	const isChecked = requests.some(({ items }) => items.some((item) => rows[item].warnings));
	// In a test, several phones get the message of an item.
	const phones = options.test?.numbers.length ?? 1;
	await eachGivingWay(requests, async ({ body, recipients }) => {
		const render = await kind.renderer(account.context);
		await eachGivingWay(recipients, ({ content, items }) => {
			const messages = kind.messagesOf?.(content);
			for (const item of items) {
				const { warnings = [] } = rows[item];
				rows[item].notes = {
					...render(content, body),
					// What items share counts once, for the first of them.
					...(messages !== undefined && { messages: item === items[0] ? phones * messages : 0 }),
					...(!isReal && kind.countsOf?.(content)),
					...(!isReal && isChecked && { warnings: warnings.map(warningText) }),
				};
			}
		});
	});
}

/** Notes what all recipients of a campaign read, if it is the same. */
export async function addSharedTexts({ kind, requests, account }: CampaignRun): Promise<void> {
	for (const request of requests) {
		const { body, recipients } = request;
		const [{ content }] = recipients;
		if (recipients.some((recipient) => recipient.content !== content)) continue;
		request.shared = (await kind.renderer(account.context))(content, body);
	}
}

function warningText(warning: Warning): string {
	return `${capital(whatIsWrong(warning))}. ${fixOf(warning)}`;
}
