// If this fails, n8n answers no one while a node prepares many items.
import { perItemOperations, type Operation } from '../operations';
import { manyItems } from '../operations/items';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Without pauses while a node prepares many items, n8n answers no one. */
const service = serviceForTests();

const items = manyItems(40);

/** How often an operation pauses, by a clock by which each look at it takes longer than n8n may be kept waiting. */
async function pausesOf({ node, parameters, prepare }: Operation): Promise<number> {
	await prepare?.(service);
	let passed = 0;
	const now = Date.now();
	const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + (passed += 30));
	const timers = jest.spyOn(globalThis, 'setTimeout');
	try {
		await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		return timers.mock.calls.filter(([, ms]) => ms === 0).length;
	} finally {
		clock.mockRestore();
		timers.mockRestore();
	}
}

describe('event loop', () => {
	it.each(perItemOperations)('$name lets n8n breathe between items', async (operation) => {
		expect(await pausesOf(operation)).toBeGreaterThanOrEqual(items.length);
	});
});
