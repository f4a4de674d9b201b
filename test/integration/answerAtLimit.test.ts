// If this fails, a workflow goes on as timed out although someone answered, or goes on twice.
import { setImmediate as turn } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { open } from './harness/answerPage';
import { askingN8n, endOf, MANAGER } from './harness/asking';

/** An answer and the end of the time for it: one of them counts, for everyone. */
const { service, ask, answer, link } = askingN8n();
// Hours pass when a test says so; what n8n and the service need passes as usual.
beforeEach(() => {
	const doNotFake = ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] as const;
	jest.useFakeTimers({ advanceTimers: true, doNotFake: [...doNotFake] });
});
afterEach(() => jest.useRealTimers());
const HOUR = 3_600_000;
const OTHER = '0570002234';
const limited = (seconds: number, more: INodeParameters = {}) => ({
	limitWaitTime: {
		values: {
			...{ limitType: 'afterTimeInterval', resumeUnit: 'minutes' },
			resumeAmount: seconds / 60,
		},
	},
	...more,
});

it('what the others read is what the workflow goes on with, once', async () => {
	const execution = await ask({
		phoneNumbers: `${MANAGER}, ${OTHER}`,
		options: limited(9, { tellOthers: true }),
	});
	// Telling them takes longer than there is time left.
	service.control.addFaults([{ kind: 'delay', ms: 9_500 }]);
	const before = service.bodies().length;
	const answered = answer({ decision: 'approve' });
	while (service.bodies().length === before) await turn();
	await jest.advanceTimersByTimeAsync(9_200);
	// A call at the limit would have been answered by then.
	for (let turns = 0; turns < 300; turns++) await turn();
	await jest.advanceTimersByTimeAsync(300);
	expect((await answered).html).toContain('Thank you');
	expect(await endOf(execution)).toMatchObject([{ approved: true, timedOut: false }]);
	await jest.advanceTimersByTimeAsync(3 * 60_000);
	expect(execution.resumed).toBe(1);
	expect(service.bodies().at(-1)?.msg).toContain(`Answered by ${MANAGER}: Approve`);
});

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
