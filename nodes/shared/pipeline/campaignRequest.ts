// The requests of a campaign, made of its rows.
import { fieldLabels } from '../fields/field';
import { FILE_FIELD } from '../fields/fileFields';
import { spreadOverOption } from '../fields/timingFields';
import { lifeProblem, type FileUse } from '../files/fileAddress';
import { eachGivingWay } from '../ledger/runState';
import { openRows, refuse, type Why } from './fate';
import { duplicatesOf, planListRequest, type PlannedRequest, planRequests } from './planRequests';
import { rowsOf, type CampaignRow } from './rows';
import { comparablePhone } from '../rules/phones';
import type { Problem } from '../rules/reader';
import type { Beginning } from '../rules/schedule';
import { limitOf } from '../service/documentedReplies';
import { noEmailForSingleNumber } from '../values/bodyReader';
import type { RequestSettings } from '../values/requestSettings';
import type { CampaignRequest, CampaignRun } from './campaignRun';
import { beginningOf, endsInQuietTime, spreadOver, type TimedRequest } from './campaignTiming';
import type { RunOptions } from './runOptions';

/**
 * Makes the fewest requests of the open rows, and refuses the rows of one that breaks a rule as a
 * whole.
 *
 * @param resumeAddress notification URL of a waiting execution
 */
export async function makeRequests(run: CampaignRun, resumeAddress?: string): Promise<void> {
	const { settings, options, rows: all } = run;
	const now = Date.now();
	const rows = openRows(run);
	const isTest = options.test !== undefined;
	const planned = (await plan(rows, options)).map((request) => {
		const own = settings.get(request.settingsKey)!;
		return { ...request, settings: isTest ? testSettings(own) : own };
	});
	const { quietHours, spreadOver: hours } = isTest ? noTiming : options;
	const timed =
		hours === undefined ? { value: planned } : spreadOver(planned, hours, all.length - rows.length);
	if ('problem' in timed) return refuse(run, rows, whyOfHours(timed.problem));
	await eachGivingWay(timed.value, (planned) => {
		const begins = beginningOf(planned, quietHours, now);
		const request = requestOf(run, planned, begins);
		// Others may have been left out. That is no reason to send nothing to the last one.
		if (noEmailForSingleNumber(request.body)) {
			delete request.body.ne;
			request.isWithoutEmail = true;
		}
		const late = hours && endsInQuietTime(planned, quietHours, begins.startsAt ?? now);
		// One reason is enough: when it is fixed, the next shows.
		const why =
			(late ? whyOfHours(late) : undefined) ??
			brokenTogether(run, request, resumeAddress !== undefined) ??
			brokenByFile(request, now);
		if (why !== undefined) return refuse(run, rowsOf(run, request), why);
		if (resumeAddress !== undefined) request.body.nu = resumeAddress;
		for (const [item, first] of Object.entries(request.duplicates ?? {})) {
			all[Number(item)].duplicateOf = first;
		}
		run.requests.push(request);
	});
}

async function plan(
	rows: CampaignRow[],
	{ sendTo, duplicates, test }: RunOptions,
): Promise<PlannedRequest[]> {
	if (test !== undefined) return planTest(rows, test.numbers);
	if (sendTo === 'lists') return planListRequest(rows);
	return await planRequests(rows, { mergeDuplicates: duplicates === 'once' });
}

function requestOf(
	{ kind, options: { sendTo, test, onlyEstimate } }: CampaignRun,
	{ settings, settingsKey, recipients: planned }: TimedRequest,
	{ schedule, startsAt, extraOutput }: Beginning,
): CampaignRequest {
	const { body: shared, optOut, ...own } = settings;
	// People who see a preview must not be able to opt anyone out.
	const recipients =
		optOut === undefined || onlyEstimate
			? planned
			: planned.map((each) => ({ ...each, content: optOut.filledFor(each.content, each.phone) }));
	const items = recipients.flatMap((recipient) => recipient.items);
	const known = { ...own, items, recipients, settingsKey, startsAt };
	const body = { ...shared, ...schedule };
	const messagesOf = kind.messagesOf?.bind(kind);
	const limited = limitOf(body, sendTo === 'lists' ? Infinity : recipients.length);
	if (sendTo === 'lists') {
		const [{ content }] = recipients;
		const each = messagesOf && { messagesPerRecipient: messagesOf(content) };
		return {
			...known,
			counts: { lists: body.pid, items: items.length, ...each, ...limited, ...extraOutput },
			domesticMessages: 0,
			body: { ...body, ...kind.sharedContent(content) },
			listContent: content,
		};
	}
	let messages = 0;
	let domesticMessages = 0;
	for (const { phone, content } of messagesOf ? recipients : []) {
		const count = messagesOf!(content);
		messages += count;
		if (comparablePhone(phone).startsWith('972')) domesticMessages += count;
	}
	return {
		...known,
		duplicates: duplicatesOf(recipients),
		counts: {
			recipientCount: recipients.length,
			...(test === undefined ? { duplicates: items.length - recipients.length } : {}),
			items: items.length,
			...(messagesOf ? { messages } : {}),
			...limited,
			...(own.zone && { timeZone: own.zone }),
			...extraOutput,
		},
		domesticMessages,
		body: { ...body, ...kind.recipientsOf(recipients) },
	};
}

/** A rule that only the finished request can break. */
function brokenTogether(
	{ kind }: CampaignRun,
	{ body }: CampaignRequest,
	waits: boolean,
): Why | undefined {
	if (!waits || body.nu === undefined) return undefined;
	return {
		reason: `${fieldLabels(kind.settingsFields).nu} cannot be used together with 'Wait for Completion'`,
		fix: 'Remove one of the two options: a campaign has one notification URL.',
	};
}

/** Why n8n does not keep the file of a request until everyone has it. */
function brokenByFile(request: CampaignRequest, now: number): Why | undefined {
	const found = request.file && lifeProblem(fileUse(request, now));
	return found && { reason: `${FILE_FIELD} ${found.rule}`, fix: found.fix };
}

/** How long the file of a request is needed. */
export function fileUse({ startsAt, recipients, body }: CampaignRequest, now: number): FileUse {
	const count = body.pid === undefined ? { recipients: recipients.length } : {};
	return { now, startsAt, ...count, body };
}

/** A test is sent at once. */
const noTiming: Pick<RunOptions, 'quietHours' | 'spreadOver'> = {};

function whyOfHours({ rule, fix }: Problem): Why {
	return { reason: `${spreadOverOption.displayName} ${rule}`, fix };
}

/** Settings for real recipients: when, how fast, how many, and who gets progress updates. */
const NOT_FOR_TESTS = [
	...['dh', 'di', 'dy', 'dm', 'dd', 'int', 'stop', 'retry', 'retryint'],
	...['ms', 'ne', 'np', 'nu'],
];

/** A request for each row, to the test numbers only. */
function planTest(rows: CampaignRow[], numbers: string[]): PlannedRequest[] {
	return rows.map(({ item, content, settingsKey }) => ({
		settingsKey,
		// An item is listed once for all numbers that get its message.
		recipients: numbers.map((phone, index) => ({
			phone,
			content,
			items: index === 0 ? [item] : [],
		})),
	}));
}

function testSettings({ startsAt: _startsAt, ...settings }: RequestSettings): RequestSettings {
	const body = { ...settings.body };
	for (const wire of NOT_FOR_TESTS) delete body[wire];
	return { ...settings, body };
}
