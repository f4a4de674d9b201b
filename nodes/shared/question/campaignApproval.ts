import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { PLAN, PREVIEW } from '../campaign/campaignItems';
import { reasonsHash, shownHash } from '../campaign/plan';
import { readFacts, type PreviewFacts } from '../campaign/previewFacts';
import { restoredRow } from '../n8n/inputColumns';
import { readPlan } from '../rules/approval';
import { problem, type Read } from '../rules/reader';
import { eachGivingWay } from '../service/pause';

/** A campaign that a person is asked to approve: its plan, and what the page shows of it. */
export interface AskedCampaign {
	plan: string;
	facts: PreviewFacts;
}

const IS = 'is Campaign Approval, but';
const CONNECT =
	"Connect a Send Campaign node with 'Mode' set to Preview directly before this one, and change nothing in between.";

/**
 * Finds the campaign in the items of its preview. The plan holds a hash of what a person is shown of it, so no other
 * messages can be beside it; the warnings and the refused rows are as the item has them.
 */
export function readCampaign(items: INodeExecutionData[]): Read<AskedCampaign> {
	const previews = items.flatMap(({ json }) => {
		const facts = readFacts(json[PREVIEW]);
		return facts === undefined ? [] : [{ facts, plan: json[PLAN] }];
	});
	const [found, other] = previews;
	if (found === undefined) return problem(`${IS} the items contain no campaign preview`, CONNECT);
	if (other !== undefined) {
		const fix = 'Ask for the approval of each campaign in a separate node.';
		return problem(`${IS} the items contain several previews`, fix);
	}
	const { facts, plan } = found;
	const read = readPlan(plan);
	if (read === undefined && facts.refused.length > 0) {
		return problem(
			`${IS} the preview has refused rows, so nothing would be sent`,
			"Correct the rows, or set 'On Error' of the preview and of the campaign to continue.",
		);
	}
	if (read === undefined) return problem(`${IS} the preview has no plan`, CONNECT);
	const others = items.some(({ json }) => typeof json[PLAN] === 'string' && json[PLAN] !== plan);
	const isCounted = facts.recipients === null || facts.recipients === read.recipients;
	const isOther = read.shown !== shownHash(facts) || read.reasons !== reasonsHash(facts);
	if (others || !isCounted || isOther) {
		return problem(`${IS} the preview was changed, or does not belong to its plan`, CONNECT);
	}
	if (read.recipients === 0) {
		const rule = `${IS} the campaign has no recipients, so there is nothing to approve`;
		return problem(rule, 'Check its preview.');
	}
	return { value: { plan: plan as string, facts } };
}

/**
 * The rows of a campaign as its preview got them, for the node that sends it; of a preview with an item per campaign,
 * which has no rows, one item.
 */
export async function rowsOfCampaign(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const columns = items.flatMap(
		({ json }) => ((json[PREVIEW] ?? {}) as { columns?: unknown }).columns ?? [],
	);
	if (columns.length === 0) return [{ json: {}, pairedItem: { item: 0 } }];
	const own = columns.filter((column): column is string => typeof column === 'string');
	return await eachGivingWay(items, ({ json, binary }, item) => {
		const row: IDataObject = restoredRow(json, own);
		return { json: row, ...(binary && { binary }), pairedItem: { item } };
	});
}
