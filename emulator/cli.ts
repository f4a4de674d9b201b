import { parseArgs } from 'node:util';
import { startEmulator } from './index';
import { isReading, type Readings } from './protocol/readings';

const help = `Usage: npm run emulator -- [options]

  --port <number>      port on 127.0.0.1 (9292)
  --latency <ms>       wait before each reply (0)
  --step <ms>          time between the steps of a campaign (20)
  --notify-anywhere    deliver notifications to other machines too
  --set <name>=<value> choose a reading, for example duplicates=keep; may be repeated
  --help               show this
`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '9292' },
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
	const emulator = await startEmulator({
		port: wholeNumber('--port', values.port, 65_535),
		latencyMs: wholeNumber('--latency', values.latency, 60_000),
		campaignStepMs: wholeNumber('--step', values.step, 3_600_000),
		notifyAnywhere: values['notify-anywhere'],
		...chosenReadings(values.set),
	});
	process.stdout.write(`emulator listening on ${emulator.url}\n`);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void emulator.close().then(() => process.exit(0)));
	}
}

function chosenReadings(pairs: string[]): Partial<Readings> {
	const chosen = Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
	const unknown = Object.keys(chosen).find((name) => !isReading(name));
	if (unknown !== undefined) throw new Error(`--set knows no ${unknown}`);
	return chosen as Partial<Readings>;
}

function wholeNumber(name: string, text: string, most: number): number {
	if (!/^\d+$/.test(text) || Number(text) > most) {
		throw new Error(`${name} must be a whole number from 0 to ${most}`);
	}
	return Number(text);
}

main().catch((error: NodeJS.ErrnoException) => {
	const text =
		error.code === 'EADDRINUSE' ? 'the port is taken; choose another with --port' : error.message;
	process.stderr.write(`emulator: ${text}\n`);
	process.exitCode = 1;
});
