import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sendToAll, startMillion, type Million } from '../demo/million/million';
import type { Counts } from '../demo/million/table';
import { chain, START, type Step } from '../n8n/chain';
import { runWorkflow, waitForExecution } from '../n8n/executions';
import type { Progress } from '../n8n/progress';
import { missingServices } from '../test/queue/support/services';
import { httpRequest } from './peers';

const pageRows = 10_000;
const baselineRows = 10_000;
/** With the heap below a worker dies of 10,000 items of HTTP Request, which keeps all responses until the last has come. */
const baselinePage = 1_000;
/** As many as the example has under way. */
const baselinePagesAtOnce = 4;
/**
 * What each n8n may occupy. With more room memory rises for dozens of pages and says nothing: V8 collects less, the part
 * of its heap for new objects grows to 192 MB in Node 24, and glibc gives threads heaps of their own.
 */
const heapOptions = '--max-old-space-size=400 --max-semi-space-size=8';
const mostHeapsOfThreads = '2';
/**
 * n8n 2.41 by itself evaluates expressions in a V8 isolate for each execution, whose memory comes back late: 100 MB more
 * after 20 pages, outside the heap of the process. With this engine what rises would be the nodes'.
 */
const expressionEngine = 'legacy';
/** A collection that is asked for lowers the peaks that follow, so what a process keeps is measured after so many pages only. */
const collectAfterPages = [4, 25, 50, 75];
const collectionMs = 3_000;
/** The peak of memory is shown until a process has sent so many pages itself, and of the whole run. */
const pagesShown = [3, 6, 12, 25];

/** Megabytes of each process of n8n, by its name. */
type Memory = Record<string, number>;

/** What each process keeps, when so many pages were taken. */
interface Kept {
	page: number;
	byProcess: Memory;
}

/** The highest memory use so far, when so many pages were sent: by the worker itself, and by all for the main process. */
interface Peak {
	pages: Memory;
	peaks: Memory;
}

/**
 * Sends to a large table in queue mode, and 10,000 rows of it with n8n's HTTP Request node.
 *
 * @returns the figures, as a table in Markdown
 * @throws Error where PostgreSQL or Redis is missing, and where table and service disagree
 */
