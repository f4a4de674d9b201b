// If this fails, the README or the docs name operations, versions, labels or numbers that the product does not have.

import { ExtApi } from '../../../credentials/ExtApi.credentials';
import { seedTokens } from '../../../emulator/seed/tokens';
import { testedVersions } from '../../../n8n/matrix';
import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { everyOperation, rowsOfNodes, scriptOf } from '../../operations';
import { filesIn, read } from './repository';

const readme = read('README.md');

const documents = [
	...filesIn('docs', /\.md$/),
	...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
	...['examples/README.md', 'emulator/README.md', 'bench/README.md'],
];

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

/** The permission each script asks for, where the interface's page gives one for the script as a whole. */
const permissions = Object.fromEntries(
	[...read('docs/service-interface.md').matchAll(/^`(\w+\.php)` · permission: (.+)$/gm)].map(
		([, script, permission]) => [script, permission],
	),
);

describe('README.md', () => {
	it.each(['Installation', 'Operations', 'Credentials', 'Compatibility', 'Usage', 'Resources'])(
		"has the section %s, which n8n's verification asks for",
		(section) => expect(readme).toContain(`\n## ${section}\n`),
	);

	it('names the two commands of a fresh machine, and fits on one screen and a half', () => {
		expect(readme).toMatch(/`npm run demo`[^]*`npm test`|`npm test`[^]*`npm run demo`/);
		expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192);
	});

	it('lists every operation, and no other', () => {
		const listed = rowsOf('Operations', 2).flatMap(([node, cell]) =>
			cell.split(' · ').flatMap((ofResource) => {
				const [resource, operations] = ofResource.split(': ');
				// The trigger has none.
				return (operations?.split(', ') ?? []).map((each) => `${node}: ${resource}: ${each}`);
			}),
		);
		expect(listed.sort()).toEqual(everyOperation.map(({ name }) => name).sort());
		expect(rowsOf('Operations', 2)).toHaveLength(types.length);
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
});

it('docs/credentials.md names the permission that the script of every operation asks for', () => {
	const rows = withNodes(rowsOf('Permissions', 3, read('docs/credentials.md')));
	for (const { name, definition } of everyOperation) {
		const [node] = name.split(': ');
		const own = rows.filter(([of, which]) => [name, `${node}: all`].includes(`${of}: ${which}`));
		expect([name, own.length]).toEqual([name, 1]);
		const permission = own[0][2].replace(/ \(.*\)$/, '');
		expect([name, permissions[scriptOf(definition)] ?? permission]).toEqual([name, permission]);
	}
	expect(Object.keys(permissions).length).toBeGreaterThan(9);
});

/** Every name under which the editor shows fields, options, groups and choices; the unit behind one may be left out. */
function labelsOf(fields: unknown): string[] {
	const labels: string[] = [];
	JSON.parse(JSON.stringify(fields), (key, value: unknown) => {
		if (['displayName', 'name'].includes(key) && typeof value === 'string') {
			labels.push(value, value.replace(/ \(.+\)$/, ''));
		}
		return value;
	});
	return labels;
}

/** Labels of n8n's editor and its nodes, and of the emulator's page. */
const OTHER_LABELS = [
	...['Always Output Data', 'On Error', 'Retry On Fail', 'Request Options', 'Tool'],
	...['Requests per Batch', 'Clear Deduplication History', 'Update Row(s)', 'System Message'],
	...['Header Auth', 'Human review', 'Loop Over Items', 'HTTP Request', 'OpenAI', 'Speed', 'UTF-8'],
	...['Email Trigger (IMAP)', 'No refund', 'Send and Wait', 'Let the model define this parameter'],
];
const examples = filesIn('examples', /\.json$/).map((file) => ({ file, text: read(file) }));
const types = [...rowsOfNodes.map(({ node }) => node()), new ExtApiTrigger()];
const labels = new Set([
	...OTHER_LABELS,
	...labelsOf([new ExtApi().properties, types.map(({ description }) => description)]),
	...labelsOf(examples.map(({ text }) => JSON.parse(text) as unknown)),
	...everyOperation.map(({ name }) => name.replace('ExtApi ', '').replace(': Balance', '')),
]);

/** Of names in a text, those that are no labels, nor parts such as a field and its choice. */
const strange = (names: IterableIterator<RegExpMatchArray>) =>
	[...names]
		.map(([, name]) => name.replace(/\s+/g, ' '))
		.filter((name) => !labels.has(name) && !name.split(/ > |: /).every((part) => labels.has(part)));

/** A document without what is code in it. */
const proseOf = (file: string) =>
	read(file)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/`[^`\n]*`/g, '');

/** What the interface's page and the errors' page name in italics is no label. */
const OWN_ITALICS = ['JSON by header', 'JSON reply', 'GET for ten', 'The service:'];

describe('what the documents name', () => {
	it.each(documents)('%s: in italics, is a label', (file) => {
		const found = strange(proseOf(file).matchAll(/(?<![\w\\])_([A-Z][^_]*?)_(?!\w)/g));
		expect(found.filter((name) => !OWN_ITALICS.includes(name))).toEqual([]);
	});

	it.each(examples.map(({ file, text }) => [file, text]))('%s: in its note, too', (_file, text) => {
		const notes: string[] = [];
		JSON.parse(text, (key, value: unknown) => {
			if (key === 'content' && typeof value === 'string') notes.push(value);
			return value;
		});
		expect(strange(notes.join('\n').matchAll(/\*{1,2}([A-Z][^*]*)\*{1,2}/g))).toEqual([]);
	});

	it('as columns and names of code exists', () => {
		const code = ['nodes', 'emulator', 'examples', 'tools', 'n8n', 'test/e2e', 'test/operations']
			.flatMap((folder) => [...filesIn(folder, /\.(?:ts|json)$/)])
			.concat(filesIn('examples', /\.sql$/), 'package.json', 'eslint.config.mjs')
			.map(read)
			.join('\n');
		const known = new Set(code.match(/\w+/g));
		// n8n's own names, and cases of the bench.
		const others = ['docs/n8n-3.md', 'bench/README.md'];
		const missing = documents
			.filter((file) => !others.includes(file))
			.flatMap((file) =>
				[...read(file).matchAll(/`(?:[a-z]+[.])*([a-z]+[A-Z]\w*)(?::[^`]*)?`/g)]
					.map(([, name]) => name)
					.filter((name) => !known.has(name))
					.map((name) => `${file}: ${name}`),
			);
		expect(missing).toEqual([]);
	});

	it('as tokens of the emulator is in its seed, and the other way round', () => {
		const named = read('emulator/README.md').match(/demo-token-[\w-]*\w/g);
		expect([...new Set(named)].sort()).toEqual(seedTokens.map(({ token }) => token).sort());
	});
});
