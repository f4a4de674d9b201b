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
 * The sending nodes' webhook path below an execution's resume URL. Its own path keeps a late
 * notification from resuming a later Wait node of the same execution.
 */
export const RESUME_PATH = 'campaign';

/** Query parameter that names the wait, since an execution's next wait has the same URL. */
export const WAIT_PARAMETER = 'wait';

/** The campaigns that a node run waits for. */
interface AwaitedRun {
	channel: Channel;
	/** What the output says of each accepted campaign. */
	accepted: IDataObject[];
	/** When the last message is sent, in milliseconds since 1970. */
	sentAt: number;
	/** How long to wait after that, at most. */
	limitMs: number;
	/** Makes the output from the ends of accepted campaigns, by code. */
	output(ends: Map<string, CampaignEnd>): Promise<WaitingOutput>;
}

/**
 * Puts the execution to wait until all accepted campaigns have ended, or the time limit comes.
 *
 * @returns what n8n shows during the wait, or the node's output if nothing was accepted
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
	// Only now: if the execution cannot wait, its output needs the original input.
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

/** "Retry On Fail" runs a node again if its first item is an error, now with the stored rows. */
function campaignsFirst({ items, failed }: WaitingOutput): INodeExecutionData[] {
	const isFailed = (item: INodeExecutionData) => Number(failed.has(item));
	return [...items].sort((one, other) => isFailed(one) - isFailed(other));
}

/**
 * The URL for notifications to a waiting execution. Only a holder of the token can make its key:
 * n8n before 2.1 does not sign resume URLs.
 */
export async function resumeAddress(context: IExecuteFunctions, channel: Channel): Promise<string> {
	const { token } = await context.getCredentials('extApi');
	const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	const address = new URL(execution.resumeUrl);
	address.pathname = `${address.pathname.replace(/\/$/, '')}/${RESUME_PATH}`;
	const id = context.getExecutionId();
	return withKey(address, notificationKey(String(token), 'execution', id, channel));
}
