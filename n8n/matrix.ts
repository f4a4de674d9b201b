import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureN8n } from './install';

const repositoryRoot = path.join(__dirname, '..');
/** Versions the package is tested on, by their folders in `n8n/versions`. */
export const testedVersions = ['1.123', '2.0', '2.41'];

/** Tests that no n8n has a part in, or only the newest: once is enough. */
const newestOnly = ['phonePage', 'n8n3'];

/**
 * Runs the end-to-end tests on several versions of n8n, one after the other.
 *
 * @param args versions to test, all when empty
 * @returns the exit code: 0 when all passed on every version
 */
export async function main(args: string[]): Promise<number> {
	const results: Array<[version: string, passed: boolean]> = [];
	for (const version of args.length > 0 ? args : testedVersions) {
		await ensureN8n(version);
		console.log(`\nEnd-to-end tests on n8n ${version}`);
		results.push([version, (await runTests(version)) === 0]);
	}
	for (const [version, passed] of results) {
		console.log(`n8n ${version}: ${passed ? 'passed' : 'failed'}`);
	}
	return results.every(([, passed]) => passed) ? 0 : 1;
}

async function runTests(version: string): Promise<number | null> {
	const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const others =
		version === testedVersions.at(-1) ? [] : ['--testPathIgnorePatterns', ...newestOnly];
	const args = [jest, '--selectProjects', 'e2e', '--runInBand', ...others];
	const child = spawn(process.execPath, args, {
		cwd: repositoryRoot,
		env: { ...process.env, N8N_TEST_VERSION: version },
		stdio: 'inherit',
	});
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
}
