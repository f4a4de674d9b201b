import { timingSafeEqual } from 'crypto';

/** Compares what came as a key with the right one, in a time that tells nothing of how much of it fits. */
export function sameKey(given: unknown, right: string): boolean {
	if (typeof given !== 'string') return false;
	const [one, other] = [Buffer.from(given), Buffer.from(right)];
	return one.length === other.length && timingSafeEqual(one, other);
}
