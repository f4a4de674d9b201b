import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildPackage, handOver, repositoryRoot } from './buildPackage';
import { ensureN8n } from './install';
import { formatElapsed } from './progress';

/** Versions the package is tested on, by their folders in `n8n/versions`; the newest is the last. */
export const testedVersions = ['2.0', '2.41'];

/** Files of `test/e2e` that run on the newest version only, and why an older one would tell no more. */
export const newestOnly: Record<string, string> = {
	beforeSending: 'a newcomer in the newest editor; options and hints are the same data in each',
	humanReview: 'reviews of tool calls, which 2.0 does not have',
	newcomer: 'clicks and fields of the newest editor',
	nodeSearch: "places in the newest editor's list of nodes",
	phonePage: "the emulator's page, without n8n",
	phonesAndWorkflows:
		"the emulator's page beside workflows that the other files run on each version",
	sentences: 'the nodes and expressions that the examples run on each version',
	smoke: 'the check of the newest images',
};

/**
 * Runs the end-to-end tests on several versions of n8n, one after the other.
 *
 * @param args versions to test, all when empty; `--all` for every test on every version
 * @returns the exit code: 0 when all passed on every version
 */
export async function main(args: string[]): Promise<number> {
	const isWhole = args.includes('--all');
	const named = args.filter((argument) => argument !== '--all');
	const packed = await buildPackage(() => undefined);
	try {
		const env = { ...process.env, ...handOver(packed), ...(isWhole ? { N8N_TEST_ALL: '1' } : {}) };
		const results: string[] = [];
		let failures = 0;
		for (const version of named.length > 0 ? named : testedVersions) {
			await ensureN8n(version);
			console.log(`\nEnd-to-end tests on n8n ${version}`);
			const left = isWhole ? [] : leftOut(version);
			const started = Date.now();
			const code = await runTests({ ...env, N8N_TEST_VERSION: version }, left);
			if (code !== 0) failures++;
			const took = formatElapsed(Date.now() - started);
			results.push(`n8n ${version}: ${code === 0 ? 'passed' : 'failed'} (${took})`);
		}
		console.log(results.join('\n'));
		return failures === 0 ? 0 : 1;
	} finally {
		await packed.remove();
	}
}

/** Names of the files that are not run on a version. */
function leftOut(version: string): string[] {
	return version === testedVersions.at(-1) ? [] : Object.keys(newestOnly);
}

async function runTests(env: NodeJS.ProcessEnv, left: string[]): Promise<number | null> {
	const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const ignored = left.map((name) => `e2e/${name}\\.test\\.ts$`);
	const others = left.length > 0 ? ['--testPathIgnorePatterns', ...ignored] : [];
	// More than there are cores: half of the time the files wait for n8n.
	const args = [jest, '--selectProjects', 'e2e', '--maxWorkers=3', ...others];
	const child = spawn(process.execPath, args, { cwd: repositoryRoot, env, stdio: 'inherit' });
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
}
