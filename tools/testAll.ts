import { spawn } from 'node:child_process';

import { missingServices } from '../test/queue/support/services';
import { testedVersions } from '../n8n/matrix';
import { runSteps, type Step } from './steps';

/** Everything that has to hold before a change is merged. `.github/workflows/ci.yml` runs the same, on several machines. */
export const steps: Step[] = [
	{ name: 'Lint, format, types, build, tests', command: 'npm test' },
	{ name: "n8n's scan of source and tarball", command: 'npm run scan' },
	{
		name: 'The other readings of the specification',
		command: 'npm run test:readings',
		// Keeps one core busy, and hardly anything waits for another.
		beside: [
			{ name: 'Random scenarios: claims against the ledger', command: 'npm run test:account' },
		],
	},
	{ name: 'The large matrices, whole', command: 'npm run test:matrices' },
	{ name: 'Random values: node and emulator agree', command: 'npm run test:differential' },
	{ name: 'The demo, once', command: 'npm run demo -- --once' },
	{
		name: 'Queue mode, with Redis and PostgreSQL',
		command: 'npm run test:queue',
		leftOut: async () => {
			const missing = await missingServices();
			return missing.length === 0 ? undefined : missing.join('. ');
		},
	},
	{
		name: 'End to end in a real browser, on every version of n8n',
		command: 'npm run test:matrix',
	},
];

/**
 * `npm run test:all`. Versions of n8n that are missing are downloaded while the first tests run; a step that needs one
 * waits for it, and installs it itself should this have failed.
 *
 * @returns the exit code: 0 when all passed
 */
export async function main(): Promise<number> {
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
