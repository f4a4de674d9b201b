// If this fails, the README or the docs name operations, versions, labels or numbers that the product does not have.
import { existsSync } from 'node:fs';
import path from 'node:path';

import { ExtApi } from '../../../credentials/ExtApi.credentials';
import { seedAccounts } from '../../../emulator/seed/accounts';
import { seedTokens } from '../../../emulator/seed/tokens';
import { testedVersions } from '../../../n8n/matrix';
import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { permissions } from '../../../nodes/shared/service/endpoints';
import { everyOperation, rowsOfNodes } from '../../operations';
import { filesIn, read, root } from './repository';

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

it('docs/credentials.md names the permission of every operation, in one row where a node needs but one', () => {
	const ofTrigger = `ExtApi Trigger | _Verify Campaign_ | ${permissions.anyCampaign}`;
	const table = rowsOf('Permissions', 3, read('docs/credentials.md'));
	const rows = withNodes(table).map((row) => row.join(' | '));
	expect(rows.sort()).toEqual([...permissionRows(), ofTrigger].sort());
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
	...['Always Output Data', 'On Error', 'Retry On Fail', 'Request Options', 'Batching', 'Tool'],
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

/** Pages to look things up in, and the list of pages. */
const LOOKED_UP = ['index', 'parameters', 'service-interface', 'troubleshooting'];
const guide = filesIn('docs', /\.md$/).filter((file) => !LOOKED_UP.includes(path.parse(file).name));

it.each(guide)('%s begins with what it shows a person', (file) => {
	expect(read(file)).toMatch(/^# .+\n\nThis page shows you /);
});

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

	it('as columns of a campaign is in the schema of an output', () => {
		const schemas = filesIn('nodes', /\.json$/).filter((file) => file.includes('__schema__'));
		const keys = new Set(
			schemas
				.map(read)
				.join()
				.match(/\w+(?=":)/g),
		);
		const rows = read('docs/campaigns.md')
			.split(/^\| Field /m)
			.slice(1);
		const columns = rows.flatMap((table) => {
			const cells = table.split('\n\n')[0].split('\n').slice(2);
			return cells.flatMap((row) => row.split('|')[1].match(/\w+/g) ?? []);
		});
		expect(columns.length).toBeGreaterThan(20);
		expect(columns.filter((name) => !keys.has(name))).toEqual([]);
	});

	it('as paths exists', () => {
		const timeZones = new Set(Intl.supportedValuesOf('timeZone'));
		const bases = ['', 'nodes', 'nodes/shared', 'emulator', 'examples', 'test', 'docs'];
		const missing = documents.flatMap((file) =>
			[...read(file).matchAll(/`((?:[\w.-]+\/)+[\w-]+(?:\.\w+)*)`/g)]
				.map(([, name]) => name)
				// The recipe adds a node that is not there.
				.filter((name) => !/foo/i.test(name) && !timeZones.has(name))
				.filter(
					(name) =>
						!bases.some((base) =>
							['', '.ts'].some((ending) => existsSync(path.join(root, base, name + ending))),
						),
				)
				.map((name) => `${file}: ${name}`),
		);
		expect(missing).toEqual([]);
	});

	it('as tokens of the emulator is in its seed, and the other way round', () => {
		const named = read('emulator/README.md').match(/demo-token-[\w-]*\w/g);
		expect([...new Set(named)].sort()).toEqual(seedTokens.map(({ token }) => token).sort());
	});
});

const sources = filesIn('nodes', /\.ts$/).map(read).join('\n');

/** The value of a constant of the product. */
function constant(name: string): number {
	const found = [...sources.matchAll(new RegExp(`\\b${name}(?: =|:) ([\\d_.]+)`, 'g'))];
	if (found.length !== 1) throw new Error(`${name} has ${found.length} values`);
	return Number(found[0][1].replaceAll('_', ''));
}

const MINUTE = 60_000;
const words = ['none', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const spelled = (value: number) => [
	value === 1.5 ? 'a minute and a half' : value.toLocaleString('en-US'),
	...(value in words ? [words[value]] : []),
];

const recipients = constant('MOST_RECIPIENTS');
const campaigns = constant('MOST_CAMPAIGNS');
const listed = constant('MOST_LISTED');
const entries = constant('MOST_ENTRIES');
const period = constant('PERIOD_MS') / MINUTE;
const periods = constant('MOST_PERIODS') + 1;
const days = constant('KEPT_DAYS');
const events = constant('MOST_REMEMBERED');
const letIn = constant('LET_IN_MS') / MINUTE;
const later = constant('N8N_LATER_MS') / MINUTE;
const onItsWay = constant('onItsWayMs') / 1000;
const looks = constant('LOOKS') - 1;
const [english, other] = [...sources.matchAll(/single: (\d+), part: (\d+)/g)].map((sizes) =>
	sizes.slice(1).map(Number),
);
const [{ balance }] = seedAccounts();
const table = read('examples/data/million-rows.sql');
const [, unknownAfter] = /unknown_after .*'(\d+) minutes'/.exec(table)!;
const [, pagesAtOnce] = /pages_at_once .*DEFAULT (\d+)/.exec(table)!;

it.each<[string, string, ...number[]]>([
	['README.md', 'One request can have up to # recipients', recipients],
	['SECURITY.md', 'It remembers its last # events and', events],
	['SECURITY.md', 'cut to # bits', constant('KEY_BYTES') * 8],
	['SECURITY.md', 'a proof of # bits', constant('PROOF_BITS')],
	['docs/opt-out.md', 'a proof of # bits', constant('PROOF_BITS')],
	['SECURITY.md', 'after # days at the latest', days],
	['SECURITY.md', 'it is always # days', days],
	['docs/architecture.md', 'at most # recipients', recipients],
	['docs/architecture.md', 'more than # campaigns', campaigns],
	['docs/architecture.md', 'with at most # rows', listed],
	['docs/campaign-key.md', 'nothing for # minutes', period * periods],
	['docs/campaign-key.md', 'each #-minute period in which', period],
	['docs/campaign-key.md', 'A node can hold # entries: nearly # messages', entries, entries / 2],
	['docs/campaigns.md', 'would make more than # campaigns is refused', campaigns],
	['docs/campaigns.md', 'more than # recipients, which is the most', recipients],
	[
		'docs/campaigns.md',
		'in English text has up to # characters. If the text needs several messages, each has up to #',
		...english,
	],
	['docs/campaigns.md', 'except line breaks, reduces the limits to # and #', ...other],
	['docs/campaigns.md', 'for the first #)', listed],
	['docs/campaigns.md', 'asks for one to # _Test Numbers_', constant('MOST_TEST_NUMBERS')],
	[
		'docs/campaigns.md',
		'a delay of # to # seconds',
		constant('LEAST_SECONDS'),
		constant('MOST_SECONDS'),
	],
	['docs/files.md', 'n8n keeps files # days', days],
	['docs/files.md', 'more than # days', days - 1],
	['docs/files.md', 'for all # days', days],
	['docs/files.md', 'less than # days', days],
	['docs/files.md', 'cut to # characters', constant('LONGEST_NAME')],
	['docs/files.md', 'Replies take up to # MB', constant('mostBytes')],
	['docs/notifications.md', 'remembers its last # events and', events],
	['docs/notifications.md', 'starts the workflow for up to # minute', letIn],
	['docs/notifications.md', 'n8n does, # after the limit', later],
	['docs/notifications.md', 'waits # more seconds', onItsWay],
	['docs/notifications.md', 'again for # seconds', (looks * constant('ONE_STATUS_MS')) / 1000],
	[
		'docs/scaling.md',
		'_Max Concurrent Requests_ (default: #)',
		constant('DEFAULT_REQUESTS_AT_ONCE'),
	],
	['docs/send-and-wait.md', 'the workflow continues # later', later],
	['docs/scaling.md', 'After # minutes (`unknown_after`)', Number(unknownAfter)],
	['docs/scaling.md', '`campaign_control` (#) is the maximum', Number(pagesAtOnce)],
	['emulator/README.md', '# SMS, # voice messages', balance.sms, balance.vms],
])('%s: "%s" is what the code says', (file, sentence, ...values) => {
	const escaped = sentence.replace(/[()]/g, '\\$&').split('#');
	const pattern = escaped.reduce(
		(before, part, index) => `${before}(?:${spelled(values[index - 1]).join('|')})${part}`,
	);
	expect(read(file).replace(/\s+/g, ' ')).toMatch(new RegExp(pattern));
});
