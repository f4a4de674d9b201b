import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';

import { buildPackage, handOver, repositoryRoot } from '../n8n/buildPackage';
import { ensureN8n } from '../n8n/install';
import { formatElapsed } from '../n8n/progress';
import { missingServices } from '../test/queue/support/services';

/** Arguments of Jest for each suite that luck could pass: it waits for something, or counts turns of the event loop. */
const suites: Record<string, string[]> = {
	eventLoop: ['--selectProjects', 'integration', '--testPathPatterns', 'eventLoop'],
	queue: ['--selectProjects', 'queue', '--runInBand'],
	e2e: ['--selectProjects', 'e2e', '--maxWorkers=3'],
};

/**
 * Runs these suites again and again while something else keeps every core busy.
 *
 * @param args names of suites, all when there are none; `--runs 3`; `--files sendAndWait,inputFiles` for some of their files
 * @returns the exit code: 0 when all passed every time
 */
export async function main(args: string[]): Promise<number> {
	const { values, positionals } = parseArgs({
		args,
		options: { runs: { type: 'string', default: '3' }, files: { type: 'string', default: '' } },
		allowPositionals: true,
	});
	const names = positionals.length > 0 ? positionals : await possibleSuites();
	const files = values.files === '' ? [] : values.files.split(',');
	await ensureN8n();
	const packed = await buildPackage(() => undefined);
	const load = Array.from({ length: availableParallelism() }, keepBusy);
	const results: string[] = [];
	let failures = 0;
	try {
		for (let run = 1; run <= Number(values.runs); run++) {
			for (const name of names) {
				const started = Date.now();
				const code = await runJest([...suites[name], ...files], handOver(packed));
				if (code !== 0) failures++;
				const took = formatElapsed(Date.now() - started);
				results.push(`${name}, run ${run}: ${code === 0 ? 'passed' : 'failed'} (${took})`);
			}
		}
	} finally {
		await Promise.all(load.map(async (worker) => await worker.terminate()));
		await packed.remove();
	}
	console.log(`\nWith every core busy:\n${results.join('\n')}`);
	return failures === 0 ? 0 : 1;
}

async function possibleSuites(): Promise<string[]> {
	const missing = await missingServices();
	for (const problem of missing) console.log(`Without queue mode: ${problem}`);
	return Object.keys(suites).filter((name) => name !== 'queue' || missing.length === 0);
}

/** A thread that never pauses; it ends with this process. */
function keepBusy(): Worker {
	return new Worker('for (;;);', { eval: true });
}

async function runJest(args: string[], env: Record<string, string>): Promise<number | null> {
	const jest = path.join(repositoryRoot, 'node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(process.execPath, [jest, ...args], {
		cwd: repositoryRoot,
		env: { ...process.env, ...env },
		stdio: 'inherit',
	});
	return await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', resolve);
	});
}
