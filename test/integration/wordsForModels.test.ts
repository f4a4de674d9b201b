// If this fails, a model that calls a tool reads about an editor that it does not have.
import { everyOperation } from '../operations';
import { withValue } from '../operations/withValue';
import { failureOf, runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();

/** Set by a person, who chose the file or the template of the tool. */
const OF_PERSON = ['fileField', 'fileFrom', 'template'];
/** What only a person in n8n's editor can do. */
const OF_EDITOR =
	/\bexpression|\b(?:in|from) the list\b(?! of)|\bdrag|\bpress\b|\bpick\b|'On Error'|settings of the node|node's settings/i;

const refused = everyOperation
	.filter(({ definition }) => definition.isForAgents)
	.flatMap((operation) =>
		operation.refuses
			.filter(({ field }) => !OF_PERSON.includes(field))
			.map((each) => ({ ...each, operation })),
	);

it.each(
	refused.map((each, index) => [`${each.operation.name}: ${each.field} (${index})`, each] as const),
)('%s: an error says what to do in words for a model', async (_title, { operation, ...each }) => {
	await operation.prepare?.(service);
	const { items } = await runNode({
		node: operation.node(),
		credential: service.credential(),
		items: operation.usualItems?.slice(0, 1),
		parameters: { ...operation.parameters, ...withValue(each, operation) },
		settings: { type: 'underTestTool', onError: 'continueRegularOutput' },
	});
	const said = items.map((item) => failureOf(item) ?? '').join('\n');
	expect(said).not.toBe('');
	expect(said).not.toMatch(OF_EDITOR);
});
