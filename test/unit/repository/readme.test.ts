// If this fails, the README names operations or versions that do not exist.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { testedVersions } from '../../../n8n/matrix';
import { permissions } from '../../../nodes/shared/service/endpoints';
import { everyOperation, rowsOfNodes } from '../../operations';

const root = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');

/** The cells of the table in one section of a document that has so many columns, a row each. */
function rowsOf(section: string, columns: number, document = readme): string[][] {
	const [, text] = document.split(`\n## ${section}\n`);
	return text
		.split('\n## ')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.slice(1, -1).split('|'))
		.filter((cells) => cells.length === columns)
		.slice(2)
		.map((cells) => cells.map((cell) => cell.trim()));
}

/** Rows whose first cell is the node's name, also where the table leaves it out. */
function withNodes(rows: string[][]): string[][] {
	let node = '';
	return rows.map(([first, ...others]) => [(node = first || node), ...others]);
}

/** What the table of permissions has to say: node, operations, permission. */
function permissionRows(): string[] {
	return rowsOfNodes.flatMap(({ node }) => {
		const { operations, description } = node();
		const { displayName } = description;
		const needed = new Set(operations.map(({ permission }) => permission));
		if (needed.size === 1) return [`${displayName} | all | ${[...needed][0]}`];
		return operations.map(
			({ resource, name, permission }) =>
				`${displayName} | ${resource.name}: ${name} | ${permission}`,
		);
	});
}

describe('README.md', () => {
	it.each(['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'])(
		"has the section %s, which n8n's verification asks for",
		(section) => expect(readme).toContain(`\n## ${section}\n`),
	);

	it('lists every operation, and no other', () => {
		const listed = rowsOf('Operations', 2).flatMap(([node, cell]) =>
			cell.split(' · ').flatMap((ofResource) => {
				const [resource, operations] = ofResource.split(': ');
				// The trigger has none.
				return (operations?.split(', ') ?? []).map((each) => `${node}: ${resource}: ${each}`);
			}),
		);
		expect(listed.sort()).toEqual(everyOperation.map(({ name }) => name).sort());
	});

	it('lists every node', () => {
		const folders = readdirSync(path.join(root, 'nodes')).filter((name) => /^ExtApi/.test(name));
		expect(rowsOf('Operations', 2)).toHaveLength(folders.length);
	});

	it('names the versions of n8n that are tested', () => {
		const installed = testedVersions.map((version) => {
			const { dependencies } = JSON.parse(read(`n8n/versions/${version}/package.json`)) as {
				dependencies: Record<string, string>;
			};
			return dependencies.n8n;
		});
		const named = rowsOf('Compatibility', 3).map(([version]) => version);
		expect(named.sort()).toEqual(installed.sort());
	});

	it('fits on one screen and a half: what is longer stands in docs/', () => {
		expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192);
	});

	it('names the two commands of a fresh machine', () => {
		expect(readme).toContain('`npm run demo`');
		expect(readme).toContain('`npm test`');
	});
});

describe('docs/credentials.md', () => {
	it('names the permission of every operation, in one row where a node needs but one', () => {
		const ofTrigger = `ExtApi Trigger | _Verify Campaign_ | ${permissions.anyCampaign}`;
		const rows = withNodes(rowsOf('Permissions', 3, read('docs/credentials.md'))).map((row) =>
			row.join(' | '),
		);
		expect(rows.sort()).toEqual([...permissionRows(), ofTrigger].sort());
	});
});
