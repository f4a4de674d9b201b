import type { FaultRule } from '../../../emulator';

/** A way in which a request that must happen once fails. */
export interface RequestFault extends Omit<FaultRule, 'nth'> {
	name: string;
	/** Whether the node can know that nothing was done: then a try again is right. */
	isCertain: boolean;
}

export const requestFaults: RequestFault[] = [
	{ name: 'reset before acceptance', kind: 'resetBefore', isCertain: false },
	{ name: 'reset after acceptance', kind: 'resetAfter', isCertain: false },
	{ name: 'HTTP 500 before acceptance', kind: 'http500', isCertain: false },
	{ name: 'HTTP 500 after acceptance', kind: 'http500', accept: true, isCertain: false },
	{ name: 'cut JSON', kind: 'cutJson', isCertain: false },
	{ name: 'empty body', kind: 'emptyBody', isCertain: false },
	{ name: 'HTTP 429', kind: 'http429', retryAfter: 0, isCertain: true },
	{ name: 'plain error', kind: 'plainError', isCertain: true },
	{ name: 'error without action', kind: 'errorWithoutAction', isCertain: true },
];
