import { parseArgs } from 'node:util';

import { createProgress, formatElapsed } from '../../n8n/progress';
import { missingServices } from '../../test/queue/support/services';
import { breakables } from './kills';
import { sendToAll, startMillion, type Million, type MillionRun } from './million';
import type { Counts } from './table';
import { progressUser } from './workflows';

export const usage = `npm run demo -- --million sends to the rows of a PostgreSQL table, with n8n in queue mode.

  --rows <n>     rows of the table (1000000)
  --rounds <n>   number of runs; in each, a worker, the main process, the connections to PostgreSQL and the
                 service are broken at random moments
  --page <n>     rows of a page (10000)`;

interface Arguments {
	rows: number;
	rounds: number;
	page?: number;
}

/**
 * The command line of `npm run demo -- --million`.
 *
 * @returns the exit code: 0 when the table says of every row what the service says
 */
export async function main(args: string[]): Promise<number> {
	const read = readArguments(args);
	if (typeof read === 'string') {
		console.error(`${read}\n\n${usage}`);
		return 2;
	}
	const missing = await missingServices();
	if (missing.length > 0) {
		console.error(
			`This demo needs PostgreSQL and Redis, as n8n's queue mode does.\n- ${missing.join('\n- ')}\nWith Docker:\n  docker run --detach --publish 5432:5432 --env POSTGRES_HOST_AUTH_METHOD=trust postgres:17\n  docker run --detach --publish 6379:6379 redis:8`,
		);
		return 2;
	}
	const progress = createProgress();
	const million = await startMillion({ progress, pageRows: read.page });
	// n8n ends with this process whatever ends it; the databases have to be dropped.
	for (const [signal, code] of [
		['SIGINT', 130],
		['SIGTERM', 143],
	] as const) {
		process.once(signal, () => void million.stop().finally(() => process.exit(code)));
	}
	try {
		return read.rounds === 0
			? await runOnce(million, read.rows, progress)
			: await runRounds(million, read, progress);
	} finally {
		await million.stop();
	}
}

async function runOnce(
	million: Million,
	rows: number,
	progress: ReturnType<typeof createProgress>,
) {
	const { user, password } = progressUser;
	console.log(`To watch: ${million.workflows.progressUrl} (user ${user}, password ${password})`);
	progress.step(`Sending to ${number(rows)} rows`);
	const watch = (counts: Counts) => progress.detail(describe(counts));
	const run = await sendToAll(million, { rows, watch });
	progress.done(`${number(rows)} rows in ${formatElapsed(run.ms)}`);
	console.log(`
Requests with a campaign     ${number(run.requests)}
Rows a second                ${number(Math.round((rows * 1000) / run.ms))}
${report(run)}`);
	return holds(run) ? 0 : 1;
}

/** The random kills: what each round broke, and whether table and service agree afterward. */
async function runRounds(
	million: Million,
	{ rows, rounds }: Arguments,
	progress: ReturnType<typeof createProgress>,
) {
	let failed = 0;
	for (let round = 1; round <= rounds; round++) {
		progress.step(`Round ${round} of ${rounds}`);
		const breaks = [...breakables].sort(() => Math.random() - 0.5);
		const watch = (counts: Counts) => progress.detail(describe(counts));
		const run = await sendToAll(million, { rows, breaks, watch });
		if (!holds(run)) failed++;
		console.log(
			`Round ${round}: ${run.broken.join(', ')} broken; ${formatElapsed(run.ms)}; ${describe(run.counts)}; ${holds(run) ? 'table and service agree' : report(run)}`,
		);
	}
	progress.done(`${rounds} rounds of ${number(rows)} rows, ${failed} with a disagreement`);
	return failed === 0 ? 0 : 1;
}

function readArguments(args: string[]): Arguments | string {
	const options = {
		million: { type: 'boolean' },
		rows: { type: 'string', default: '1000000' },
		rounds: { type: 'string', default: '0' },
		page: { type: 'string' },
	} as const;
	try {
		const { rows, rounds, page } = parseArgs({ args, options }).values;
		for (const [name, text, least, most] of [
			['rows', rows, 1, 10_000_000],
			['rounds', rounds, 0, 1_000],
			['page', page ?? '1', 1, 10_000],
		] as const) {
			const value = /^\d+$/.test(text) ? Number(text) : NaN;
			if (!(value >= least && value <= most)) {
				return `--${name} takes a number from ${number(least)} to ${number(most)}, not "${text}".`;
			}
		}
		return {
			rows: Number(rows),
			rounds: Number(rounds),
			page: page === undefined ? undefined : Number(page),
		};
	} catch (error) {
		return `${(error as Error).message.split('. ')[0]}.`;
	}
}

function describe(counts: Counts): string {
	const words = [
		['waiting', counts.waiting],
		['taken', counts.taken],
		['accepted', counts.accepted],
		['ended', counts.ended],
		['not reached', counts.not_reached],
		['refused', counts.refused],
		['unknown', counts.unknown],
	] as const;
	return words
		.filter(([, count]) => count > 0)
		.map(([word, count]) => `${number(count)} ${word}`)
		.join(', ');
}

function holds({ disagreement }: MillionRun): boolean {
	return Object.values(disagreement).every((phones: string[]) => phones.length === 0);
}

function report({ counts, disagreement }: MillionRun): string {
	const { doubled, claimed, denied, strangers } = disagreement;
	return `The table says               ${describe(counts)}
Phones with two messages     ${number(doubled.length)}
Sent only by the table       ${number(claimed.length)}
Sent only by the service     ${number(denied.length + strangers.length)}`;
}

function number(value: number): string {
	return value.toLocaleString('en-US');
}
