import { SEAL_MS } from './seal';

/** Wrong codes after which no further one is tried on a page. The service sets no limit. */
const MOST_TRIES = 5;

interface Tries {
	count: number;
	since: number;
}

/** Tries by what they are counted for, in this process: nothing can be kept with an execution that waits. */
const known = new Map<string, Tries>();

/**
 * Takes one of the tries, before the answer is there: several at once would all find some left.
 *
 * @param key what they are counted for
 * @returns what gives it back; undefined when none is left
 */
export function takeTry(key: string): (() => void) | undefined {
	const now = Date.now();
	for (const [each, { since }] of known) if (now - since > SEAL_MS) known.delete(each);
	const tries = known.get(key) ?? { count: 0, since: now };
	known.set(key, tries);
	if (tries.count >= MOST_TRIES) return undefined;
	tries.count++;
	return () => tries.count--;
}
