import { tmpdir } from 'node:os';
import path from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { startStack, type Stack } from '../demo/startStack';
import type { Step } from '../n8n/chain';
import { createProgress, type Progress } from '../n8n/progress';
import { allCases, largeCase, type Case, type Job } from './cases';
import { measureMemory } from './memory';
import { measureMillion } from './million';
import { measure, type Measurement, type Place } from './measure';
import { noOp, peerCredentials, startMessagingStub } from './peers';
import { readProbe, type ProbeReading } from './readProbe';
import { table, type Result } from './table';
import { writeReadme } from './writeReadme';

const usage = `Measures the nodes inside a real n8n, next to n8n's own nodes doing the same job.

  --json         print one JSON object instead of a table
  --write        write the tables into bench/README.md, for all cases
  --rounds <n>   rounds, 3 unless told; the figures are medians
  --case <name>  only this case; may be given several times
  --large        also 100,000 items, and their memory beside a node that does nothing
  --million      a table of --rows <n> rows instead (1000000 unless told), with n8n in queue mode
  --help         this text`;

const latencyMs = 20;
const warmUpItems = 100;
/** The emulator's memory of requests, and n8n's of runs, must not grow over the rounds. */
const n8nEnv = { EXECUTIONS_DATA_PRUNE: 'false', N8N_RUNNERS_TASK_TIMEOUT: '300' };

interface Samples {
	own: Measurement[];
	baseline: Measurement[];
	peer: Measurement[];
	plain: Measurement[];
	beside: Measurement[];
}

