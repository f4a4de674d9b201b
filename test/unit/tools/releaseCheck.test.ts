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

describe('releaseCheck', () => {
	let folder: string;
	beforeEach(async () => {
		folder = await mkdtemp(path.join(tmpdir(), 'extapi-release-'));
	});
	afterEach(async () => await rm(folder, { recursive: true, force: true }));

	async function packageWith(version: string, changelog: string) {
		await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version }));
		await writeFile(path.join(folder, 'CHANGELOG.md'), changelog);
	}

	const changelog = [
		'# Changelog',
		'',
		'## 1.10.0',
		'',
		'Now with **tea**.',
		'',
		'### Details',
		'',
		'- Green',
		'',
		'## 1.1.0',
		'',
		'- Black',
		'',
	].join('\n');

	it('lets a tag pass that package and changelog agree with', async () => {
		await packageWith('1.1.0', changelog);
		expect(releaseCheck(folder, 'v1.1.0')).toEqual({ status: 0, stdout: '', stderr: '' });
	});

	it.each([
		['1.10.0', 'Now with **tea**.\n\n### Details\n\n- Green\n'],
		['1.1.0', '- Black\n'],
	])('prints the notes of %s without those of its neighbor', async (version, notes) => {
		await packageWith(version, changelog);
		const found = releaseCheck(folder, '--notes', `v${version}`);
		expect(found).toEqual({ status: 0, stdout: notes, stderr: '' });
	});

	it('reads a changelog with Windows line ends', async () => {
		await packageWith('1.1.0', changelog.replaceAll('\n', '\r\n'));
		expect(releaseCheck(folder, '--notes', 'v1.1.0').stdout).toBe('- Black\n');
	});

	it.each(['v1.1.1', '1.1.0', 'v1.10.0', 'v1.1.0-beta.1'])(
		'refuses the tag %s for version 1.1.0, and prints no notes',
		async (tag) => {
			await packageWith('1.1.0', changelog);
			expect(releaseCheck(folder, '--notes', tag)).toEqual({
				status: 1,
				stdout: '',
				stderr: `The tag is ${tag}, but package.json says 1.1.0: it must be v1.1.0.\n`,
			});
		},
	);

	it('names everything that is missing at once', async () => {
		await packageWith('1.1', changelog);
		expect(releaseCheck(folder, 'v1.1.0')).toEqual({
			status: 1,
			stdout: '',
			stderr:
				'The tag is v1.1.0, but package.json says 1.1: it must be v1.1.\n' +
				'CHANGELOG.md has no section "## 1.1".\n',
		});
	});

	it('refuses a section without a word', async () => {
		await packageWith('2.0.0', '# Changelog\n\n## 2.0.0\n\n## 1.1.0\n\n- Black\n');
		expect(releaseCheck(folder, 'v2.0.0')).toEqual({
			status: 1,
			stdout: '',
			stderr: 'CHANGELOG.md says nothing in its section "## 2.0.0".\n',
		});
	});

	it('takes the tag of the version when none is given, and says how to call it with several', async () => {
		await packageWith('1.1.0', changelog);
		expect(releaseCheck(folder)).toEqual({ status: 0, stdout: '', stderr: '' });
		expect(releaseCheck(folder, 'v1.1.0', 'v1.10.0').stderr).toMatch(/^Usage: /);
	});

	it('refuses this repository until its owner has replaced what was invented', async () => {
		const { status, stderr } = releaseCheck(root);
		expect(status).toBe(1);
		for (const place of ['author.email', 'repository.url', 'name']) {
			expect(stderr).toContain(`package.json: ${place} is still the placeholder`);
		}
	});
});
