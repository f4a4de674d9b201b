import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import { comparablePhone } from '../validation/phones';
import type { CampaignKind, SendTo } from './campaignKind';
import { givingWay } from './eventLoop';
import { planListRequests, planRequests, type PlannedRequest } from './planRequests';
import type { ReadItems, RefusedItem } from './readRows';
import type { RequestSettings } from './settingsReader';

/** A request of the campaign, ready to leave. */
export interface CampaignRequest {
	items: number[];
	/** What the output says of it: recipients or lists, items, messages, time. */
	counts: IDataObject;
	/** Messages inside Israel, which is what the balance is for; none if they can't be counted. */
	domesticMessages?: number;
	body: IDataObject;
	/** Makes the request, with the credential of its recipients. */
	context: IExecuteFunctions;
	/** Tells accounts apart; empty when all items have the same. */
	account: string;
	/** Equal for requests that differ only in their recipients. */
	settingsKey: string;
	/** What every recipient of a list gets; none for items. */
	listContent?: string;
	/** When a scheduled campaign begins, in milliseconds since 1970. */
	startsAt?: number;
}

export interface RequestOptions {
	sendTo: SendTo;
	/** True: the same phone with the same content is one recipient. */
	mergeDuplicates: boolean;
	/** Where the service is to notify a waiting execution. */
	resumeAddress?: string;
}

/**
 * Makes the fewest requests of the rows that were read.
 *
 * @returns the requests, and the items of those that would break a rule as a whole
 */
export async function makeRequests(
	kind: CampaignKind,
	{ rows, settings }: ReadItems,
	options: RequestOptions,
): Promise<{ requests: CampaignRequest[]; refused: RefusedItem[] }> {
	const { sendTo, resumeAddress } = options;
	const plan = sendTo === 'lists' ? planListRequests : planRequests;
	const giveWay = givingWay();
	const requests: CampaignRequest[] = [];
	const refused: RefusedItem[] = [];
	for (const planned of await plan(rows, options)) {
		await giveWay();
		const request = requestOf(kind, planned, settings.get(planned.settingsKey)!, sendTo);
		const refusals = refusedTogether(kind, request, resumeAddress !== undefined);
		if (resumeAddress !== undefined) request.body.nu = resumeAddress;
		if (refusals.length === 0) requests.push(request);
		else refused.push(...refusals);
	}
	return { requests, refused };
}

function requestOf(
	kind: CampaignKind,
	{ recipients, settingsKey }: PlannedRequest,
	settings: RequestSettings,
	sendTo: SendTo,
): CampaignRequest {
	const { body, context, account, startsAt, scheduledFor } = settings;
	const items = recipients.flatMap((recipient) => recipient.items);
	const scheduled = scheduledFor === undefined ? {} : { scheduledFor };
	const shared = { items, context, account, settingsKey, startsAt };
	const messagesOf = kind.messagesOf?.bind(kind);
	if (sendTo === 'lists') {
		const [{ content }] = recipients;
		const each = messagesOf && { messagesPerRecipient: messagesOf(content) };
		return {
			...shared,
			counts: { lists: body.pid, items: items.length, ...each, ...scheduled },
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
		...shared,
		counts: {
			recipients: recipients.length,
			items: items.length,
			...(messagesOf ? { messages } : {}),
			...scheduled,
		},
		...(messagesOf ? { domesticMessages } : {}),
		body: { ...body, ...kind.recipientsOf(recipients) },
	};
}

/** Rules that only the finished request can break, such as those for a single recipient. */
function refusedTogether(
	kind: CampaignKind,
	{ items, body }: CampaignRequest,
	waits: boolean,
): RefusedItem[] {
	const labels = fieldLabels(kind.settingsFields);
	const context = { now: new Date(), timeZone: 'UTC' };
	const problems = (kind.requestRules ?? []).flatMap((rule) => rule(body, context));
	if (waits && body.nu !== undefined) {
		problems.push({
			wire: 'nu',
			rule: 'cannot be used together with "Wait for Completion"',
			fix: 'Remove one of the two options: a campaign has one notification address.',
		});
	}
	return problems.slice(0, 1).flatMap(({ wire, rule, fix }) => {
		const reason = `${labels[wire] ?? wire} ${rule}`;
		return items.map((item) => ({ item, reason, fix }));
	});
}
