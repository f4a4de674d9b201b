// If this fails, a wait takes longer than asked, or cannot be canceled.
import { NodeApiError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { pause } from '../../../nodes/shared/service/pause';
import { withRetryAfter } from '../../../nodes/shared/service/postRequest';

/** The milliseconds of each sleep, none of which is waited for. */
async function sleepsOf(waiting: () => Promise<void>): Promise<number[]> {
	const timer = jest.spyOn(globalThis, 'setTimeout').mockImplementation((done) => {
		(done as () => void)();
		return undefined as unknown as NodeJS.Timeout;
	});
	try {
		await waiting();
		return timer.mock.calls.map(([, ms]) => Math.round(ms!));
	} finally {
		timer.mockRestore();
	}
}

it('waits as long as it was asked to, in looks', async () => {
	expect(await sleepsOf(async () => await pause(0.6, () => false))).toEqual([250, 250, 100]);
	expect(await sleepsOf(async () => await pause(3, () => false, 1))).toEqual([1000, 1000, 1000]);
});

it('is over at the look that finds nothing to wait for', async () => {
	let looks = 0;
	expect(await sleepsOf(async () => await pause(60, () => ++looks > 2))).toEqual([250, 250]);
});

it('is a second before a request is repeated, where the service names no time', async () => {
	const context = { getExecutionCancelSignal: () => undefined } as unknown as IExecuteFunctions;
	const request = jest.fn().mockResolvedValue('done');
	request.mockRejectedValueOnce(
		new NodeApiError({ name: 'Send' } as INode, {}, { httpCode: '429' }),
	);
	const sleeps = await sleepsOf(async () => void (await withRetryAfter(context, request)));
	expect(sleeps).toEqual([250, 250, 250, 250]);
});
