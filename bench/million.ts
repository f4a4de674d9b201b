import { execFileSync } from 'node:child_process';

import { sendToAll, startMillion, type Million } from '../demo/million/million';
import type { Counts } from '../demo/million/table';
import { chain, START, type Step } from '../n8n/chain';
import { runWorkflow, waitForExecution } from '../n8n/executions';
import type { Progress } from '../n8n/progress';
import { missingServices } from '../test/queue/support/services';
import { httpRequest } from './peers';

const pageRows = 10_000;
const baselineRows = 10_000;
/**
 * What each n8n may keep on its heap. With more room V8 collects less: memory rises and says nothing.
 * The lock is for HTTP Request, which keeps a worker from renewing it.
 */
const environment = {
	NODE_OPTIONS: '--max-old-space-size=400',
	QUEUE_WORKER_LOCK_DURATION: '600000',
};
/** Parts of the run whose peaks of memory are compared; in the first a process still loads its code. */
const parts = 5;

/** Memory of each process of n8n, in megabytes, when so many pages were taken. */
interface Sample {
	page: number;
	byProcess: Record<string, number>;
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
	const million = await startMillion({ progress, environment });
	try {
		progress.step(`Sending to ${rows} rows`);
		const samples: Sample[] = [];
		let acceptedMs = 0;
		const run = await sendToAll(million, {
			rows,
			watch(counts, ms) {
				progress.detail(
					`${counts.waiting} waiting, ${counts.accepted} accepted, ${counts.ended} ended`,
				);
				samples.push({ page: pagesTaken(counts), byProcess: memoryOf(million) });
				if (acceptedMs === 0 && counts.waiting + counts.taken === 0) acceptedMs = ms;
			},
		});
		if (Object.values(run.disagreement).some((phones: string[]) => phones.length > 0)) {
			throw new Error(`Table and service disagree: ${JSON.stringify(run.disagreement)}`);
		}
		progress.step(`${baselineRows} rows with HTTP Request`);
		const httpMs = await measureHttpRequest(million).catch((error: Error) => error.message);
		progress.done('Measured');
		const rate = (count: number, ms: number) =>
			Math.round((count * 1000) / ms).toLocaleString('en-US');
		return [
			'| what | figure |',
			'| --- | ---: |',
			`| rows | ${rows.toLocaleString('en-US')} |`,
			`| until all were accepted, s | ${seconds(acceptedMs)} |`,
			`| requests with a campaign | ${run.requests} |`,
			`| rows a second | ${rate(rows, acceptedMs)} |`,
			`| rows a second, HTTP Request, ${baselineRows.toLocaleString('en-US')} rows | ${typeof httpMs === 'number' ? rate(baselineRows, httpMs) : httpMs} |`,
			`| from the last page accepted to the end of all ${run.requests} campaigns in the table, s | ${seconds(run.ms - acceptedMs)} |`,
			...memoryRows(samples, Math.ceil(rows / pageRows)),
		].join('\n');
	} finally {
		await million.stop();
	}
}

function pagesTaken({ all_rows: all, waiting }: Counts): number {
	return Math.ceil((all - waiting) / pageRows);
}

/** What the system says each process occupies. */
function memoryOf({ cluster: { main, workers } }: Million): Record<string, number> {
	const processes = {
		main,
		...Object.fromEntries(workers.map((each, index) => [`worker ${index + 1}`, each])),
	};
	return Object.fromEntries(
		Object.entries(processes).map(([name, { process }]) => {
			const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(process.pid)], {
				encoding: 'utf8',
			});
			return [name, Math.round(Number(kilobytes) / 1024)];
		}),
	);
}

function memoryRows(samples: Sample[], pages: number): string[] {
	const size = Math.ceil(pages / parts);
	const peak = (name: string, part: number) =>
		Math.max(
			...samples
				.filter(({ page }) => page > part * size && page <= (part + 1) * size)
				.map(({ byProcess }) => byProcess[name]),
		);
	return Object.keys(samples[0].byProcess).map((name) => {
		const peaks = Array.from({ length: parts }, (_, part) => peak(name, part));
		const ratio = Math.max(...peaks.slice(2)) / peaks[1];
		return `| peak memory of ${name}, MB, in each fifth of the pages; ratio of the last three to the second | ${peaks.join(', ')}; ${ratio.toFixed(2)} |`;
	});
}

/** The same rows, each by a request of its own. */
async function measureHttpRequest({ cluster, workflows }: Million): Promise<number> {
	const { credentials } = workflows.page.nodes.find(({ name }) => name === 'Write back')!;
	const rowsStep: Step = {
		name: 'Rows',
		type: 'n8n-nodes-base.postgres',
		typeVersion: 2.6,
		parameters: {
			operation: 'executeQuery',
			query: `SELECT phone, first_name FROM campaign_recipients LIMIT ${baselineRows}`,
			options: {},
		},
		settings: { credentials },
	};
	const step = httpRequest(cluster.emulator.url, 'scheduleSms.php', {
		...{ from: 'MyShop', list: '={{ $json.phone }}', msg: '=Hello {{ $json.first_name }}' },
	});
	// All at once are 10,000 connections, which a worker gives up: this paces them at 1,000 a second.
	step.parameters.options = { batching: { batch: { batchSize: 100, batchInterval: 100 } } };
	const workflow = await cluster.client.createWorkflow(chain('HTTP Request', [rowsStep, step]));
	const id = await runWorkflow(cluster.client, workflow, START);
	const { runData, error } = await waitForExecution(cluster.client, id, 600_000, 1_000);
	const ms = runData[step.name]?.[0].executionTime;
	if (error || ms === undefined) throw new Error(`HTTP Request: ${error?.message ?? 'no time'}`);
	return ms;
}

function seconds(ms: number): string {
	return (ms / 1000).toFixed(1);
}
