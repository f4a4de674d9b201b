// If this fails, a workflow goes on as timed out although someone answered, or goes on twice.
import { open } from './harness/answerPage';
import { askingN8n, endOf } from './harness/asking';

/** An answer and the end of the time for it: one of them counts, for everyone. */
const { ask, link } = askingN8n();
// Hours pass when a test says so; what n8n and the service need passes as usual.
beforeEach(() => {
	const doNotFake = ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] as const;
	jest.useFakeTimers({ advanceTimers: true, doNotFake: [...doNotFake] });
});
afterEach(() => jest.useRealTimers());
const HOUR = 3_600_000;
const limited = (seconds: number) => ({ limitWaitTime: seconds / 60 });

it('has no one answer when the time is over, and ends then', async () => {
	const execution = await ask({ options: limited(HOUR / 1_000) });
	const address = link();
	// Not by n8n, which would go on later.
	await jest.advanceTimersByTimeAsync(HOUR);
	expect(await endOf(execution)).toMatchObject([{ approved: false, timedOut: true }]);
	expect((await open(address)).status).not.toBe(200);
	expect(execution.resumed).toBe(1);
});

it('leaves n8n no timer that could end a later wait: it goes on by itself only long after', async () => {
	const before = Date.now();
	const { waitTill } = await ask({ options: limited(60) });
	// n8n's timers are set up to 70 seconds ahead, and stay when the execution goes on.
	expect(waitTill! - before).toBeGreaterThan(60_000 + 70_000);
});

it('does not end before its time, whatever asks for it', async () => {
	const execution = await ask({ options: limited(60) });
	const asked = new URL(link());
	const forged = `${asked.origin}${asked.pathname}?look=last`;
	expect((await open(forged)).status).not.toBe(200);
	// The key of a link opens its page, and ends nothing.
	await open(`${forged}&k=${asked.searchParams.get('k')}`);
	asked.searchParams.set('look', 'last');
	await open(asked.toString());
	expect(execution.resumed).toBe(0);
});
