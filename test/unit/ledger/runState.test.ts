// If this fails, a run makes more requests at once than it may, or keeps n8n from its other work.
import type { IExecuteFunctions } from 'n8n-workflow';

import { eachAtOnce, eachGivingWay, runState } from '../../../nodes/shared/ledger/runState';

/** A run of a node, whose option Max Concurrent Requests has a value. */
function contextOf(atOnce: unknown, name = 'Send', data: object = {}) {
	return {
		getExecuteData: () => data,
		getExecutionCancelSignal: () => undefined,
		getNode: () => ({ name, parameters: {} }),
		getNodeParameter: () => {
			if (atOnce === 'fails') throw new Error('No');
			return atOnce;
		},
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getContext: () => ({}),
	} as unknown as IExecuteFunctions;
}

it.each([
	[5, 5],
	[2.9, 2],
	[1, 1],
	[-3, 1],
	[0, 20],
	['many', 20],
	['fails', 20],
])('Max Concurrent Requests of %p lets a run make %p at once', async (value, atOnce) => {
	const { requestsAtOnce, inTurn } = runState(contextOf(value));
	let [now, done] = [0, 0];
	const mostOf30 = async () => {
		let most = 0;
		let end = () => {};
		const full = new Promise<void>((resolve) => (end = resolve));
		const request = async () => {
			most = Math.max(most, ++now);
			// One too many would begin until then.
			if (now === atOnce) setTimeout(end, 20);
			await full;
			now--;
			done++;
		};
		await Promise.all(Array.from({ length: 30 }, async () => await inTurn(request)));
		return most;
	};
	expect([await mostOf30(), await mostOf30()]).toEqual([atOnce, atOnce]);
	expect([requestsAtOnce, done]).toEqual([atOnce, 60]);
});

it('lets n8n write before every third request', async () => {
	const turns: Array<() => void> = [];
	jest
		.spyOn(globalThis, 'setTimeout')
		.mockImplementation(((next: () => void) => turns.push(next)) as never);
	const { inTurn } = runState(contextOf(20));
	let begun = 0;
	for (let all = 0; all < 7; all++) void inTurn(async () => await Promise.resolve(++begun));
	const seen: number[] = [];
	for (const next of [() => {}, () => turns[0](), () => turns[1]()]) {
		next();
		await new Promise((resolve) => setImmediate(resolve));
		seen.push(begun);
	}
	jest.restoreAllMocks();
	expect(seen).toEqual([2, 5, 7]);
});

it.each([
	[true, 'The execution was canceled'],
	[false, 'made'],
])('a run that is canceled (%p) makes no more requests', async (aborted, said) => {
	const context = { ...contextOf(1), getExecutionCancelSignal: () => ({ aborted }) };
	const request = runState(context as IExecuteFunctions).inTurn(
		async () => await Promise.resolve('made'),
	);
	expect(await request.catch((error: Error) => error.message)).toBe(said);
});

it('is one for each node, for all calls that n8n makes of it on the same data', () => {
	const data = {};
	const [first, again, other, later] = [
		...[contextOf(1, 'Send', data), contextOf(1, 'Send', data), contextOf(1, 'Call', data)],
		contextOf(1, 'Send'),
	].map(runState);
	expect(again).toBe(first);
	expect(new Set([first, other, later]).size).toBe(3);
});

it('lets n8n do its other work each 25 ms, and walks that run at once share that pause', async () => {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const pauses = jest.spyOn(globalThis, 'setTimeout');
	const walk = async (ms: number[]) => await eachGivingWay(ms, (each) => (now += each));
	await walk([24, 0, 0]);
	expect(pauses).toHaveBeenCalledTimes(0);
	await walk([25, 24, 1, 25, 0]);
	expect(pauses).toHaveBeenCalledTimes(3);
	await eachAtOnce(
		[25, 0, 0, 25, 0, 0],
		3,
		async (each) => await Promise.resolve(void (now += each)),
	);
	expect(pauses).toHaveBeenCalledTimes(5);
	jest.restoreAllMocks();
});
