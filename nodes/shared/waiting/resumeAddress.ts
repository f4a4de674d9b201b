import type { IExecuteFunctions } from 'n8n-workflow';

import { notificationKey, type Channel } from '../service/notificationAddress';

/**
 * Path of the sending nodes' webhook below an execution's resume URL. A path of its own keeps a late
 * notification from resuming a Wait node further down the same execution.
 */
export const RESUME_PATH = 'campaign';

/** Query parameter by which a node asks its own waiting execution to look at the statuses. */
export const LOOK_PARAMETER = 'look';
/** Its value when the time limit has come: the execution is to go on whatever the statuses are. */
export const LAST_LOOK = 'last';

/** Query parameter that names the wait the look is for: the next wait of the execution has the same address. */
export const WAIT_PARAMETER = 'wait';

/**
 * The address at which the service is to notify a waiting execution. Its key can only be made by
 * somebody with the token: n8n versions before 2.1 do not sign resume URLs.
 */
export async function resumeAddress(context: IExecuteFunctions, channel: Channel): Promise<string> {
	const { token } = await context.getCredentials('extApi');
	const execution = context.getWorkflowDataProxy(0).$execution as { resumeUrl: string };
	const address = new URL(execution.resumeUrl);
	address.pathname = `${address.pathname.replace(/\/$/, '')}/${RESUME_PATH}`;
	address.searchParams.set(
		'key',
		notificationKey(String(token), 'execution', context.getExecutionId(), channel),
	);
	// Last, so that a service that appends "?get=1" spoils no parameter that counts.
	address.searchParams.set('via', 'extapi');
	return address.toString();
}

/** Methods that only some versions of n8n have. */
interface OlderContext {
	getSignedResumeUrl?: IExecuteFunctions['getSignedResumeUrl'];
	/** Had by versions that check signatures of waiting executions only when asked to, by host. */
	setSignatureValidationRequired?: () => void;
}

/** Tells whether this n8n has signed addresses for waiting executions at all. */
export function hasSignedAddresses(context: IExecuteFunctions): boolean {
	return typeof (context as OlderContext).getSignedResumeUrl === 'function';
}

/**
 * An address of a waiting execution with its query. n8n signs it where it checks that: from 2.1 on it
 * asks for the signature of every operation named `sendAndWait`. Older versions would check it against
 * the host they believe to have, which is wrong behind many proxies, and only if asked to: there our key
 * has to do, and a message with it is shorter.
 */
export function signedAddress(context: IExecuteFunctions, query: Record<string, string>): string {
	const address = new URL(context.getSignedResumeUrl(query));
	if ('setSignatureValidationRequired' in context) address.searchParams.delete('signature');
	return address.toString();
}

/** Hosts that only this machine can reach. */
const LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/;

/** Tells whether a phone could never open an address. */
export function isLocalAddress(address: string): boolean {
	return LOCAL.test(new URL(address).hostname);
}
