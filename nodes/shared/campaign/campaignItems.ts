import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { errorItem, hasErrorOutput, type Failure } from '../n8n/errorItem';
import { besideColumnsOfPreview, besideColumnsOfSuccess } from '../n8n/inputColumns';
import { groupedBy } from '../rules/lists';
import { comparablePhone } from '../rules/phones';
import type { LeftOut, LeftOutReason } from './campaignKey';
import { isPerRecipient, type RunOptions } from './runOptions';
import { endFor, type CampaignEnd } from '../waiting/campaignEnd';
import { givingWay } from '../service/pause';
import { MOST_LISTED } from '../sentBefore/itemNumbers';
import { failureOf } from '../run/itemResults';
import { outputColumns, type OutputColumns } from '../run/outputColumns';
import { linesOf, type CampaignResult } from './campaignAccount';

/** Columns of a preview. */
export const PLAN = 'plan';
export const PREVIEW = 'preview';
const OF_PREVIEW = [PLAN, PREVIEW];

/** An accepted campaign and how it ended, if it was awaited. */
interface AcceptedCampaign {
	accepted: IDataObject;
	end?: CampaignEnd;
}

/** Whom a row is for. */
interface Whom {
	/** The number as the request holds it. */
	recipient: string | null;
	/** The earlier item whose message it shares. */
	duplicateOf?: number;
}

/**
 * The node's output: campaigns first, then what was not sent, or with "Output: Per Recipient"
 * one item per input item in its order. Each is paired to the input items it represents.
 *
 * @param ends how the campaigns ended, by their codes, if they were awaited
 */
export async function campaignItems(
	context: IExecuteFunctions,
	result: CampaignResult,
	ends = new Map<string, CampaignEnd>(),
): Promise<INodeExecutionData[]> {
	const { sent, leftOut = [], options } = result;
	const perRecipient = isPerRecipient(options);
	const inputs = context.getInputData();
	const isPreview = result.planned !== undefined;
	const failedItem = errorItems(context, inputs, isPreview);
	const giveWay = givingWay();
	const said: Said[] = [];
	const others: Array<{ item: number; output: INodeExecutionData }> = [];
	for (const { items, duplicates, outcome, note } of sent) {
		if (!('accepted' in outcome)) continue;
		const end = ends.get(String(outcome.accepted.taskId));
		const told = note === undefined ? outcome.accepted : { ...outcome.accepted, note };
		const campaign = { accepted: withFlags(told, options), end };
		if (!perRecipient) {
			if (giveWay.isDue()) await giveWay.now();
			said.push({ item: items[0], items, own: ownOfCampaign(campaign, items, result) });
			continue;
		}
		for (const item of items) {
			if (giveWay.isDue()) await giveWay.now();
			const duplicateOf = duplicates?.[item];
			const whom = { recipient: result.phones.get(duplicateOf ?? item) ?? null, duplicateOf };
			const own = ownOfRecipient(campaign, item, whom, result);
			said.push({ item, own, row: inputs[item] });
		}
	}
	for (const line of linesOf(result)) {
		if (line.standing === 'accepted') continue;
		for (const item of line.items) {
			if (giveWay.isDue()) await giveWay.now();
			others.push({ item, output: failedItem(item, failureOf(line)) });
		}
	}
	const isEstimated = options.onlyEstimate;
	for (const row of perRecipient ? leftOut : []) {
		if (giveWay.isDue()) await giveWay.now();
		const own = { ...leftOutOf(row, isEstimated), ...whomOf(row) };
		said.push({ item: row.item, own, row: inputs[row.item] });
	}
	const apart = perRecipient ? [] : ownOfLeftOut(leftOut, isEstimated, options.sendTo === 'lists');
	const all = [...said, ...apart];
	if (result.planned !== undefined) addPlan(all, result.planned);
	const columns = outputColumns(all.map(({ own }) => own));
	if (perRecipient) nameColumns(all, columns);
	// No row can say what is said of the whole preview.
	const beside = isPreview
		? besideColumnsOfPreview([...columns.names, ...columns.empty, ...OF_PREVIEW])
		: (row: IDataObject, own: IDataObject) => besideColumnsOfSuccess(row, own, columns.empty);
	const accepted: typeof others = [];
	for (const each of said) {
		if (giveWay.isDue()) await giveWay.now();
		accepted.push({ item: each.item, output: itemOf(each, columns.of, beside) });
	}
	const inOrder = [...accepted, ...others];
	if (perRecipient) inOrder.sort((a, b) => a.item - b.item);
	const outputs = inOrder.map(({ output }) => output);
	return sentFirst(context, [...outputs, ...apart.map((each) => itemOf(each, columns.of, beside))]);
}

