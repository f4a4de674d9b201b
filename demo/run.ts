import { readFileSync } from 'node:fs';
import { createProgress } from '../n8n/progress';
import { checkRun, checkWaitedRun } from './checks';
import { makeContacts } from './contacts';
import { examplePath } from './exampleWorkflows';
import { describeAccess, describeRun } from './report';
import { runCampaign } from './runCampaign';
import { runWaitedCampaign } from './runWaitedCampaign';
import { startDemo, type Demo } from './startDemo';

const signals = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
const parentCheckMs = 500;

/**
 * The demo's command line: starts everything, runs the campaign, says what happened, and stays up until Ctrl-C.
 *
 * @param args `--once` to end after the run
 * @returns the exit code: 0 when every check held, 1 when one did not
 */
export async function main(args: string[]): Promise<number> {
	const once = args.includes('--once');
	const unknown = args.filter((argument) => argument !== '--once');
	if (unknown.length > 0) {
		console.error(`Unknown argument: ${unknown.join(' ')}. The demo knows --once.`);
		return 2;
	}

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
	const demo = await startDemo(progress);
	state.demo = demo;
	try {
		progress.step('Running "CRM rows to SMS campaign"');
		const run = await runCampaign(demo);
		progress.step('Running "Template campaign with report"');
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
