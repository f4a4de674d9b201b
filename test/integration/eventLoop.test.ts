import type { INodeType } from 'n8n-workflow';

import type { Operation } from '../operations';
import { manyItems, perItemOperations } from './harness/everyOperation';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * n8n prepares the requests of a batch without a pause. While that lasts it does nothing else for
 * anybody, so every operation with a request per item goes out in small batches unless told otherwise.
 */
const service = serviceForTests();

const items = manyItems(100);
/** Ten batches: on a busy machine the work of one can use up the pause after it, but not again and again. */
const mostWithoutPause = 50;

/** Counts the event loop's turns, and notes in which of them n8n prepares each item. */
function watchPreparation(node: INodeType) {
	const turnOfItem: number[] = [];
	let turn = 0;
	let pending = setImmediate(function next() {
		turn++;
		pending = setImmediate(next);
	});
	node.description.properties.unshift({
		displayName: 'Probe',
		name: 'probe',
		type: 'hidden',
		default: '',
		routing: {
			send: {
				preSend: [
					async (request) => {
						turnOfItem.push(turn);
						return request;
					},
				],
			},
		},
	});
	return { turnOfItem, stop: () => clearImmediate(pending) };
}

/**
 * A busy machine can make the pauses after all batches end while the work of the first lasts, now and then. Without
 * pauses it is so every time.
 */
const tries = 5;

describe('event loop', () => {
	it.each(perItemOperations)('$name lets n8n breathe between items', async (operation) => {
		let tooLate: number[] = [];
		for (let attempt = 0; attempt < tries; attempt++) {
			const turnOfItem = await turnsOf(operation);
			tooLate = turnOfItem.filter((turn, at) => turn === turnOfItem[at - mostWithoutPause]);
			expect(turnOfItem).toHaveLength(items.length);
			if (tooLate.length === 0) break;
			service.control.reset();
		}
		expect(tooLate).toEqual([]);
	});
});

/** The event loop's turn in which each item was prepared. */
async function turnsOf({ node: makeNode, parameters, prepare }: Operation): Promise<number[]> {
	await prepare?.(service);
	const node = makeNode();
	const { turnOfItem, stop } = watchPreparation(node);
	await runNode({
		node,
		credential: service.credential('demo-token-full'),
		items,
		parameters,
		settings: { onError: 'continueRegularOutput' },
	});
	stop();
	return turnOfItem;
}