/**
 * Says the plan, and what a person sees of it, in the last item: both are long, and the table that n8n shows begins with
 * rows that can be read.
 */
function addPlan(said: Said[], { text, facts }: NonNullable<CampaignResult['planned']>): void {
	if (said.length === 0) return;
	Object.assign(lastItem(said).own, text !== undefined && { [PLAN]: text }, { [PREVIEW]: facts });
}

/** Says which columns are no part of the rows, so that they can be had again as they were. */
function nameColumns(said: Said[], { names }: OutputColumns): void {
	if (said.length === 0) return;
	const { own } = lastItem(said);
	if (own[PREVIEW]) own[PREVIEW] = { ...(own[PREVIEW] as IDataObject), columns: names };
}

function lastItem(said: Said[]): Said {
	return said.reduce((last, each) => (each.item > last.item ? each : last));
}

/** What the node says of an output item. */
interface Said {
	/** The first input item it is about. */
	item: number;
	/** All of them, if it is about several. */
	items?: number[];
	own: IDataObject;
	/** The input item whose columns follow. */
	row?: INodeExecutionData;
}

function itemOf(
	{ item, items, own, row }: Said,
	columnsOf: OutputColumns['of'],
	beside: (row: IDataObject, own: IDataObject) => IDataObject,
) {
	const json = columnsOf(own);
	if (row === undefined) {
		return { json, pairedItem: (items ?? [item]).map((each) => ({ item: each })) };
	}
	const { binary } = row;
	return {
		json: own[PREVIEW] === undefined ? beside(row.json, json) : atTheEnd(beside(row.json, json)),
		...(binary === undefined ? {} : { binary }),
		pairedItem: { item },
	};
}

/** What is said of the whole preview is behind the columns of the row. */
function atTheEnd(json: IDataObject): IDataObject {
	const { [PLAN]: plan, [PREVIEW]: preview, ...others } = json;
	return { ...others, ...(plan === undefined ? {} : { plan }), preview };
}

/** Makes error items; n8n copies the whole node each time it is asked for it. */
function errorItems(context: IExecuteFunctions, inputs: INodeExecutionData[], isPreview: boolean) {
	const node = context.getNode();
	const executeData = context.getExecuteData();
	const known = {
		getNode: () => node,
		getInputData: () => inputs,
		getExecuteData: () => executeData,
	};
	return (item: number, failure: Failure) => errorItem(known, item, failure, isPreview);
}

/** Where rows can be left out, every item says whether it was, so that a flow can branch on it. */
function withFlags(
	accepted: IDataObject,
	{ campaignKey, leaveOut, test }: RunOptions,
): IDataObject {
	if (test !== undefined) return accepted;
	return {
		...accepted,
		...(campaignKey === '' ? {} : { alreadySent: false }),
		...(leaveOut === undefined ? {} : { leftOut: false }),
	};
}

function ownOfCampaign(
	{ accepted, end }: AcceptedCampaign,
	items: number[],
	{ notes, repaired, refused, options: { test } }: CampaignResult,
): IDataObject {
	const numbers = items.flatMap((item) =>
		repaired.has(item) ? [{ item, from: repaired.get(item)! }] : [],
	);
	const { estimated, ...campaign } = accepted;
	return {
		...(estimated === undefined ? {} : { estimated }),
		...(test === undefined ? {} : { test: true, sentTo: test.numbers, ...notes.get(items[0]) }),
		...end,
		...campaign,
		refused: new Set(refused.map(({ item }) => item)).size,
		...(numbers.length === 0
			? {}
			: { repaired: numbers.length, repairedNumbers: numbers.slice(0, MOST_LISTED) }),
	};
}

