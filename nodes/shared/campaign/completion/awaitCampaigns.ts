import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { Channel } from '../../notifications/notificationAddress';
import { endpoints } from '../../transport/endpoints';
import { postToService } from '../../transport/postToService';
import { campaignStatusOf } from '../campaignStatus';
import type { SentRequest } from '../campaignMemory';
import { runOption } from '../readRows';
import { endOfStatus, notEndedBy, type CampaignEnd } from './campaignEnd';
import { LOOK_PARAMETER, resumeAddress } from './resumeAddress';

/** Minutes to wait when the options say nothing. */
export const DEFAULT_WAIT_MINUTES = 60;
/** Milliseconds between tries to reach the waiting execution, and how many there are. */
const LOOK_EVERY_MS = 1_000;
const MOST_LOOKS = 30;
const LOOK_TIMEOUT_MS = 30_000;
/** What n8n answers while it has not saved the waiting execution yet. */
const CONFLICT = 409;

/** The campaigns of one node run that are to be awaited. */
export interface AwaitedRun {
	channel: Channel;
	sent: SentRequest[];
	/** When the last campaign begins, in milliseconds since 1970. */
	startsAt: number;
	/** Makes the output, given the end of each accepted campaign by its code. */
	output(ends: Map<string, CampaignEnd>): Promise<INodeExecutionData[]>;
}

/**
 * Waits for the end of all accepted campaigns: puts the execution to wait until notifications have
 * told it, or the time limit comes (design, "Semantics", point 4).
 *
 * @returns the node's output, if all had ended already; otherwise what n8n puts out at the limit
 */
export async function awaitCampaigns(
	context: IExecuteFunctions,
	{ channel, sent, startsAt, output }: AwaitedRun,
): Promise<INodeExecutionData[][]> {
	const accepted = sent.flatMap(({ outcome }) => ('accepted' in outcome ? [outcome.accepted] : []));
	if (accepted.length === 0) return [await output(new Map())];
	const ends = await endsByStatus(context, accepted);
	if (ends.size === accepted.length) return [await output(ends)];

	const minutes = Number(runOption(context, 'waitLimit', DEFAULT_WAIT_MINUTES));
	const limit = notEndedBy(minutes);
	const items = await output(new Map(accepted.map(({ taskId }) => [String(taskId), limit])));
	leaveForLater(context, items);
	await context.putExecutionToWait(new Date(Math.max(startsAt, Date.now()) + minutes * 60_000));
	void lookOnceWaiting(context, await resumeAddress(context, channel));
	return [items];
}

async function endsByStatus(
	context: IExecuteFunctions,
	accepted: IDataObject[],
): Promise<Map<string, CampaignEnd>> {
	const ends = new Map<string, CampaignEnd>();
	for (const { taskId, recipients } of accepted) {
		const code = String(taskId);
		const reply = await postToService(context, endpoints.campaign, {
			tid: code,
			act: 'status',
		}).catch(() => undefined);
		const end = reply && endOfStatus(campaignStatusOf(code, reply), recipients as number);
		if (end !== undefined) ends.set(code, end);
	}
	return ends;
}

/**
 * Puts the items where n8n finds them when it goes on: it passes a waiting node's input on as its
 * output, and pairs each item with the input item of the same position.
 */
function leaveForLater(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	const inputs = context.getInputData();
	const executeData = context.getExecuteData();
	const isInPlace = items.every(({ pairedItem }, index) => positionOf(pairedItem) === index);
	executeData.data.main = [
		items.map(({ error, ...item }) => {
			if (error === undefined) return item;
			const position = positionOf(item.pairedItem);
			// Shapes that every version of n8n takes for an error; an error object would not survive the database.
			const row = isInPlace ? {} : { message: { ...inputs[position].json, item: position } };
			return { ...item, json: { error: error.message, ...row } };
		}),
	];
	// Without a source n8n adds no input item to an error item: it would be somebody else's.
	const hasErrors = items.some(({ error }) => error !== undefined);
	if (hasErrors && !isInPlace) executeData.source = null;
}

/** The one input item an output item is paired to. */
function positionOf(pairedItem: INodeExecutionData['pairedItem']): number {
	return typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : -1;
}

/**
 * Calls the execution's own resume URL once n8n has saved it: a notification that came before was
 * answered with a conflict and lost. Where this is lost too, the time limit still ends the wait.
 */
async function lookOnceWaiting(context: IExecuteFunctions, address: string): Promise<void> {
	const signal = context.getExecutionCancelSignal();
	for (let looks = 0; looks < MOST_LOOKS && !signal?.aborted; looks++) {
		await sleep(LOOK_EVERY_MS);
		const status = await context.helpers
			.httpRequest({
				url: `${address}&${LOOK_PARAMETER}=1`,
				timeout: LOOK_TIMEOUT_MS,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			})
			.then(({ statusCode }: { statusCode: number }) => statusCode)
			.catch(() => undefined);
		if (status !== CONFLICT) return;
	}
}
