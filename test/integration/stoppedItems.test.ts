// If this fails, nobody can find the row that stopped a run.
import { perItemOperations } from '../operations';
import { manyItems } from '../operations/items';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A run that stops names the phone of each row, by which a person finds it in a table. */
const service = serviceForTests();

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
