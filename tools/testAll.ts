import { spawn } from 'node:child_process';

import { missingServices } from '../test/queue/support/services';
import { testedVersions } from '../n8n/matrix';
import { runSteps, type Step } from './steps';

const tests = 'npx --no-install jest --selectProjects';
const typescript = 'node tools/runTypeScript.mjs';

/** Parts of the names of files whose tests end before the service answers, or look at what is not in its answers. */
const withoutReadings = [
	...['sentOnce', 'faultMatrix', 'eventLoop', 'wait', 'quietLog', 'phones', 'hostile'],
	...['credential', 'evaluations', 'declarations', 'wireNames', 'hoices', 'typedTexts', 'optOut'],
	...['sendAndWait', 'pproval', 'answerAtLimit', 'uploads', 'inputFile', 'Secrecy', 'trigger'],
	...['quietHours', 'recipientZone', 'eachRowOnce', 'eachWordTrue', 'thrownAnywhere'],
].join(' ');

/** What `npm run test:all -- <name>` runs alone; arguments behind the name go to the command. */
export const parts: Record<string, string> = {
	readings: `EMULATOR_READINGS=other ${tests} integration --testPathIgnorePatterns ${withoutReadings}`,
	account: `${tests} account`,
	matrices: `WHOLE_MATRICES=1 ${tests} integration --testPathPatterns sentOnce faultMatrix`,
	differential: `${tests} differential`,
	queue: `${typescript} n8n/installCommand.ts && ${tests} queue --maxWorkers=1`,
	matrix: `${typescript} n8n/matrix.ts`,
	load: `${typescript} tools/underLoad.ts`,
};

/** Everything that has to hold before a change is merged. `.github/workflows/ci.yml` runs the same, on several machines. */
export const steps: Step[] = [
	{ name: 'Lint, format, types, build, tests', command: 'npm test' },
	{
		name: 'The other readings of the specification',
		command: 'npm run test:all -- readings',
		// Each of these keeps one core busy.
		beside: [{ name: "n8n's scan of source and tarball", command: 'npm run scan' }],
	},
	{
		name: 'The large matrices, whole',
		command: 'npm run test:all -- matrices',
		beside: [
			{
				name: 'Random scenarios: claims against the ledger',
				command: 'npm run test:all -- account',
			},
			{
				name: 'Random values: node and emulator agree',
				command: 'npm run test:all -- differential',
			},
		],
	},
	{ name: 'The demo, once', command: 'npm run demo -- --once' },
	{
		name: 'Queue mode, with Redis and PostgreSQL',
		command: 'npm run test:all -- queue',
		leftOut: async () => {
			const missing = await missingServices();
			return missing.length === 0 ? undefined : missing.join('. ');
		},
	},
	{
		name: 'End to end in a real browser, on every version of n8n',
		command: 'npm run test:all -- matrix',
	},
];

/**
 * `npm run test:all`. Versions of n8n that are missing are downloaded while the first tests run; a step that needs one
 * waits for it, and installs it itself should this have failed.
 *
 * @param args the name of a part to run alone, and arguments for it
 * @returns the exit code: 0 when all passed
 */
export async function main([part, ...args]: string[]): Promise<number> {
	if (part !== undefined) return await runPart(part, args);
	const install = [
		'tools/runTypeScript.mjs',
		'n8n/installCommand.ts',
		...[...testedVersions].reverse(),
	];
	const installation = spawn(process.execPath, install, { stdio: 'ignore' });
	try {
		return await runSteps(steps);
	} finally {
		installation.kill();
	}
}

async function runPart(part: string, args: string[]): Promise<number> {
	const command = Object.hasOwn(parts, part) ? parts[part] : undefined;
	if (command === undefined) {
		throw new Error(`There is no part ${part}, only ${Object.keys(parts).join(', ')}`);
	}
	const quoted = args.map((each) => JSON.stringify(each));
	const child = spawn([command, ...quoted].join(' '), { shell: true, stdio: 'inherit' });
	return await new Promise((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (code) => resolve(code ?? 1));
	});
}
