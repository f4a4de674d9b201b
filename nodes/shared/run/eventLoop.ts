import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which n8n gets its turn. */
const WORK_MS = 25;

/** Lets n8n do other work in between: `if (giveWay.isDue()) await giveWay.now();` */
export interface GiveWay {
	/** Whether this node has worked long enough without a pause. Ask often: it mostly just looks at the clock. */
	isDue(): boolean;
	/** Ends once n8n had its turn. */
	now(): Promise<void>;
}

/**
 * Makes what gives way to n8n's other work. Asking and pausing are two steps, since to await what is
 * not due costs a promise for each of 100,000 items.
 */
export function givingWay(): GiveWay {
	let since = Date.now();
	return {
		isDue: () => Date.now() - since >= WORK_MS,
		now: async () => {
			await sleep(0);
			since = Date.now();
		},
	};
}
