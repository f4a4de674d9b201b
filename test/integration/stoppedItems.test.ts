// If this fails, no one can find the row that stopped a run.
import type { FaultRule } from '../../emulator/faults/faults';
import { perItemOperations } from '../operations';
import { manyItems } from '../operations/items';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A run that stops names the phone of each row, by which a person finds it in a table. */
const service = serviceForTests();

const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const toPhones = perItemOperations.filter(({ parameters }) =>
	JSON.stringify(parameters).includes('$json.phone'),
);

it.each(toPhones)('$name names the phone of a bad item', async ({ node, parameters, prepare }) => {
	await prepare?.(service);
	const items = manyItems(3).map((item, index) => (index === 1 ? { ...item, phone: '12' } : item));
	const { error } = await runNode({
		...{ node: node(), credential: service.credential(), items, parameters },
	});
	expect(sentencesOf(error).all).toContain('Item 1 (12): ');
});

it.each(toPhones.filter(({ definition }) => definition.effect === 'once'))(
	'$name names the phone of rows that an earlier try sent, or may have',
	async ({ node, parameters, prepare, definition }) => {
		await prepare?.(service);
		const endpoint = definition.endpoint.replace(/^\/extApi\/|\.php$/g, '');
		service.control.addFaults([{ endpoint, kind: 'cutJson', nth: 2 } as FaultRule]);
		const { error } = await runNode({
			...{ node: node(), credential: service.credential(), items: manyItems(2), parameters },
			settings: RETRY,
		});
		const said = sentencesOf(error).all;
		for (const item of [0, 1]) expect(said).toContain(`Item ${item} (05`);
	},
);
