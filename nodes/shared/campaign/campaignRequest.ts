import type { IDataObject } from 'n8n-workflow';

import { fieldLabels } from '../descriptions/wireFields';
import type { CampaignKind, SendTo } from './campaignKind';
import { givingWay } from './eventLoop';
import { planListRequests, planRequests, type PlannedRequest } from './planRequests';
import type { ReadItems, RefusedItem } from './readRows';

/** A request of the campaign, ready to leave. */
export interface CampaignRequest {
	items: number[];
	/** What the output says of it: recipients or lists, items, messages. */
	counts: IDataObject;
	/** Messages the account will be billed, by the specification's counting rules; none if unknown. */
	messages?: number;
	body: IDataObject;
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
		const { body, startsAt } = settings.get(planned.settingsKey)!;
		const request = { ...contentOf(kind, planned, body, sendTo), startsAt };
		const refusals = refusedTogether(kind, request, resumeAddress !== undefined);
		if (resumeAddress !== undefined) request.body.nu = resumeAddress;
		if (refusals.length === 0) requests.push(request);
		else refused.push(...refusals);
	}
	return { requests, refused };
}

function contentOf(
	kind: CampaignKind,
	{ recipients }: PlannedRequest,
	settings: IDataObject,
	sendTo: SendTo,
): CampaignRequest {
	const items = recipients.flatMap((recipient) => recipient.items);
	if (sendTo === 'lists') {
		const [{ content }] = recipients;
		const each = kind.messagesOf && { messagesPerRecipient: kind.messagesOf(content) };
		return {
			items,
			counts: { lists: settings.pid, items: items.length, ...each },
			body: { ...settings, ...kind.sharedContent(content) },
		};
	}
	const messages =
		kind.messagesOf && recipients.reduce((sum, { content }) => sum + kind.messagesOf!(content), 0);
	return {
		items,
		counts: {
			recipients: recipients.length,
			items: items.length,
			...(messages === undefined ? {} : { messages }),
		},
		messages,
		body: { ...settings, ...kind.recipientsOf(recipients) },
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