/** The bench's command line. Progress goes to standard error, the result to standard output. */
export async function main(args: string[]): Promise<number> {
	const { values } = parseArgs({
		args,
		options: {
			json: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			rounds: { type: 'string', default: '3' },
			case: { type: 'string', multiple: true },
			large: { type: 'boolean', default: false },
			million: { type: 'boolean', default: false },
			rows: { type: 'string', default: '1000000' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		console.log(usage);
		return 0;
	}
	if (values.million) {
		console.log(await measureMillion(Number(values.rows) || 1_000_000, createProgress()));
		return 0;
	}
	if (values.write && values.case !== undefined) {
		throw new Error('--write takes no --case: the tables have all cases.');
	}
	const rounds = Math.max(1, Math.floor(Number(values.rounds)) || 3);
	const progress = createProgress();
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-bench-'));
	const probeFile = path.join(folder, 'probe.jsonl');
	try {
		const results = await inFreshN8n(progress, probeFile, async (place) => {
			const known = [...allCases(place.emulator.url), ...(values.large ? [largeCase] : [])];
			const cases = known.filter(({ name }) => values.case?.includes(name) ?? true);
			if (cases.length === 0) throw new Error(`There is no case ${values.case?.join(', ')}.`);
			const samples = await measureAll(place, cases, rounds, progress);
			return Object.fromEntries(
				cases.map((each) => [each.name, resultOf(each, samples.get(each.name)!, probeFile)]),
			);
		});
		if (largeCase.name in results) {
			Object.assign(results[largeCase.name], await memoryOf(largeCase, progress, probeFile));
		}
		progress.done('Measured');
		console.log(values.json ? JSON.stringify(results, null, '\t') : table(results, rounds));
		if (values.write) await writeReadme(results, rounds);
		return 0;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Starts n8n with the nodes, the emulator and the other services, and stops them afterward. */
async function inFreshN8n<T>(
	progress: Progress,
	probeFile: string,
	action: (place: Place) => Promise<T>,
): Promise<T> {
	const messaging = await startMessagingStub(latencyMs);
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
		const peers = await peerCredentials(stack.client, messaging.url);
		return await action({ ...stack, credentials: [stack.credential, ...peers] });
	} finally {
		await stack?.stop();
		await messaging.close();
	}
}

/** What a case does to the memory of an n8n of its own, beside a node that only hands on its items. */
async function memoryOf({ node, items }: Case, progress: Progress, probeFile: string) {
	const riseOf = async (step: Step) =>
		await inFreshN8n(progress, probeFile, async (place) => {
			progress.step(`Memory of ${items} items: ${step.type}`);
			return await measureMemory(place, step, items, probeFile);
		});
	const memoryRiseMb = await riseOf(node);
	const noOpRiseMb = await riseOf(noOp);
	return { memoryRiseMb, noOpRiseMb, memoryRatio: ratioOf(memoryRiseMb, noOpRiseMb) };
}

/** All rounds, after one over few items that does not count: what runs for the first time n8n has to load and compile. */
async function measureAll(place: Place, cases: Case[], rounds: number, progress: Progress) {
	const samples = new Map<string, Samples>(
		cases.map(({ name }) => [name, { own: [], baseline: [], peer: [], plain: [], beside: [] }]),
	);
	const few = cases.map((each) => ({
		...each,
		items: Math.min(each.items, warmUpItems),
		times: 1,
	}));
	await measureRound(place, few, (what) => progress.step(`Warming up: ${what}`));
	for (let round = 1; round <= rounds; round++) {
		const say = (what: string) => progress.step(`Round ${round} of ${rounds}: ${what}`);
		for (const [name, measured] of await measureRound(place, cases, say)) {
			const { own, baseline, peer, plain, beside } = samples.get(name)!;
			own.push(...measured.own);
			baseline.push(...measured.baseline);
			peer.push(...measured.peer);
			plain.push(...measured.plain);
			beside.push(...measured.beside);
		}
	}
	return samples;
}

/** Each case once, or its number of times. Interleaved, so that a slow minute of the machine hits all ways alike. */
async function measureRound(place: Place, cases: Case[], say: (what: string) => void) {
	const samples = new Map<string, Samples>();
	const done = new Map<string, Measurement>();
	for (const each of cases) {
		const measured: Samples = { own: [], baseline: [], peer: [], plain: [], beside: [] };
		samples.set(each.name, measured);
		for (let time = 1; time <= (each.times ?? 1); time++) {
			const others = async (job: Job) => {
				const key = [job.name, each.kind, each.items, time].join();
				say(`beside it: ${job.name}, ${each.items}`);
				const known = done.get(key) ?? (await measure(place, job.step, each));
				done.set(key, known);
				return known;
			};
			say(each.name);
			measured.own.push(await measure(place, each.node, each));
			if (each.baseline !== undefined) measured.baseline.push(await others(each.baseline));
			if (each.peer !== undefined) measured.peer.push(await others(each.peer));
			if (each.plain !== undefined) measured.plain.push(await others(each.plain));
			if (each.beside !== undefined) measured.beside.push(await others(each.beside));
		}
	}
	return samples;
}

function resultOf({ kind, items }: Case, samples: Samples, probeFile: string): Result {
	const { own, baseline, peer, plain, beside } = samples;
	const nodeMs = medianMs(own)!;
	const readings = own.map((span) => readProbe(probeFile, span));
	const peerReadings = peer.map((span) => readProbe(probeFile, span));
	const baselineMs = medianMs(baseline);
	const peerMs = medianMs(peer);
	const plainMs = medianMs(plain);
	const ofPeer = { ms: peerMs, ratio: ratioOf(nodeMs, peerMs), block: worstBlock(peerReadings) };
	return {
		items,
		requests: median(own.map(({ requests }) => requests)),
		nodeMs,
		baselineMs,
		ratio: ratioOf(nodeMs, baselineMs),
		...(kind === 'node'
			? { messagingMs: ofPeer.ms, messagingRatio: ofPeer.ratio }
			: { authMs: ofPeer.ms, authRatio: ofPeer.ratio, authLongestBlockMs: ofPeer.block }),
		...(plainMs === null ? {} : { plainMs, plainRatio: ratioOf(nodeMs, plainMs) }),
		...(beside.length > 0 && {
			noOpLongestBlockMs: worstBlock(beside.map((span) => readProbe(probeFile, span))),
		}),
		longestBlockMs: worstBlock(readings)!,
		peakRssMb: Math.max(...readings.map(({ peakRssMb }) => peakRssMb)),
	};
}

function medianMs(measured: Measurement[]): number | null {
	return measured.length === 0 ? null : median(measured.map(({ from, to }) => to - from));
}

function ratioOf(nodeMs: number, otherMs: number | null): number | null {
	return otherMs === null ? null : Number((nodeMs / otherMs).toFixed(4));
}

function worstBlock(readings: ProbeReading[]): number | null {
	return readings.length === 0
		? null
		: Math.max(...readings.map(({ longestBlockMs }) => longestBlockMs));
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
