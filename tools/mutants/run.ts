import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../../n8n/buildPackage';
import { planOf, type Covered, type Step } from './plan';
import { TestProcess } from './process';
import { describeLiving, livedBefore, reportOf, shareNoticed, type Tried } from './report';
import { sample } from './sample';
import { tryBreaks } from './tryBreaks';
import { mutantsOf, type Mutant } from './weave';

/** What is tried: code that decides what leaves, what is claimed, and what starts a workflow. */
const folders = [
	...['service', 'values', 'pipeline', 'ledger', 'n8n', 'rules'].map(
		(room) => `nodes/shared/${room}`,
	),
	'nodes/ExtApiTrigger',
];
/** Whole tables of faults, and what only a busy event loop shows, take minutes. */
const slow = /(faultMatrix|eventLoop)\.test/;
/** What only Jest can do. */
const needsJest = /jest\.mock\(/;
const mostMsOfAFile = 900_000;
/** Told apart from a mutant that never ends: so much longer than without it, and then some. */
const timesLonger = 5;
const extraMs = 15_000;

/** The share that has to be noticed. */
const GOAL = 0.9;

interface Options {
	count: number;
	seed: number;
	/** Text in the path of the files to try. */
	only: string;
	/** Path of an earlier run's output: only those that lived are tried again. */
	again: string;
}

/** Takes one thing after the other and does something with it, beside others that do the same. */
type Work<T> = (each: T, tests: TestProcess) => Promise<void>;

/**
 * Puts small faults into the code, one at a time, and sees whether a fast test notices. Ctrl-C ends it early, with the
 * report of those that were tried.
 *
 * @param args `--count 480`, `--seed 1`, `--only planRequests`, `--processes 2` (one for each core when left out),
 *   `--again earlier.log` (an earlier run's output: those that lived), `--breaks` (the known breaks instead, each with the
 *   suite that has to notice it; `--only quiet` for some of them)
 * @returns the exit code: 0 when nine tenths were noticed; of known breaks, when each was
 */
export async function main(args: string[]): Promise<number> {
	const { values } = parseArgs({
		args,
		options: {
			count: { type: 'string', default: '480' },
			seed: { type: 'string', default: '1' },
			only: { type: 'string', default: '' },
			again: { type: 'string', default: '' },
			breaks: { type: 'boolean', default: false },
			processes: { type: 'string', default: String(availableParallelism()) },
		},
	});
	const { only, again } = values;
	if (values.breaks) return tryBreaks(only);
	const mutants = chosen({ count: Number(values.count), seed: Number(values.seed), only, again });
	const work = mkdtempSync(path.join(tmpdir(), 'extapi-mutants-'));
	const file = path.join(work, 'mutants.json');
	writeFileSync(file, JSON.stringify(mutants));
	const processes = Array.from({ length: Number(values.processes) }, () => new TestProcess(file));
	try {
		const covered = await coverage(processes);
		const tried = await tryAll(mutants, covered, processes);
		console.log(`\n${reportOf(tried)}`);
		return shareNoticed(tried) >= GOAL ? 0 : 1;
	} finally {
		for (const process of processes) process.stop();
		rmSync(work, { recursive: true, force: true });
	}
}

function filesIn(folder: string, end: string): string[] {
	return readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(end))
		.map((name) => path.join(folder, name))
		.sort();
}

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

function chosen({ count, seed, only, again }: Options): Mutant[] {
	const all = folders
		.flatMap((folder) => filesIn(folder, '.ts'))
		.filter((file) => file.includes(only))
		.flatMap((file) => mutantsOf(file, read(file)));
	const tried =
		again === ''
			? sample(all, count, seed)
			: livedBefore(all, readFileSync(path.resolve(again), 'utf8'));
	return tried.map((mutant, id) => ({ ...mutant, id }));
}

/** Every process takes the next that is left, until none is. */
async function shareOut<T>(all: T[], processes: TestProcess[], work: Work<T>): Promise<void> {
	const left = [...all];
	await Promise.all(
		processes.map(async (process) => {
			for (let each = left.shift(); each !== undefined; each = left.shift()) {
				await work(each, process);
			}
		}),
	);
}

/** Runs every fast test without a mutant. */
async function coverage(processes: TestProcess[]): Promise<Covered[]> {
	const files = ['test/unit', 'test/integration']
		.flatMap((folder) => filesIn(folder, '.test.ts'))
		.filter((file) => !slow.test(file) && !/unit\/(repository|demo|n8n\/lock|tools)/.test(file))
		.filter((file) => !needsJest.test(read(file)));
	const covered: Covered[] = [];
	await shareOut(files, processes, async (file, process) => {
		const answer = await process.ask({ kind: 'cover', file }, mostMsOfAFile);
		if (answer === undefined || !('coverage' in answer)) {
			// Without its tests many a mutant would pass for one that no test notices.
			throw new Error(`${file} cannot be run: ${answer?.failed ?? 'it does not end'}`);
		}
		const { tests } = answer.coverage;
		const failed = tests.filter(({ passed }) => !passed);
		const ms = tests.reduce((sum, test) => sum + test.ms, 0);
		console.log(`${file}: ${tests.length} tests, ${failed.length} left out, ${ms} ms`);
		covered.push({ file, ...answer.coverage });
	});
	return covered;
}

async function tryAll(mutants: Mutant[], covered: Covered[], processes: TestProcess[]) {
	const tried: Tried[] = [];
	let isStopped = false;
	process.once('SIGINT', () => (isStopped = true));
	await shareOut(mutants, processes, async (mutant, tests) => {
		if (isStopped) return;
		const steps = planOf(mutant, mutants, covered);
		const noticedBy = await firstNotice(mutant, steps, tests);
		// The signal may have ended the process that ran the tests.
		if (isStopped) return;
		tried.push({ mutant, noticedBy, isRun: steps.length > 0 });
		if (noticedBy === undefined) console.log(describeLiving(tried.at(-1)!));
		if (tried.length % 20 === 0) console.log(`${tried.length} of ${mutants.length} tried`);
	});
	return tried;
}

/** The first test that fails with the mutant, in words. */
async function firstNotice(
	mutant: Mutant,
	steps: Step[],
	process: TestProcess,
): Promise<string | undefined> {
	for (const { file, tests, ms } of steps) {
		const task = { kind: 'try' as const, file, mutant: mutant.id, tests };
		const answer = await process.ask(task, ms * timesLonger + extraMs);
		if (answer === undefined) return 'the time: it does not end';
		if ('failed' in answer && answer.failed !== undefined) return answer.failed;
	}
	return undefined;
}
