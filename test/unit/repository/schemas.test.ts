// If this fails, an operation has no schema, so the editor offers no fields of its output.
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { rowsOfNodes } from '../../operations';

const nodes = path.join(__dirname, '../../../nodes');
/** A trigger has one output, whatever its parameters. */
const ofTrigger = 'ExtApiTrigger/__schema__/v1.1.0.json';

describe('the schemas of outputs', () => {
	it('are there for every operation, and for nothing else', () => {
		const found = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
			.map((file) => file.split(path.sep).join('/'))
			.filter((file) => file.includes('/__schema__/') && file.endsWith('.json'));
		const expected = rowsOfNodes.flatMap(({ node }) => {
			const { constructor, operations } = node();
			return operations.map(
				({ resource, value }) =>
					`${constructor.name}/__schema__/v1.0.0/${resource.value}/${value}.json`,
			);
		});
		expect(found.sort()).toEqual([...expected, ofTrigger].sort());
	});
});
