// The opt-out links of messages: whether they can work, and where they lead.
import type { IExecuteFunctions } from 'n8n-workflow';

import { leaveOutOption, optOutUrlOption } from '../fields/beforeSendingFields';
import { giveHint } from '../n8n/output';
import { problem, type Problem, type Read } from '../rules/reader';
import {
	openOwnAddress,
	ownAddresses,
	ownTrigger,
	type Channel,
} from '../service/notificationAddress';
import { optOutLinks, type OptOutLinks, type OptOutLinksOf } from '../service/optOutLink';
import type { SendTo } from '../values/rowsKind';
import { openRows, refuse } from './fate';
import type { RowsRun } from './rows';

const OK = 200;
/** Milliseconds that n8n has to show its own page. */
const PAGE_TIMEOUT_MS = 10_000;

/** What replaces the merge field of the opt-out link. */
export function linkIn(links: Read<OptOutLinks> | undefined): Read<string> | undefined {
	return links === undefined || 'problem' in links ? links : { value: links.value.placeholder };
}

/**
 * Reads the option "Opt-Out URL": the URL of an ExtApi Trigger of this n8n.
 *
 * @param isTest whether this is a test, which may use a trigger's test URL
 */
export function readOptOutUrl(
	context: IExecuteFunctions,
	address: string,
	isTest: boolean,
): Read<OptOutLinksOf> {
	const trigger = ownTrigger(address, () => ownAddresses(context));
	if (trigger === undefined) {
		return problem(
			'must be the URL of an ExtApi Trigger in this n8n instance',
			"Copy the 'Production URL' from the trigger's panel and paste it unchanged.",
		);
	}
	if (trigger.isTest && !isTest) {
		return problem(
			'is the test URL of a trigger, which listens only while you wait for a test event',
			"Use the 'Production URL', or set 'Mode' to Test.",
		);
	}
	const { search, hash } = trigger.url;
	return search === '' && hash === ''
		? { value: optOutLinks(trigger) }
		: problem("has something after the trigger's path", 'Paste the URL unchanged.');
}

/** What makes the opt-out links, or why a text with one is refused. Calls have no channel. */
export function optOutOf(
	channel: Channel | undefined,
	sendTo: SendTo,
	links: OptOutLinksOf | undefined,
): Read<OptOutLinksOf> {
	if (channel === undefined) {
		return problem('contains {optOut}, a link, which no one can open in a call', 'Remove it.');
	}
	if (sendTo === 'lists') {
		return problem(
			'contains {optOut}, a separate link for each recipient, but only the service knows the members of a list',
			'Remove it, or send to input items.',
		);
	}
	return links === undefined
		? problem(
				"contains {optOut}, but the option 'Opt-Out URL' is missing",
				"Add it under 'Options', and enter the production URL of an ExtApi Trigger.",
			)
		: { value: links };
}

/** Warns that people who opted out get this campaign: no option names whom to leave out. */
export function noLeaveOutHint(run: RowsRun): string | undefined {
	const isLinked = openRows(run).some(({ settingsKey, content }) =>
		run.settings.get(settingsKey)?.optOut?.areIn(content),
	);
	return isLinked
		? `The messages have an opt-out link, but '${leaveOutOption.displayName}' is missing. Add it under 'Before Sending', with the numbers that the trigger's workflow wrote down.`
		: undefined;
}

/** Refuses rows with dead opt-out links; gives a hint if it cannot check them. */
export async function refuseDeadLinks(run: RowsRun): Promise<void> {
	const opened = new Map<string, OpenedPage>();
	for (const row of openRows(run)) {
		const links = run.settings.get(row.settingsKey)?.optOut;
		if (!links?.areIn(row.content)) continue;
		let page = opened.get(links.placeholder);
		if (page === undefined) {
			page = await openOptOutPage(links);
			opened.set(links.placeholder, page);
			if ('hint' in page) giveHint(run.context, page.hint, 'warning');
		}
		if (!('problem' in page)) continue;
		const { rule, fix } = page.problem;
		refuse(run, [row], {
			...{ reason: `${optOutUrlOption.displayName} ${rule}`, fix, concernsAll: true },
		});
	}
}

type OpenedPage = { problem: Problem } | { hint?: string };

/** Opens the page of the sample link before sending: no one can repair a link that was sent. */
async function openOptOutPage({ placeholder, proofOfPage }: OptOutLinks): Promise<OpenedPage> {
	if (proofOfPage === undefined) return {};
	const answer = await openOwnAddress(placeholder, PAGE_TIMEOUT_MS);
	if (answer === undefined || (answer.status >= 300 && answer.status < 400)) {
		const { origin } = new URL(placeholder);
		return {
			hint: `Opt-Out URL: n8n could not open its own URL ${origin} to check the links. Open one on your phone: set 'Mode' to Test.`,
		};
	}
	if (answer.status === OK && answer.html.includes(proofOfPage)) return {};
	return problem(
		`leads to a trigger that cannot opt anyone out (its page answers with status ${answer.status})`,
		"Publish the trigger's workflow, with the event 'Recipient Opted Out' and the credential of this node.",
	);
}
