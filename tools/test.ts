import { runSteps, type Step } from './steps';

const checks: Step = {
	...{ name: 'Lint', command: 'npm run lint', isQuiet: true },
	// Each keeps one core busy.
	beside: [
		{ name: 'Format', command: 'npx --no-install prettier --check .', isQuiet: true },
		{ name: 'Types', command: 'npm run typecheck', isQuiet: true },
		{ name: 'Build', command: 'npm run build', isQuiet: true },
	],
};

/**
 * `npm test`: lint, format, types, build; unit, emulator and integration tests.
 *
 * @param args for Jest
 * @returns the exit code: 0 when all passed
 */
export async function main(args: string[]): Promise<number> {
	// In Jest's own process its modules would pile up, whatever the limit of a worker is.
	const forJest = args.map((each) => (/^(-i|--runInBand)$/.test(each) ? '--maxWorkers=1' : each));
	const quoted = forJest.map((each) => JSON.stringify(each)).join(' ');
	return await runSteps([
		checks,
		{
			name: 'Unit, emulator and integration tests',
			command: `npx --no-install jest --selectProjects unit emulator integration ${quoted}`,
		},
	]);
}
