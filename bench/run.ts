import { tmpdir } from 'node:os';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { startStack, type Stack } from '../demo/startStack';
import { createProgress, type Progress } from '../n8n/progress';
import { allCases, largeCase, type Case } from './cases';
import { measureNode, measureTrigger, type Measurement } from './measure';
import { readProbe } from './readProbe';
import { table, type Result } from './table';

const usage = `Measures the nodes inside a real n8n, next to the HTTP Request node doing the same job.

  --json         print one JSON object instead of a table
  --rounds <n>   rounds, 3 unless told; the figures are medians
  --case <name>  only this case; may be given several times
  --large        also 100,000 items, without n8n's own node beside it
  --help         this text`;

const latencyMs = 20;
/** The emulator's memory of requests, and n8n's of runs, must not grow over the rounds. */
const n8nEnv = { EXECUTIONS_DATA_PRUNE: 'false', N8N_RUNNERS_TASK_TIMEOUT: '300' };

interface Samples {
	own: Measurement[];
	baseline: Measurement[];
}

/** The bench's command line. Progress goes to standard error, the result to standard output. */
export async function main(args: string[]): Promise<number> {
	const { values } = parseArgs({
		args,
		options: {
			json: { type: 'boolean', default: false },
			rounds: { type: 'string', default: '3' },
			case: { type: 'string', multiple: true },
			large: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const rounds = Math.max(1, Math.floor(Number(values.rounds)) || 3);
	const progress = createProgress();
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-bench-'));
	const probeFile = path.join(folder, 'probe.jsonl');
	let stack: Stack | undefined;
	try {
		stack = await startStack({
			progress,
			emulator: { latencyMs },
			n8n: {
				env: {
					...n8nEnv,
					NODE_OPTIONS: `--require ${path.join(__dirname, 'probe.cjs')}`,
					EXTAPI_BENCH_PROBE: probeFile,
				},
			},
		});
		const known = [...allCases(stack.emulator.url), ...(values.large ? [largeCase] : [])];
		const cases = known.filter(({ name }) => values.case?.includes(name) ?? true);
		if (cases.length === 0) throw new Error(`There is no case ${values.case?.join(', ')}.`);
		const samples = await measureAll(stack, cases, rounds, progress);
		progress.done('Measured');
		const results = Object.fromEntries(
			cases.map((each) => [each.name, resultOf(each, samples.get(each.name)!, probeFile)]),
		);
		console.log(values.json ? JSON.stringify(results, null, '\t') : table(results, rounds));
		return 0;
	} finally {
		await stack?.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Interleaved, so that a slow minute of the machine hits both ways alike. */
async function measureAll(stack: Stack, cases: Case[], rounds: number, progress: Progress) {
	const samples = new Map<string, Samples>(
		cases.map(({ name }) => [name, { own: [], baseline: [] }]),
	);
	for (let round = 1; round <= rounds; round++) {
		const baselines = new Map<string, Measurement>();
		for (const each of cases) {
			const measure = each.isTrigger ? measureTrigger : measureNode;
			progress.step(`Round ${round} of ${rounds}: ${each.name}`);
			const { own, baseline } = samples.get(each.name)!;
			own.push(await measure(stack, each.node, each.items));
			if (each.baseline === undefined) continue;
			const job = `${each.baseline.job}, ${each.items}`;
			if (!baselines.has(job)) {
				progress.step(`Round ${round} of ${rounds}: n8n's own node, ${job}`);
				baselines.set(job, await measure(stack, each.baseline.step, each.items));
			}
			baseline.push(baselines.get(job)!);
		}
	}
	return samples;
}

function resultOf({ items }: Case, { own, baseline }: Samples, probeFile: string): Result {
	const readings = own.map((span) => readProbe(probeFile, span));
	const nodeMs = median(own.map(({ from, to }) => to - from));
	const baselineMs =
		baseline.length === 0 ? null : median(baseline.map(({ from, to }) => to - from));
	return {
		items,
		requests: median(own.map(({ requests }) => requests)),
		nodeMs,
		baselineMs,
		ratio: baselineMs === null ? null : Number((nodeMs / baselineMs).toFixed(4)),
		longestBlockMs: Math.max(...readings.map(({ longestBlockMs }) => longestBlockMs)),
		peakRssMb: Math.max(...readings.map(({ peakRssMb }) => peakRssMb)),
	};
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
