import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createProgress } from '../n8n/progress';
import { checkRun, checkWaitedRun } from './checks';
import { makeContacts } from './contacts';
import { examplePath } from './exampleWorkflows';
import { main as runMillion } from './million/run';
import { describeAccess, describeRun } from './report';
import { runCampaign } from './runCampaign';
import { runWaitedCampaign } from './runWaitedCampaign';
import { startDemo, type Demo } from './startDemo';

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
const parentCheckMs = 500;

/**
 * The demo's command line: starts everything, runs the campaign, says what happened, and stays up until Ctrl-C.
 *
 * @param args `--once` to end after the run; `--port 5678` for n8n's editor, where another than the usual is wanted;
 *   `--million` for the demo of a large table, which has options of its own
 * @returns the exit code: 0 when every check held, 1 when one did not
 */
export async function main(args: string[]): Promise<number> {
	if (args.includes('--million')) return await runMillion(args);
	const read = readArguments(args);
	if (typeof read === 'string') {
		console.error(
			`${read} The demo knows --once, --port, a number from 1 to 65535, and --million.`,
		);
		return 2;
	}
	const { once, port } = read;

	const state: { demo?: Demo; ready: boolean; stopping: boolean } = {
		ready: false,
		stopping: false,
	};
	const onSignal = (code: number) => {
		// Before n8n is up there is nothing to stop in order: what was started ends with this process.
		if (!state.demo || state.stopping) process.exit(128 + code);
		state.stopping = true;
		console.log('\nStopping n8n and the emulator …');
		void state.demo.stop().finally(() => process.exit(state.ready ? 0 : 128 + code));
	};
	for (const [signal, code] of Object.entries(signals)) process.on(signal, () => onSignal(code));
	watchParent(() => onSignal(signals.SIGTERM));

	const progress = createProgress();
	const demo = await startDemo(progress, port);
	state.demo = demo;
	try {
		progress.step('Running "CRM rows to SMS campaign"', 10);
		const run = await runCampaign(demo);
		progress.step('Running "Template campaign with report"', 15);
		const waited = await runWaitedCampaign(demo);
		progress.done('The demo is ready');

		const contacts = makeContacts();
		const csv = readFileSync(examplePath('data', 'crm-contacts.csv'), 'utf8');
		const checks = [...checkRun(demo, run, contacts, csv), ...checkWaitedRun(waited)];
		console.log(describeRun(run, waited, contacts, checks));
		if (once) return checks.every(({ problem }) => problem === undefined) ? 0 : 1;

		console.log(describeAccess(demo, run));
		state.ready = true;
		const { code, signal } = await demo.n8n.process.ended;
		if (state.stopping) return await new Promise<never>(() => {});
		console.error(`n8n ended by itself (${signal ?? `code ${code}`}).`);
		return 1;
	} finally {
		if (!state.stopping) await demo.stop();
	}
}

/** What the command line says, or what is wrong with it. */
function readArguments(args: string[]): { once: boolean; port?: number } | string {
	try {
		const options = {
			once: { type: 'boolean', default: false },
			port: { type: 'string' },
		} as const;
		const { once, port } = parseArgs({ args, options }).values;
		if (port === undefined) return { once };
		const number = Number(port);
		const isPort = /^\d+$/.test(port) && number >= 1 && number <= 65_535;
		return isPort ? { once, port: number } : `"${port}" is no port.`;
	} catch (error) {
		return `${(error as Error).message.split('. ')[0]}.`;
	}
}

/** The shell between npm and this process passes no signal on when it is ended; its absence says it was. */
function watchParent(onGone: () => void) {
	if (!process.env.npm_lifecycle_event) return;
	const parent = process.ppid;
	const timer = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(timer);
		onGone();
	}, parentCheckMs).unref();
}
