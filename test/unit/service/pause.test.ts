// If this fails, a wait takes longer than asked, or cannot be canceled.
import { NodeApiError, type IExecuteFunctions, type INode } from 'n8n-workflow';

import { pause } from '../../../nodes/shared/service/pause';
import { deadlineIn, withRetryAfter } from '../../../nodes/shared/service/postRequest';

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

/** What comes of a request that fails always, or so many times, and is canceled after so many looks: the seconds slept, how often it was made, the error. */
async function repeated(error: Error, times = Infinity, looks = Infinity) {
	let looked = 0;
	const signal = {
		get aborted() {
			return ++looked > looks;
		},
	};
	const context = {
		getNode: () => ({ name: 'Send', type: 'extApiSms', parameters: {} }),
		getExecutionCancelSignal: () => signal,
	} as unknown as IExecuteFunctions;
	let made = 0;
	const request = async () => {
		if (++made > times) return 'done';
		return await Promise.reject(error);
	};
	let thrown: unknown;
	const sleeps = await sleepsOf(async () => {
		await withRetryAfter(context, request).catch((caught: unknown) => (thrown = caught));
	});
	return { made, slept: sleeps.reduce((sum, ms) => sum + ms, 0) / 1000, thrown };
}

const turnedAway = (retryAfterSeconds?: number, httpCode = '429') => {
	const error = new NodeApiError({ name: 'Send' } as INode, {}, { httpCode });
	return Object.assign(error, { context: { retryAfterSeconds } });
};

describe('a request that the service turned away', () => {
	it.each([
		['a second, where the service names no time', undefined, 1],
		['nothing, where it asks for none', 0, 0],
		['a minute at most', 60, 60],
	])('is made again after %s', async (_what, seconds, slept) => {
		const done = { made: 2, slept, thrown: undefined };
		expect(await repeated(turnedAway(seconds), 1)).toEqual(done);
	});

	it('is made four times in all', async () => {
		const error = turnedAway(2);
		expect(await repeated(error)).toEqual({ made: 4, slept: 6, thrown: error });
		expect(await repeated(error, 3)).toEqual({ made: 4, slept: 6, thrown: undefined });
	});

	it.each([
		['for longer than a minute', turnedAway(61)],
		['for another reason', turnedAway(1, '503')],
	])('%s is not made again', async (_what, error) => {
		expect(await repeated(error, 1)).toEqual({ made: 1, slept: 0, thrown: error });
	});

	it('is not made again once the execution is canceled, before the pause or in it', async () => {
		const error = turnedAway(2);
		expect(await repeated(error, 9, 0)).toEqual({ made: 1, slept: 0, thrown: error });
		expect(await repeated(error, 9, 3)).toEqual({ made: 1, slept: 0.5, thrown: error });
	});
});

it('what broke a request without a word of n8n may have left', async () => {
	const { thrown } = await repeated(new Error('Oops'), 1);
	expect(thrown).toBeInstanceOf(NodeApiError);
	expect((thrown as NodeApiError).context.outcome).toBe('unknown');
});

it('a deadline is no later than Node can wait for: it would pass at once', () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	for (const ms of [1, 2 ** 31 - 1, 2 ** 31]) deadlineIn(ms);
	const asked = timeout.mock.calls.flat();
	timeout.mockRestore();
	expect(asked).toEqual([1, 2 ** 31 - 1, 2 ** 31 - 1]);
});
