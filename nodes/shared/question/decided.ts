import { MapThatForgets } from '../sentBefore/mapThatForgets';
import { MINUTE_MS } from '../rules/times';
import type { Question } from './question';

/**
 * Questions that this process has seen decided, by an answer or by the end of the time, for the moment
 * until n8n has saved that the execution goes on: n8n 1.123 would resume it twice for two calls at the
 * same time. From 2.0 on n8n itself lets one of them through, also of several processes.
 */
const decided = new MapThatForgets<true>(MINUTE_MS);

/**
 * Lets the first answer of a question through, or the end of its time.
 *
 * @returns false for every further one
 */
export function decide(question: Question): boolean {
	if (isDecided(question)) return false;
	decided.set(keyOf(question), true);
	return true;
}

/** Tells whether a question was decided just now. */
export function isDecided(question: Question): boolean {
	return decided.has(keyOf(question));
}

/** Tells whether the time for answers is over. */
export function isOver({ limitAt = Infinity }: Question): boolean {
	return Date.now() >= limitAt;
}

function keyOf({ executionId, askedAt }: Question): string {
	return `${executionId} ${askedAt}`;
}
