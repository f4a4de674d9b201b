// If this fails, n8n answers no one while a node works.
import type { IExecuteFunctions } from 'n8n-workflow';

import { filesOfItems } from '../../nodes/shared/run/rowsKind';
import { planListRequests, planRequests } from '../../nodes/shared/run/planRequests';

/** While a node looks at many items without a pause, n8n answers no one. */
const count = 1_000;
const rows = Array.from({ length: count }, (_, item) => ({
	...{ item, phone: `05${10_000_000 + item}`, content: `${item}`, settingsKey: 's' },
}));
const context = {
	getNode: () => ({ parameters: { fileFrom: 'input' } }),
	getNodeParameter: () => 'data',
	getInputData: () => rows.map((json) => ({ json })),
	helpers: {},
} as unknown as IExecuteFunctions;

/** How often work pauses that takes a millisecond between two looks at the clock. */
async function pausesOf(work: () => Promise<unknown>): Promise<number> {
	let now = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => now++);
	const timers = jest.spyOn(globalThis, 'setTimeout');
	await work();
	return timers.mock.calls.length;
}

afterEach(() => jest.restoreAllMocks());

describe('n8n gets its turn again and again', () => {
	it.each<[string, number, () => Promise<unknown>]>([
		[
			'while rows become requests, and requests are filled',
			2 * count,
			async () => await planRequests(rows, { mergeDuplicates: true, capacity: 1 }),
		],
		[
			'while rows become requests to lists',
			count,
			async () => await planListRequests(rows, { mergeDuplicates: true }),
		],
		['while files are looked at', count, async () => await filesOfItems(context, {} as never)],
	])('%s', async (_when, ms, work) => {
		expect(await pausesOf(work)).toBeGreaterThan(ms / 50);
	});
});
