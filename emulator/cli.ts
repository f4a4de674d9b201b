import { parseArgs } from 'node:util';
import { startEmulator } from './index';
import { pageFiles } from './page/files';
import { isReading, type Readings } from './protocol/readings';
import { isLoopbackHost } from './protocol/webAddress';

const help = `Usage: npm run emulator -- [options]

  --port <number>      port (9292)
  --host <address>     address of this machine to listen on (127.0.0.1); any other opens it to other machines
  --latency <ms>       wait before each reply (0)
  --step <ms>          time between the steps of a campaign (20)
  --notify-anywhere    deliver notifications to other machines too
  --set <name>=<value> choose a reading, for example duplicates=keep; may be repeated
  --help               show this
`;

/**
 * The emulator's command line: starts it and keeps it up until Ctrl-C.
 *
 * @param args as `--help` lists them
 * @returns the exit code once it listens, 0, or 1 when it cannot
 */
export async function main(args: string[]): Promise<number> {
	try {
		await start(args);
		return 0;
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		const text = code === 'EADDRINUSE' ? 'the port is taken; choose another with --port' : message;
		process.stderr.write(`emulator: ${text}\n`);
		return 1;
	}
}

async function start(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: 'string', default: '9292' },
			host: { type: 'string', default: '127.0.0.1' },
			latency: { type: 'string', default: '0' },
			step: { type: 'string', default: '20' },
			'notify-anywhere': { type: 'boolean', default: false },
			set: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) {
		process.stdout.write(help);
		return;
	}
	// Put together now, so that the first look need not wait.
	await pageFiles();
	const emulator = await startEmulator({
		port: wholeNumber('--port', values.port, 65_535),
		host: values.host,
		latencyMs: wholeNumber('--latency', values.latency, 60_000),
		campaignStepMs: wholeNumber('--step', values.step, 3_600_000),
		notifyAnywhere: values['notify-anywhere'],
		...chosenReadings(values.set),
	});
	process.stdout.write(`emulator listening on ${emulator.url}\n`);
	process.stdout.write(
		`  in a browser: the phones; as a base URL: the service, token demo-token-full\n`,
	);
	if (!isLoopbackHost(values.host)) {
		process.stdout.write(
			`  open to other machines: anyone who can reach it can read and control it\n`,
		);
	}
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void emulator.close().then(() => process.exit(0)));
	}
}

function chosenReadings(pairs: string[]): Partial<Readings> {
	const chosen = Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
	const unknown = Object.keys(chosen).find((name) => !isReading(name));
	if (unknown !== undefined) throw new Error(`--set has no setting ${unknown}`);
	return chosen as Partial<Readings>;
}

function wholeNumber(name: string, text: string, most: number): number {
	if (!/^\d+$/.test(text) || Number(text) > most) {
		throw new Error(`${name} must be a whole number from 0 to ${most}`);
	}
	return Number(text);
}
