// How an execution waits for its campaigns.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { putToWait } from '../n8n/waits';
import { notificationKey, withKey, type Channel } from '../service/notificationAddress';
import { notSeenToEnd, type CampaignEnd } from './campaignEnd';
import { pendingWait, waitId } from './pendingWaits';
import {
	awaitedCampaigns,
	leaveForLater,
	rememberAwaits,
	type WaitingOutput,
} from './waitingItems';
import { LAST_LOOK, LOOK_PARAMETER, n8nGoesOnAt, watchWait } from './watchWait';

/**
 * Path of the sending nodes' webhook below an execution's resume URL. A path of its own keeps a late
 * notification from resuming a Wait node further down the same execution.
 */
export const RESUME_PATH = 'campaign';

/** Query parameter that names the wait the look is for: the next wait of the execution has the same URL. */
export const WAIT_PARAMETER = 'wait';

/** The campaigns of one node run that are to be awaited. */
interface AwaitedRun {
	channel: Channel;
	/** What the output says of each accepted campaign. */
	accepted: IDataObject[];
	/** When the last message is sent, in milliseconds since 1970, and how many milliseconds after that to wait at most. */
	sentAt: number;
	limitMs: number;
	/** Makes the output, given the end of each accepted campaign by its code. */
	output(ends: Map<string, CampaignEnd>): Promise<WaitingOutput>;
}

/**
 * Puts the execution to wait until notifications tell of the end of all accepted campaigns, or the time limit comes.
 *
 * @returns what n8n shows while it waits; the node's output if nothing was accepted
 */
export async function awaitCampaigns(
	context: IExecuteFunctions,
	{ channel, accepted, sentAt, limitMs, output }: AwaitedRun,
): Promise<INodeExecutionData[][]> {
	const made = await output(
		new Map(accepted.map(({ taskId }) => [String(taskId), notSeenToEnd()])),
	);
	if (accepted.length === 0) return [made.items];
	const address = await resumeAddress(context, channel);
	const limitAt = Math.max(sentAt, Date.now()) + limitMs;
	const goesOnAt = n8nGoesOnAt(limitAt);
	await putToWait(context, new Date(goesOnAt));
	// Only now: an execution that cannot wait puts its items out by its input.
	const awaits = leaveForLater(context, made);
	rememberAwaits(context, awaits);
	const awaited = await awaitedCampaigns(awaits);
	const id = waitId(context.getExecutionId(), awaited.keys());
	pendingWait(id).goesOnAt = goesOnAt;
	void watchWait(context, {
		...{ startsAt: sentAt, limitAt },
		addressFor: (isLast) =>
			`${address}&${WAIT_PARAMETER}=${id}&${LOOK_PARAMETER}=${isLast ? LAST_LOOK : 1}`,
		isOver: () => pendingWait(id).resumedAt !== undefined,
	});
	return [campaignsFirst(made)];
}

/** "Retry On Fail" runs the node again when its first item is an error, now with what was left as input. */
function campaignsFirst({ items, failed }: WaitingOutput): INodeExecutionData[] {
	const isFailed = (item: INodeExecutionData) => Number(failed.has(item));
	return [...items].sort((one, other) => isFailed(one) - isFailed(other));
}

/**
 * The URL at which the service is to notify a waiting execution. Its key can only be made by
 * someone with the token: n8n versions before 2.1 do not sign resume URLs.
 */
export async function resumeAddress(context: IExecuteFunctions, channel: Channel): Promise<string> {
	const { token } = await context.getCredentials('extApi');
	const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	const address = new URL(execution.resumeUrl);
	address.pathname = `${address.pathname.replace(/\/$/, '')}/${RESUME_PATH}`;
	const id = context.getExecutionId();
	return withKey(address, notificationKey(String(token), 'execution', id, channel));
}
