import type { IContextObject } from 'n8n-workflow';

/** The part of a run's state it needs. */
interface Run {
	runIndex: number;
	memory: IContextObject;
}

/**
 * Which message of the run to a recipient one is, counted from 0; the same message again is the same.
 *
 * @param item the input item it comes from
 * @param index which of the item's recipients
 * @param recipient in the form that is compared
 * @param message what two must share to be one message
 */
export type NthMessage = (
	item: number,
	index: number,
	recipient: string,
	message: string,
) => number;

const MEMORY_KEY = 'extApiNthMessages';

/**
 * Counts the messages of a run to each recipient. A later try reads fewer items, so what the first one
 * counted is kept with the execution: item numbers, no phones and no texts.
 */
export function nthMessages(run: Run): NthMessage {
	run.memory[MEMORY_KEY] ??= {};
	const byRun = run.memory[MEMORY_KEY] as unknown as Record<number, Record<string, number>>;
	const earlierTry = byRun[run.runIndex];
	const counted = (byRun[run.runIndex] ??= {});
	const messages = new Map<string, string[]>();
	return (item, index, recipient, message) => {
		const place = `${item}:${index}`;
		if (earlierTry !== undefined) return earlierTry[place] ?? 0;
		const known = messages.get(recipient);
		if (known === undefined) {
			messages.set(recipient, [message]);
			return 0;
		}
		const same = known.indexOf(message);
		const nth = same === -1 ? known.push(message) - 1 : same;
		if (nth > 0) counted[place] = nth;
		return nth;
	};
}
