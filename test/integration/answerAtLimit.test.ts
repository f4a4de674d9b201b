// If this fails, a workflow goes on as timed out although somebody answered, or goes on twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';

import { open } from './harness/answerPage';
import { askingN8n, endOf, MANAGER } from './harness/asking';

/** An answer and the end of the time for it: one of them counts, for everybody. */
const { service, ask, answer, link } = askingN8n();
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

it.each([1, 2] as const)(
	'what the others were told is what the workflow goes on with, once (n8n %i)',
	async (version) => {
		const execution = await ask(
			{ phoneNumbers: `${MANAGER}, ${OTHER}`, options: limited(6, { tellOthers: true }) },
			{ version },
		);
		// Telling them takes longer than there is time left.
		service.control.changeSettings({ latencyMs: 7_000 });
		const page = await answer({ decision: 'approve' });
		service.control.changeSettings({ latencyMs: 0 });
		expect(page.html).toContain('Thank you');
		expect(await endOf(execution)).toMatchObject([{ approved: true, timedOut: false }]);
		await sleep(1_500);
		expect(execution.resumed).toBe(1);
		expect(service.bodies().at(-1)?.msg).toContain(`Answered by ${MANAGER}: Approve`);
	},
);

it('has nobody answer when the time is over, and ends then', async () => {
	const execution = await ask({ options: limited(1) });
	const address = link();
	const began = Date.now();
	expect(await endOf(execution)).toMatchObject([{ approved: false, timedOut: true }]);
	expect(Date.now() - began).toBeLessThan(4_000);
	expect((await open(address)).status).not.toBe(200);
	expect(execution.resumed).toBe(1);
});

it('leaves n8n no timer that could end a later wait: it goes on by itself only long after', async () => {
	const before = Date.now();
	const { waitTill } = await ask({ options: limited(60) });
	// n8n's timers are set up to 70 seconds ahead, and stay when the execution goes on.
	expect(waitTill! - before).toBeGreaterThan(60_000 + 70_000);
});

it('does not end before its time, whoever asks for it', async () => {
	const execution = await ask({ options: limited(60) });
	const asked = new URL(link());
	for (const query of ['look=last', `look=last&k=${asked.searchParams.get('k')}`]) {
		const forged = new URL(`${asked.origin}${asked.pathname}?${query}`);
		expect((await open(forged.toString())).status).not.toBe(200);
	}
	asked.searchParams.set('look', 'last');
	await open(asked.toString());
	expect(execution.resumed).toBe(0);
});
