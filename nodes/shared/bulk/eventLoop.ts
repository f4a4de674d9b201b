import { sleep } from 'n8n-workflow';

/** Milliseconds of work after which n8n gets its turn. */
const WORK_MS = 25;

/** Lets n8n do other work if it is time; nothing to wait for otherwise. */
export type GiveWay = () => Promise<void> | undefined;

/**
 * Makes a function that lets n8n do other work when this node has worked long enough without a
 * pause. Call it often: it mostly just looks at the clock.
 */
export function givingWay(): GiveWay {
	let since = Date.now();
	return () => {
		if (Date.now() - since < WORK_MS) return undefined;
		return sleep(0).then(() => {
			since = Date.now();
		});
	};
}
