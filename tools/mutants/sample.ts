/** Numbers from 0 to below 1, always the same ones for a seed. */
function randomNumbers(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * So many of them in random order, always the same ones for a seed; all when there are no more. The first of them are a
 * sample, too.
 */
export function sample<T>(all: T[], count: number, seed: number): T[] {
	const random = randomNumbers(seed);
	const shuffled = all.map((each) => ({ each, place: random() }));
	return shuffled
		.sort((a, b) => a.place - b.place)
		.slice(0, count)
		.map(({ each }) => each);
}
