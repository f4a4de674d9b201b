// What the output says of each row beside its fate.
import { eachGivingWay } from '../ledger/runState';
import { fixOf, whatIsWrong, type Warning } from '../rules/messageChecks';
import { capital } from '../rules/text';
import type { CampaignRun } from './campaignRun';
import { goesToRecipients, isPerRecipient } from './runOptions';

/**
 * Notes what the output says of each row: what it reads and how many messages that is, in a preview and a test also what
 * is known of its text.
 */
export async function addNotes(run: CampaignRun): Promise<void> {
	const { kind, options, rows, requests, account } = run;
	const isReal = goesToRecipients(options);
	if (isReal && !isPerRecipient(options)) return;
	const isChecked = requests.some(({ items }) => items.some((item) => rows[item].warnings));
	// In a test several phones get the message of an item.
	const phones = options.test?.numbers.length ?? 1;
	await eachGivingWay(requests, async ({ body, recipients }) => {
		const render = await kind.renderer(account.context);
		await eachGivingWay(recipients, ({ content, items }) => {
			const messages = kind.messagesOf?.(content);
			for (const item of items) {
				const { warnings = [] } = rows[item];
				rows[item].notes = {
					...render(content, body),
					// What items share is claimed once, by the first of them.
					...(messages !== undefined && { messages: item === items[0] ? phones * messages : 0 }),
					...(!isReal && kind.countsOf?.(content)),
					...(!isReal && isChecked && { warnings: warnings.map(warningText) }),
				};
			}
		});
	});
}

/** Notes what all recipients of a campaign read, where they read the same. */
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
