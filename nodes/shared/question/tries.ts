import { MapThatForgets } from '../sentBefore/mapThatForgets';
import { SEAL_MS } from './seal';

/** Wrong codes after which no further one is tried on a page. The service sets no limit. */
const MOST_TRIES = 5;

/** Tries by what they are counted for, in this process: nothing can be kept with an execution that waits. */
const known = new MapThatForgets<{ count: number }>(SEAL_MS);

/**
 * Takes one of the tries, before the answer is there: several at once would all find some left.
 *
 * @param key what they are counted for
 * @returns what gives it back; undefined when none is left
 */
export function takeTry(key: string): (() => void) | undefined {
	const tries = known.getOrMake(key, () => ({ count: 0 }));
	if (tries.count >= MOST_TRIES) return undefined;
	tries.count++;
	return () => tries.count--;
}
