import { setTimeout as sleep } from 'node:timers/promises';

import type { EmulatorOptions } from '../../emulator';
import { silentProgress, type Progress } from '../../n8n/progress';
import { startCluster, type Cluster } from '../../test/queue/support/cluster';
import { breakSomething, type Breakable } from './kills';
import { openServicePath, type ServicePath } from './servicePath';
import {
	compare,
	createRecipients,
	type Counts,
	type Disagreement,
	type Recipients,
} from './table';
import { importWorkflows, type MillionWorkflows } from './workflows';

/** A table of recipients, n8n in queue mode with the workflows that send to them, and the service. */
export interface Million {
	cluster: Cluster;
	table: Recipients;
	service: ServicePath;
	workflows: MillionWorkflows;
	stop(): Promise<void>;
}

export interface MillionOptions {
	pageRows?: number;
	progress?: Progress;
	environment?: Record<string, string>;
	/** How the service behaves, beside 20 ms for each request and steps of 1,000 recipients, which take 0.2 s. */
	emulator?: EmulatorOptions;
	/** How long a page may be under way before it counts as unknown. */
	unknownAfterSeconds?: number;
}

/** Starts everything; from now on whatever waits in the table is sent. */
export async function startMillion(options: MillionOptions = {}): Promise<Million> {
	const { progress = silentProgress, unknownAfterSeconds = 60 } = options;
	const stops: Array<() => Promise<void>> = [];
	const stop = async () => {
		for (const each of stops.reverse()) await each();
	};
	try {
		const table = await createRecipients();
		stops.push(async () => await table.drop());
		const setting = `${unknownAfterSeconds} seconds`;
		await table.query('UPDATE campaign_control SET unknown_after = $1::interval', [setting]);
		const path: { service?: ServicePath } = {};
		const cluster = await startCluster({
			progress,
			environment: options.environment,
			emulator: { latencyMs: 20, chunkSize: 1_000, campaignStepMs: 200, ...options.emulator },
			serviceBehind: async (url) => {
				path.service = await openServicePath(url);
				return path.service.url;
			},
		});
		stops.push(async () => await cluster.stop());
		const service = path.service!;
		stops.push(async () => await service.close());
		progress.step('Importing the workflows', 5);
		const workflows = await importWorkflows(cluster, table.database, options.pageRows);
		return { cluster, table, service, workflows, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** How a run went. */
export interface MillionRun {
	rows: number;
	ms: number;
	/** Requests that brought campaigns to the service. */
	requests: number;
	counts: Counts;
	disagreement: Disagreement;
	/** What was broken, in order. */
	broken: Breakable[];
}

export interface RunOptions {
	rows: number;
	/** Broken one after the other at random moments. */
	breaks?: Breakable[];
	/** Called every second. */
	watch?: (counts: Counts, ms: number) => void;
}

const lookEveryMs = 1_000;
/** A run in which nothing changes for so long has come to its end. */
const patienceMs = 240_000;

/**
 * Sends to so many rows, from a fresh table and a fresh ledger, until all rows have their fate and all campaigns their end.
 *
 * @throws Error when rows are left and nothing goes on
 */
export async function sendToAll(million: Million, options: RunOptions): Promise<MillionRun> {
	const { cluster, table } = million;
	const { rows, breaks = [], watch = () => undefined } = options;
	const { control, service } = cluster.emulator;
	// Not a whole reset: a campaign code that comes again would be taken for a notification played back.
	service.ledger.clear();
	control.clearRequests();
	control.changeAccount({ sms: 10 * rows });
	await table.fill(rows);
	const from = Date.now();
	const broken: Breakable[] = [];
	// One after the other: an n8n that starts while its database goes away has to be started by hand.
	let repairing: Promise<unknown> = Promise.resolve();
	let problem: unknown;
	// Each at a moment of its own, from the first page on to when most rows are sent.
	const due = breaks.map(() => Math.floor(rows * 0.9 * Math.random())).sort((a, b) => a - b);
	let last = '';
	let idleSince = Date.now();
	for (;;) {
		await sleep(lookEveryMs);
		const counts = await table.counts();
		watch(counts, Date.now() - from);
		if (isDone(counts)) break;
		const taken = counts.all_rows - counts.waiting;
		while (broken.length < breaks.length && taken >= due[broken.length]) {
			const what = breaks[broken.length];
			broken.push(what);
			// Not only just after a look: in the middle of a page, too.
			repairing = repairing
				.then(async () => await sleep(lookEveryMs * Math.random()))
				.then(async () => await breakSomething(million, what))
				.catch((error: unknown) => (problem = error));
		}
		if (problem !== undefined) throw problem;
		if (counts.paused) await goOn(table);
		const now = JSON.stringify({ ...counts, rows_a_minute: 0, minutes_left: 0 });
		if (now !== last) idleSince = Date.now();
		last = now;
		if (Date.now() - idleSince > patienceMs) throw new Error(`Nothing is happening: ${now}`);
	}
	const ms = Date.now() - from;
	await repairing;
	return {
		...{ rows, ms, broken },
		requests: control.requests().filter(({ endpoint }) => endpoint === 'scheduleSms').length,
		counts: await table.counts(),
		disagreement: await compare(table, control.ledger()),
	};
}

function isDone({ waiting, taken, accepted }: Counts): boolean {
	return waiting + taken + accepted === 0;
}

/** What a person does when the service is back: what was certainly not sent waits again. */
async function goOn(table: Recipients): Promise<void> {
	await table.query('SELECT campaign_retry_refused()');
	await table.query('UPDATE campaign_control SET paused = false, paused_because = NULL');
}
