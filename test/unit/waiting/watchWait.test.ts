// If this fails, a campaign whose notification got lost is never looked at.
import type { IExecuteFunctions } from 'n8n-workflow';

import { watchWait, type WatchedWait } from '../../../nodes/shared/waiting/watchWait';

/** When a wait is looked at, by a clock that passes as soon as someone sleeps. */
const start = Date.UTC(2026, 10, 22);
const minute = 60_000;
const address = 'http://n8n.example/webhook-waiting/7?signature=s';

/** What is answered to the looks, in order, the last for all further ones; none: no one is there. */
type Answers = Array<number | undefined>;

async function looksOf(
	answers: Answers,
	wait: Partial<WatchedWait> = {},
	onLook: (count: number) => void = () => {},
	cancelled?: AbortSignal,
): Promise<string[]> {
	let now = start;
	const looks: string[] = [];
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation((done, ms = 0) => {
		now += ms;
		setImmediate(done as () => void);
		return undefined as unknown as NodeJS.Timeout;
	});
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
		looks.push(`${(now - start) / 1000} s ${new URL(url as string).searchParams.get('look')}`);
		onLook(looks.length);
		const status = answers[Math.min(looks.length, answers.length) - 1];
		if (looks.length > 50) throw new Error('It never ends');
		return status === undefined
			? await Promise.reject(new TypeError('fetch failed'))
			: new Response('', { status });
	});
	const { limitAt = start + 10 * minute } = wait;
	const context = { getExecutionCancelSignal: () => cancelled } as unknown as IExecuteFunctions;
	await watchWait(context, {
		...{ startsAt: start, limitAt },
		addressFor: (isLast) => `${address}&look=${isLast ? 'last' : 1}`,
		isOver: () => false,
		...wait,
	});
	return looks;
}
afterEach(() => jest.restoreAllMocks());

it('is looked at less and less often, and a last time at its limit', async () => {
	const times = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].map((seconds) => `${seconds} s 1`);
	expect(await looksOf([200])).toEqual([...times, '600 s last']);
});

it('is looked at every five minutes in the end', async () => {
	const looks = await looksOf([200], { limitAt: start + 30 * minute });
	expect(looks.slice(-3)).toEqual(['1412 s 1', '1712 s 1', '1800 s last']);
});

it('of a campaign that starts later is looked at from then on', async () => {
	const wait = { startsAt: start + 60 * minute, limitAt: start + 61 * minute };
	expect((await looksOf([200], wait))[0]).toBe('3601 s 1');
});

it('that n8n has not saved yet is looked at five times', async () => {
	expect(await looksOf([409])).toHaveLength(5);
	expect(await looksOf([409, 409, 409, 409, 200, 409])).toHaveLength(6);
});

it.each<[string, Answers, number]>([
	['runs again', [200, 409], 2],
	['is there no more', [200, 404], 2],
	['cannot be reached at first', [undefined, undefined, 200, 404], 4],
	['something else answers for', [401], 1],
	['n8n fails at for a moment', [200, 500, 502, 200, 404], 5],
	['n8n restarts under', [200, undefined, 200, 404], 4],
])('that %s', async (_name, answers, count) => {
	expect(await looksOf(answers)).toHaveLength(count);
});

it('whose last look fails is looked at again, until n8n goes on by itself', async () => {
	const wait = { startsAt: start + minute, limitAt: start + minute };
	const times = [60, 61, 63, ...Array.from({ length: 17 }, (_, nth) => 67 + 5 * nth)];
	const looks = times.map((at) => `${at} s last`);
	expect(await looksOf([500, undefined, 200], wait)).toEqual(looks.slice(0, 3));
	expect(await looksOf([500], wait)).toEqual(looks);
});

it('that has ended is not looked at any more', async () => {
	let looks = 0;
	const isOver = () => looks === 2;
	expect(await looksOf([200], { isOver }, (count) => (looks = count))).toHaveLength(2);
});

it('that someone has stopped is not looked at', async () => {
	expect(await looksOf([200], {}, undefined, AbortSignal.abort())).toEqual([]);
});
