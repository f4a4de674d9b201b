import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Channel } from '../../notifications/notificationAddress';
import { postAccepted } from '../../engine/postAccepted';
import { campaignStatusOf, statusQuestion } from '../campaignStatus';
import type { SentRequest } from '../campaignMemory';
import { runOption } from '../runOptions';
import { endOfStatus, notSeenToEnd, type CampaignEnd } from './campaignEnd';
import { leaveForLater } from './leaveForLater';
import { resumeAddress } from './resumeAddress';
import { watchWait } from './watchWait';

/** Minutes to wait when the options say nothing. */
export const DEFAULT_WAIT_MINUTES = 60;

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
 * told it, or the time limit comes. A campaign to one number has no
 * status; nobody waits for it.
 *
 * @returns the node's output, if all had ended already; otherwise what n8n shows while it waits
 */
export async function awaitCampaigns(
	context: IExecuteFunctions,
	{ channel, sent, startsAt, output }: AwaitedRun,
): Promise<INodeExecutionData[][]> {
	const accepted = sent.flatMap(({ outcome }) => ('accepted' in outcome ? [outcome.accepted] : []));
	const codes = accepted.map(({ taskId }) => String(taskId));
	const ends = await endsByStatus(context, accepted);
	const open = codes.filter((code) => !ends.has(code));
	if (open.length === 0) return [await output(ends)];

	for (const code of open) ends.set(code, notSeenToEnd());
	const items = await output(ends);
	const address = await resumeAddress(context, channel);
	const minutes = Number(runOption(context, 'waitLimit', DEFAULT_WAIT_MINUTES));
	const limitAt = Math.max(startsAt, Date.now()) + minutes * 60_000;
	await context.putExecutionToWait(new Date(limitAt));
	// Only now: an execution that cannot wait puts its items out by its input.
	leaveForLater(context, items);
	void watchWait({
		address,
		executionId: context.getExecutionId(),
		codes: open,
		startsAt,
		limitAt,
		cancelled: context.getExecutionCancelSignal(),
	});
	return [campaignsFirst(items)];
}

async function endsByStatus(
	context: IExecuteFunctions,
	accepted: IDataObject[],
): Promise<Map<string, CampaignEnd>> {
	const ends = new Map<string, CampaignEnd>();
	for (const { taskId, recipients } of accepted) {
		const code = String(taskId);
		const reply = await postAccepted(context, statusQuestion(code)).catch(
			// What is not told now is asked again by the execution that waits.
			() => undefined,
		);
		const end = reply && endOfStatus(campaignStatusOf(code, reply), recipients as number);
		if (end !== undefined) ends.set(code, end);
	}
	return ends;
}

/** "Retry On Fail" runs the node again when its first item is an error, now with what was left as input. */
function campaignsFirst(items: INodeExecutionData[]): INodeExecutionData[] {
	const isFailed = ({ json }: INodeExecutionData) =>
		Number(json.error !== undefined && json.error !== null);
	return [...items].sort((one, other) => isFailed(one) - isFailed(other));
}