export async function measureMillion(rows: number, progress: Progress): Promise<string> {
	const missing = await missingServices();
	if (missing.length > 0) throw new Error(missing.join('. '));
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-bench-'));
	const heapFile = path.join(folder, 'heap.jsonl');
	await writeFile(heapFile, '');
	const probe = path.join(__dirname, 'heapProbe.cjs');
	const environment = {
		NODE_OPTIONS: `${heapOptions} --require ${probe}`,
		MALLOC_ARENA_MAX: mostHeapsOfThreads,
		N8N_EXPRESSION_ENGINE: expressionEngine,
		EXTAPI_BENCH_HEAP: heapFile,
	};
	try {
		const million = await startMillion({ progress, environment });
		try {
			return await measureIn(million, rows, heapFile, progress);
		} finally {
			await million.stop();
		}
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function measureIn(
	million: Million,
	rows: number,
	heapFile: string,
	progress: Progress,
): Promise<string> {
	progress.step(`Sending to ${rows} rows`);
	const peaks: Peak[] = [];
	const kept: Kept[] = [];
	const collections = [...collectAfterPages];
	let collecting: Promise<unknown> = Promise.resolve();
	let acceptedMs = 0;
	const run = await sendToAll(million, {
		rows,
		watch(counts, ms) {
			progress.detail(
				`${counts.waiting} waiting, ${counts.accepted} accepted, ${counts.ended} ended`,
			);
			const page = pagesTaken(counts);
			peaks.push(peakOf(million, heapFile));
			if (page >= collections[0]) {
				collections.shift();
				collecting = keptBy(million, heapFile).then((byProcess) => kept.push({ page, byProcess }));
			}
			if (acceptedMs === 0 && counts.waiting + counts.taken === 0) acceptedMs = ms;
		},
	});
	if (Object.values(run.disagreement).some((phones: string[]) => phones.length > 0)) {
		throw new Error(`Table and service disagree: ${JSON.stringify(run.disagreement)}`);
	}
	await collecting;
	const afterwards = await keptBy(million, heapFile);
	progress.step(`${baselineRows} rows with HTTP Request`);
	const httpMs = await measureHttpRequest(million);
	progress.done('Measured');
	const rate = (count: number, ms: number) =>
		Math.round((count * 1000) / ms).toLocaleString('en-US');
	const number = (value: number) => value.toLocaleString('en-US');
	return [
		'| what | figure |',
		'| --- | ---: |',
		`| rows | ${number(rows)} |`,
		`| until all were accepted, s | ${seconds(acceptedMs)} |`,
		`| requests with a campaign | ${run.requests} |`,
		`| rows a second | ${rate(rows, acceptedMs)} |`,
		`| rows a second, HTTP Request, ${number(baselineRows)} rows in pages of ${number(baselinePage)}, ${baselinePagesAtOnce} at once | ${rate(baselineRows, httpMs)} |`,
		`| from the last page accepted to the end of all ${run.requests} campaigns in the table, s | ${seconds(run.ms - acceptedMs)} |`,
		...keptRows(kept, afterwards),
		...peakRows(peaks),
	].join('\n');
}

function pagesTaken({ all_rows: all, waiting }: Counts): number {
	return Math.ceil((all - waiting) / pageRows);
}

/** The processes whose memory is measured, by name. */
function processesOf({ cluster: { main, workers } }: Million): Map<string, number> {
	return new Map([
		['main', main.process.pid],
		...workers.map(({ process }, index) => [`worker ${index + 1}`, process.pid] as const),
	]);
}

/** The highest memory use that the system has seen of each process. */
function peakOf(million: Million, heapFile: string): Peak {
	const sent = linesOf(heapFile).filter(({ campaign }) => campaign);
	const processes = [...processesOf(million)];
	const pagesOf = (pid: number) => sent.filter((line) => line.pid === pid).length;
	return {
		pages: Object.fromEntries(
			processes.map(([name, pid]) => [name, name === 'main' ? sent.length : pagesOf(pid)]),
		),
		peaks: Object.fromEntries(
			processes.map(([name, pid]) => {
				const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
				return [name, Math.round(Number(kilobytes) / 1024)];
			}),
		),
	};
}

/** What each process still holds after a collection, of which it writes a line. */
async function keptBy(million: Million, heapFile: string): Promise<Memory> {
	const before = linesOf(heapFile).length;
	const processes = processesOf(million);
	for (const pid of processes.values()) process.kill(pid, 'SIGUSR2');
	await sleep(collectionMs);
	const bytes = new Map(
		linesOf(heapFile)
			.slice(before)
			.filter((line) => line.bytes !== undefined)
			.map((line) => [line.pid, line.bytes]),
	);
	return Object.fromEntries(
		[...processes].map(([name, pid]) => [name, Math.round((bytes.get(pid) ?? NaN) / 1024 / 1024)]),
	);
}

/** A line of the probe: a campaign that a process sends, or the bytes that it keeps. */
function linesOf(heapFile: string) {
	return readFileSync(heapFile, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as { pid: number; bytes?: number; campaign?: true });
}

/** One that was busy all the while did not answer. */
const answered = (samples: Kept[], name: string) =>
	samples.map(({ byProcess }) => byProcess[name]).filter((value) => !Number.isNaN(value));

function keptRows(samples: Kept[], afterwards: Memory): string[] {
	return Object.keys(afterwards).map((name) => {
		const [first, ...later] = answered(samples, name);
		const most = Math.max(...later);
		return `| what ${name} keeps after a collection, MB: at page ${samples[0].page}, most later, when all is sent; ratio of the second to the first | ${first}, ${most}, ${afterwards[name]}; ${(most / first).toFixed(2)} |`;
	});
}

function peakRows(samples: Peak[]): string[] {
	const last = samples.at(-1)!;
	return Object.keys(last.peaks).map((name) => {
		const peakUntil = (page: number) =>
			samples.filter(({ pages }) => pages[name] <= page).at(-1)!.peaks[name];
		const shown = pagesShown.filter((page) => page < last.pages[name]);
		const peaks = [...shown.map(peakUntil), last.peaks[name]];
		const ratio = (last.peaks[name] / peaks[0]).toFixed(2);
		const whose = name === 'main' ? 'the workers' : 'it';
		return `| peak memory of ${name}, MB, until ${whose} had sent ${[...shown, last.pages[name]].join(', ')} pages; ratio of the last to the first | ${peaks.join(', ')}; ${ratio} |`;
	});
}

/** Ten thousand of the rows, each by a request of its own, in pages of which each is an execution. */
async function measureHttpRequest({ cluster, workflows }: Million): Promise<number> {
	const { credentials } = workflows.page.nodes.find(({ name }) => name === 'Write back')!;
	const pages = Array.from({ length: baselineRows / baselinePage }, (_, page) => page);
	const sendPage = async (page: number) => {
		const rowsStep: Step = {
			name: 'Rows',
			type: 'n8n-nodes-base.postgres',
			typeVersion: 2.6,
			parameters: {
				operation: 'executeQuery',
				query: `SELECT phone, first_name FROM campaign_recipients ORDER BY id LIMIT ${baselinePage} OFFSET ${page * baselinePage}`,
				options: {},
			},
			settings: { credentials },
		};
		const step = httpRequest(cluster.emulator.url, 'scheduleSms.php', {
			...{ from: 'MyShop', list: '={{ $json.phone }}', msg: '=Hello {{ $json.first_name }}' },
		});
		const workflow = await cluster.client.createWorkflow(
			chain(`HTTP Request, page ${page}`, [rowsStep, step]),
		);
		const id = await runWorkflow(cluster.client, workflow, START);
		const { status, error } = await waitForExecution(cluster.client, id, 600_000, 1_000);
		if (status !== 'success') throw new Error(`HTTP Request: ${error?.message ?? status}`);
	};
	const from = Date.now();
	const sendRest = async () => {
		for (let page = pages.shift(); page !== undefined; page = pages.shift()) await sendPage(page);
	};
	await Promise.all(Array.from({ length: baselinePagesAtOnce }, sendRest));
	return Date.now() - from;
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(1);
}
