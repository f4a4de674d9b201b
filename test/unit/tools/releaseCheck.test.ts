// If this fails, a release is published without notes, under a wrong tag, or with placeholders.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { playTables } from '../playTables';
import releases from './releaseCheck.json';

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
let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'extapi-release-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

playTables(releases, {
	'the check of a release': async (version: string, args: string[]) => {
		await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version }));
		const file = path.join(folder, 'CHANGELOG.md');
		const text = `${changelog}\n## 2.0.0\n`;
		await writeFile(file, text);
		const checked = releaseCheck(folder, ...args);
		// A changelog with Windows line ends is the same.
		await writeFile(file, text.replaceAll('\n', '\r\n'));
		expect(releaseCheck(folder, ...args)).toEqual(checked);
		return checked;
	},
});

describe('releaseCheck', () => {
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
