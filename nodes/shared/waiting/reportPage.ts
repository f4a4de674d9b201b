import type { IBinaryData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import { saysUnknown } from '../n8n/errorItem';
import {
	bar,
	campaignPage,
	listOf,
	reasonsOf,
	section,
	tableOf,
	VIEWABLE_PAGE,
	type BarPart,
	type ShownLine,
} from '../pages/page';
import { counted, escaped, isUnseen } from '../rules/text';
import { eventTypes } from '../service/events';
import { eachGivingWay } from '../service/pause';
import type { CampaignEnd } from './campaignEnd';

/** Phones of a campaign that the page names. */
const MOST_PHONES = 200;

interface Campaign {
	code: string;
	outcome: string;
	lists?: string;
	recipients: number;
	/** Recipients of whom it is known that the message was sent to them. */
	sent: number;
	/** Whether those are all. */
	isCounted: boolean;
	/** What the service counted without saying whom. */
	told?: number;
	notReached: Set<string> | null;
}

/** Rows that are in no campaign: where they are on the page, and what its summary calls them. */
const GROUPS = [
	{ group: 'unknown', title: 'Outcome unknown', summary: 'of unknown outcome' },
	{ group: 'leftOut', title: 'Left out', summary: 'left out' },
	{ group: 'refused', title: 'Refused', summary: 'refused' },
] as const;
type Group = (typeof GROUPS)[number]['group'];

/** What the items of an output say of a run. */
class Report {
	readonly campaigns = new Map<string, Campaign>();
	private readonly rows: Record<Group, Map<string, number>> = {
		...{ unknown: new Map(), leftOut: new Map(), refused: new Map() },
	};

	constructor(private readonly ends?: ReadonlyMap<string, CampaignEnd>) {}

	add(item: INodeExecutionData): void {
		const { json } = item;
		const rows = [item.pairedItem ?? 0].flat().length;
		if (json.error !== undefined) {
			this.note(saysUnknown(item) ? 'unknown' : 'refused', String(json.error), 1);
		} else if (json.leftOut === true) {
			this.note('leftOut', String(json.leftOutBecause), rows);
		} else if (json.alreadySent === true) {
			const mayBe = json.outcomeUnknown === true;
			const reason = mayBe
				? 'An earlier execution may have sent it'
				: 'An earlier execution sent it';
			this.note(mayBe ? 'unknown' : 'leftOut', reason, rows);
		} else if (typeof json.taskId === 'string') {
			this.addCampaign(json.taskId, json);
		}
	}

	/** Why the rows of a group are in it. */
	linesOf(group: Group): ShownLine[] {
		return [...this.rows[group]].map(([reason, rows]) => ({ reason, rows }));
	}

	private note(group: Group, reason: string, rows: number): void {
		this.rows[group].set(reason, (this.rows[group].get(reason) ?? 0) + rows);
	}

	private addCampaign(code: string, json: INodeExecutionData['json']): void {
		const { outcome = '', recipient, sent } = json;
		if (typeof recipient !== 'string') {
			this.campaigns.set(code, campaignOf(code, json));
			return;
		}
		let campaign = this.campaigns.get(code);
		if (campaign === undefined) {
			campaign = {
				...{ code, outcome: String(outcome), recipients: 0, sent: 0, isCounted: true },
				...{ notReached: new Set(), told: this.ends?.get(code)?.sentCount ?? undefined },
			};
			this.campaigns.set(code, campaign);
		}
		// A row that shares the message of an earlier one is no recipient of its own.
		if (json.duplicateOf !== undefined && json.duplicateOf !== null) return;
		campaign.recipients++;
		if (sent === false) campaign.notReached?.add(recipient);
		else if (sent === true) campaign.sent++;
		else campaign.isCounted = false;
	}
}

/** What an item says of a campaign that it represents as a whole. */
function campaignOf(code: string, json: IDataObject): Campaign {
	const { outcome = '', lists, recipientCount, sentCount, notSent } = json;
	const recipients = Number(recipientCount ?? 0);
	const notReached = Array.isArray(notSent) ? new Set(notSent.map(String)) : null;
	const counted = typeof sentCount === 'number' ? sentCount : undefined;
	const known = { code, outcome: String(outcome), recipients, notReached };
	if (typeof lists === 'string') {
		return { ...known, lists, sent: counted ?? 0, isCounted: counted !== undefined };
	}
	if (counted === undefined) return { ...known, sent: 0, isCounted: false };
	// Numbers failed that no one can name, so a count of all holds them too.
	const holdsFailed = notSent === null && counted === recipients;
	if (counted > recipients || holdsFailed) {
		return { ...known, sent: 0, isCounted: false, told: counted };
	}
	// Who is named got nothing, although the count may hold them.
	const most = Math.max(0, recipients - (notReached?.size ?? 0));
	return { ...known, sent: Math.min(counted, most), isCounted: true };
}

/**
 * A page of what became of a run: how each campaign ended, whom it did not reach, what is unknown, and who got nothing
 * and why. It says what the items say.
 *
 * @param ends of its campaigns by their codes: what the service counted, which the item of a recipient does not say
 */
export async function reportPage(
	items: INodeExecutionData[],
	name?: string,
	ends?: ReadonlyMap<string, CampaignEnd>,
): Promise<string> {
	const report = new Report(ends);
	await eachGivingWay(items, (item) => report.add(item));
	const campaigns = [...report.campaigns.values()];
	const numbers = numbersOf(campaigns);
	const title = name === undefined ? 'Campaign report' : `Campaign report: ${name}`;
	return campaignPage(title, summaryOf(report, numbers), [
		section('Recipients', recipientsBar(numbers)),
		section('Campaigns', tableOf(HEAD, campaigns.map(rowOf))),
		section('Not reached', listOf(campaigns.flatMap(notReachedLines))),
		...GROUPS.map(({ group, title: of }) => section(of, reasonsOf(report.linesOf(group)))),
	]);
}

const HEAD = ['Campaign', 'Outcome', 'Accepted', 'Sent', 'Not reached', 'Not known'];
const WHY_NOT_KNOWN =
	'Not known: the service accepted the message, and has not said whether it was sent.';

function recipientsBar({ sent, notReached, notKnown }: ReturnType<typeof numbersOf>): string {
	const part = (color: BarPart['color'], label: string, count: number): BarPart => {
		return { color, label, count, countText: counted(count, 'recipient') };
	};
	const parts = bar([
		part('one', 'Sent', sent),
		part('three', 'Not reached', notReached),
		part('none', 'Not known', notKnown),
	]);
	return notKnown === 0 ? parts : `${parts}\n<p class="soft">${escaped(WHY_NOT_KNOWN)}</p>`;
}

/** How many recipients there are of each kind: only what the ends say. */
function numbersOf(campaigns: Campaign[]) {
	const sum = (countOf: (campaign: Campaign) => number) =>
		campaigns.reduce((all, campaign) => all + countOf(campaign), 0);
	return { sent: sum(({ sent }) => sent), notReached: sum(missed), notKnown: sum(notKnownOf) };
}

/** How many a campaign is known not to have reached. Of one that sent nothing it is everyone. */
function missed({ recipients, sent, isCounted, notReached }: Campaign): number {
	const named = notReached?.size ?? 0;
	return isCounted && sent === 0 ? Math.max(recipients, named) : named;
}

/** Of how many nothing is known; how many members lists have, no one says. */
function notKnownOf(campaign: Campaign): number {
	return Math.max(0, campaign.recipients - missed(campaign) - campaign.sent);
}

function summaryOf(report: Report, numbers: ReturnType<typeof numbersOf>): string {
	const { sent, notReached, notKnown } = numbers;
	const rowsOf = (group: Group) => report.linesOf(group).reduce((sum, { rows }) => sum + rows, 0);
	const counts: Array<[number, string]> = [
		[sent, 'sent'],
		[notReached, 'not reached'],
		[notKnown, 'not known'],
		...GROUPS.map(({ group, summary }): [number, string] => [rowsOf(group), summary]),
	];
	const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
	return `${counted(report.campaigns.size, 'campaign')}: ${said.join(', ') || 'no recipients'}.`;
}

function rowOf(campaign: Campaign): string[] {
	const { code, outcome, lists, recipients, sent, isCounted, told } = campaign;
	const { name = outcome, description } = eventTypes[outcome] ?? others[outcome] ?? {};
	const notKnown = notKnownOf(campaign);
	const isOpen = lists !== undefined || notKnown > 0;
	const atLeast = (count: number) => (count > 0 ? `At least ${count}` : NOT_KNOWN);
	const counted = told === undefined ? '' : `: ${told} counted`;
	const sentText = isCounted ? String(sent) : atLeast(sent) + counted;
	return [
		code,
		description === undefined ? name : `${name}: ${description}`,
		lists === undefined ? String(recipients) : `Distribution lists ${lists}`,
		sentText,
		isOpen ? atLeast(missed(campaign)) : String(missed(campaign)),
		lists === undefined ? String(notKnown) : NOT_KNOWN,
	];
}

const NOT_KNOWN = 'Not known';

/** Ends that no notification tells of. */
const others: Record<string, { name: string; description: string }> = {
	'': {
		name: 'Not Awaited',
		description: 'An earlier try of the run sent it as a single message',
	},
	DELETED: { name: 'Deleted', description: 'The service does not know the campaign' },
	UNKNOWN: {
		name: 'Not Known',
		description: 'The service did not know the campaign, and no notification reported its end',
	},
	TIME_LIMIT: {
		name: 'Not Seen to End',
		description: 'The time limit came first; the campaign may have continued since',
	},
};

function notReachedLines({ code, notReached }: Campaign): string[] {
	const phones = [...(notReached ?? [])];
	if (phones.length === 0) return [];
	const rest = phones.length - MOST_PHONES;
	const more = rest > 0 ? `, and ${rest} more` : '';
	return [`${code}: ${phones.slice(0, MOST_PHONES).join(', ')}${more}`];
}

const FILE_NAME = 'report.html';
/** Metadata of a page that tells it from files of the rows, which may be the pages of earlier campaigns. */
const MARK = 'reportOf';

/**
 * The items with the page of what they say, which the first of a campaign holds, in the place of an earlier page of the
 * same wait (`waitId`). n8n keeps it with them: a file that is stored while an execution waits is none of the execution's.
 */
export async function withReport(
	items: INodeExecutionData[],
	node: INode,
	wait: string,
	ends?: ReadonlyMap<string, CampaignEnd>,
): Promise<INodeExecutionData[]> {
	const at = Math.max(
		0,
		items.findIndex(({ json }) => json.error === undefined),
	);
	if (items.length === 0) return items;
	const data = Buffer.from(await reportPage(items, nameOf(node), ends));
	const page: IBinaryData = {
		...{ ...VIEWABLE_PAGE, data: data.toString('base64'), [MARK]: wait },
		...{ fileName: FILE_NAME, fileExtension: 'html', fileSize: `${data.length} B` },
	};
	return items.map((item, index) => {
		const { binary, ...others } = item;
		const own = withoutReport(binary, wait);
		if (index !== at) return own === binary ? item : { ...others, ...(own && { binary: own }) };
		return { ...others, binary: { ...own, [freeName(own)]: page } };
	});
}

/** The name of a page: a file of the row keeps its own. */
function freeName(files: INodeExecutionData['binary'] = {}): string {
	let name = 'report';
	for (let nth = 1; Object.hasOwn(files, name); nth++) name = `reportPage${nth === 1 ? '' : nth}`;
	return name;
}

/** What the campaigns of a node are called: its description for all rows, or its name. */
function nameOf({ name, parameters }: INode): string {
	const { description } = (parameters.options ?? {}) as IDataObject;
	const isTyped = typeof description === 'string' && !description.startsWith('=');
	return isTyped && !isUnseen(description) ? description : name;
}

/** Whether items hold the page of a wait, as {@link withReport} left it. */
export function hasReport(items: INodeExecutionData[], wait: string): boolean {
	return items.some(({ binary }) => withoutReport(binary, wait) !== binary);
}

function withoutReport(
	binary: INodeExecutionData['binary'],
	wait: string,
): INodeExecutionData['binary'] {
	const files = Object.entries(binary ?? {});
	const others = files.filter(([, file]) => (file as unknown as IDataObject)[MARK] !== wait);
	if (others.length === files.length) return binary;
	return others.length === 0 ? undefined : Object.fromEntries(others);
}
