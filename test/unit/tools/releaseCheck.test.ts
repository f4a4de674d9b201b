// If this fails, a release is published without notes, under a wrong tag, or with placeholders.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Jest cannot import ES modules, so the script runs as the release runs it. */
const root = path.join(__dirname, '../../..');
const script = path.join(root, 'tools/releaseCheck.mjs');

function releaseCheck(cwd: string, ...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
		cwd,
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

const changelog = [
	...['# Changelog', '## 1.10.0', 'Now with **tea**.', '### Details', '- Green'],
	...['## 1.1.0', '- Black\n'],
].join('\n\n');
const passes = (stdout = '') => ({ status: 0, stdout, stderr: '' });
const refuses = (...problems: string[]) => ({
	...{ status: 1, stdout: '', stderr: problems.map((problem) => `${problem}\n`).join('') },
});
const wrongTag = (tag: string) => [
	`refuses the tag ${tag}, and prints no notes`,
	...(['1.1.0', ['--notes', tag]] as const),
	refuses(`The tag is ${tag}, but package.json says 1.1.0: it must be v1.1.0.`),
];

describe('releaseCheck', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'extapi-release-'));
	});
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	it.each([
		['lets a tag pass that package and changelog agree with', '1.1.0', ['v1.1.0'], passes()],
		['takes the tag of the version when none is given', '1.1.0', [], passes()],
		[
			...(['prints the notes of the first section', '1.10.0', ['--notes', 'v1.10.0']] as const),
			passes('Now with **tea**.\n\n### Details\n\n- Green\n'),
		],
		['prints no notes of its neighbor', '1.1.0', ['--notes', 'v1.1.0'], passes('- Black\n')],
		...['1.1.0', 'v1.10.0', 'v1.1.0-beta.1'].map(wrongTag),
		[
			...(['names everything that is missing at once', '1.1', ['v1.1.0']] as const),
			refuses(
				'The tag is v1.1.0, but package.json says 1.1: it must be v1.1.',
				'CHANGELOG.md has no section "## 1.1".',
			),
		],
		[
			...(['refuses a section without a word', '2.0.0', []] as const),
			refuses('CHANGELOG.md says nothing in its section "## 2.0.0".'),
		],
	] as Array<[string, string, string[], ReturnType<typeof releaseCheck>]>)(
		'%s',
		async (_name, version, args, result) => {
			await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version }));
			const text = `${changelog}\n## 2.0.0\n`;
			await writeFile(path.join(folder, 'CHANGELOG.md'), text);
			expect(releaseCheck(folder, ...args)).toEqual(result);
			// A changelog with Windows line ends is the same.
			await writeFile(path.join(folder, 'CHANGELOG.md'), text.replaceAll('\n', '\r\n'));
			expect(releaseCheck(folder, ...args)).toEqual(result);
		},
	);

	it('says how to call it with several tags', () => {
		expect(releaseCheck(root, 'v1.1.0', 'v1.10.0').stderr).toMatch(/^Usage: /);
	});

	it('refuses this repository until its owner has replaced what was invented', async () => {
		const { status, stderr } = releaseCheck(root);
		expect(status).toBe(1);
		for (const place of ['author.email', 'repository.url', 'name']) {
			expect(stderr).toContain(`package.json: ${place} is still the placeholder`);
		}
	});
});