function ownOfRecipient(
	{ accepted, end }: AcceptedCampaign,
	item: number,
	whom: Whom,
	{ notes, repaired, options: { test } }: CampaignResult,
): IDataObject {
	const { scheduledFor, scheduledZone, timeZone, estimated, alreadySent } = accepted;
	const { messageLimit, unrecognized } = accepted;
	const { lists, note, recipientCount, leftOut } = accepted;
	const toSeveral = whom.recipient === null && lists === undefined && test === undefined;
	return {
		...(estimated === true ? { estimated } : {}),
		...(test === undefined ? {} : { test: true, sentTo: test.numbers }),
		...(end && endFor(end)(whom.recipient ?? '')),
		...(test === undefined ? whomOf(whom) : {}),
		// Sent in an earlier try, when the node sent to lists, or to several phones for an item.
		...(lists === undefined ? {} : { lists }),
		...(toSeveral ? { recipientCount } : {}),
		...notes.get(item),
		...(estimated === true ? {} : { taskId: accepted.taskId }),
		...(repaired.has(item) ? { repairedFrom: repaired.get(item) } : {}),
		...(timeZone === undefined ? {} : { timeZone }),
		...(scheduledFor === undefined ? {} : { scheduledFor, scheduledZone }),
		...(messageLimit === undefined ? {} : { messageLimit }),
		...(unrecognized === undefined ? {} : { unrecognized }),
		...(alreadySent === undefined ? {} : { alreadySent }),
		...(leftOut === undefined ? {} : { leftOut }),
		...(note === undefined ? {} : { note }),
	};
}

function whomOf({ recipient, duplicateOf }: Whom): IDataObject {
	return { recipient, ...(duplicateOf === undefined ? {} : { duplicateOf }) };
}

/** What the output says of a row that is left out; it belongs to no campaign of this run. */
function leftOutOf({ isUnknown, byOption }: LeftOut, isEstimated: boolean): IDataObject {
	return {
		...(isEstimated ? { estimated: true } : { taskId: null }),
		...(byOption ? reasonOf(byOption) : { alreadySent: true }),
		...(isUnknown ? { outcomeUnknown: true } : {}),
	};
}

function reasonOf({ because, nextPossibleAt }: LeftOutReason): IDataObject {
	return {
		...{ leftOut: true, leftOutBecause: because },
		...(nextPossibleAt === undefined ? {} : { nextPossibleAt }),
	};
}

/** When all of several recipients may get a message; the reason is the same for all. */
function lastOf(rows: LeftOut[]): LeftOut {
	const nextOf = ({ byOption }: LeftOut) => byOption?.nextPossibleAt ?? '';
	return rows.reduce((last, row) => (nextOf(row) > nextOf(last) ? row : last));
}

/**
 * The rows that are left out as the output of "Output: Per Campaign" says it: one item for each reason of the option
 * "Leave Out", one for those an earlier execution certainly sent to, one for those of unknown outcome.
 *
 * @param toLists true when the campaign is sent to distribution lists
 */
function ownOfLeftOut(leftOut: LeftOut[], isEstimated: boolean, toLists: boolean): Said[] {
	const byReason = groupedBy(
		leftOut.filter(({ byOption }) => byOption !== undefined),
		({ byOption }) => byOption!.because,
	);
	const sent = leftOut.filter(({ byOption }) => byOption === undefined);
	const known = sent.filter(({ isUnknown }) => !isUnknown);
	const unknown = sent.filter(({ isUnknown }) => isUnknown);
	return [...byReason.values(), known, unknown].flatMap((rows) => {
		if (rows.length === 0) return [];
		const recipients = rows.map(({ recipient }) => recipient);
		const whom = toLists
			? { lists: [...new Set(recipients.flatMap((codes) => codes.split(',')))].join(',') }
			: { recipientCount: new Set(recipients.map(comparablePhone)).size };
		const items = rows.map(({ item }) => item);
		const own = { ...leftOutOf(lastOf(rows), isEstimated), ...whom, items: rows.length };
		return [{ item: items[0], items, own }];
	});
}

/**
 * "Retry On Fail" runs a node again whose first item is an error. Where that costs tries for nothing,
 * an item that was sent comes before it: into an error output the order of the others is the same.
 */
function sentFirst(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[] {
	const { retryOnFail } = context.getNode();
	if (!retryOnFail && !hasErrorOutput(context)) return items;
	const at = items.findIndex(({ json }) => json.error === undefined);
	return at < 1 ? items : [items[at], ...items.slice(0, at), ...items.slice(at + 1)];
}
