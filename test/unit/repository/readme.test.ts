import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { testedVersions } from '../../../n8n/matrix';
import { nodeOperations } from '../nodeOperations';

const root = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const readme = read('README.md');

/** The cells of the tables in one section, a row each. */
function rowsOf(section: string): string[][] {
	const [, text] = readme.split(`\n## ${section}\n`);
	return text
		.split('\n## ')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2)
		.map((line) => line.slice(1, -1).split('|'))
		.map((cells) => cells.map((cell) => cell.trim()));
}

describe('README.md', () => {
	it.each(['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'])(
		"has the section %s, which n8n's verification asks for",
		(section) => expect(readme).toContain(`\n## ${section}\n`),
	);

	it('lists every operation, and no other', () => {
		let shownNode = '';
		const listed = rowsOf('Operations').flatMap(([node, resource, operations]) => {
			shownNode = node || shownNode;
			return resource === ''
				? []
				: operations.split(', ').map((operation) => `${shownNode}: ${resource}: ${operation}`);
		});
		expect(listed.sort()).toEqual(
			nodeOperations()
				.map(({ name }) => name)
				.sort(),
		);
	});

	it('lists every node', () => {
		const folders = readdirSync(path.join(root, 'nodes')).filter((name) => /^ExtApi/.test(name));
		expect(rowsOf('Operations').filter(([node]) => node !== '')).toHaveLength(folders.length);
	});

	it('names the versions of n8n that are tested', () => {
		const installed = testedVersions.map((version) => {
			const { dependencies } = JSON.parse(read(`n8n/versions/${version}/package.json`)) as {
				dependencies: Record<string, string>;
			};
			return dependencies.n8n;
		});
		const named = rowsOf('Compatibility').map(([version]) => version);
		expect(named.sort()).toEqual(installed.sort());
	});

	it('names the two commands of a fresh machine', () => {
		expect(readme).toContain('`npm run demo`');
		expect(readme).toContain('`npm test`');
	});
});

describe('CONTRIBUTING.md', () => {
	it('names every command of package.json', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
		const contributing = read('CONTRIBUTING.md');
		const missing = Object.keys(scripts)
			.map((name) => (name === 'test' ? 'npm test' : `npm run ${name}`))
			.filter((command) => !new RegExp(`\`${command}[\` ]`).test(contributing));
		expect(missing).toEqual([]);
	});
});
