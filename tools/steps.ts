import { spawn } from 'node:child_process';
import path from 'node:path';

const root = path.join(__dirname, '..');

/** One step of a check: a command, in the words of a shell, and what it is called. */
export interface Step {
	name: string;
	command: string;
	/** True: what it prints is shown only when it fails. */
	isQuiet?: boolean;
	/** Steps that run at the same time; what they print is shown after this one's, unless they are quiet. */
	beside?: Step[];
	/** Says why the step is left out; undefined when it is run. */
	leftOut?(): Promise<string | undefined>;
}

interface Done {
	name: string;
	code: number;
	seconds: number;
}

/**
 * Runs steps one after the other, up to the first that fails, and says in the end how long each took.
 *
 * @returns the exit code: 0 when all passed
 */
export async function runSteps(steps: Step[]): Promise<number> {
	const done: Done[] = [];
	for (const step of steps) {
		const why = await step.leftOut?.();
		if (why !== undefined) {
			console.log(`\n=== ${step.name}: left out. ${why}`);
			continue;
		}
		const beside = step.beside ?? [];
		const names = [step, ...beside.filter(({ isQuiet }) => isQuiet)].map(({ name }) => name);
		console.log(`\n=== ${names.join(', ')} (${new Date().toISOString().slice(11, 19)})`);
		const together = beside.map(
			async (each) => await run({ ...each, isQuiet: true }, each.isQuiet !== true),
		);
		done.push(await run(step), ...(await Promise.all(together)));
		if (done.some(({ code }) => code !== 0)) break;
	}
	const failed = done.filter(({ code }) => code !== 0);
	console.log(`\n${'Step'.padEnd(62)} Time`);
	for (const { name, code, seconds } of done) {
		console.log(`${name.padEnd(60)} ${timeOf(seconds).padStart(6)}${code === 0 ? '' : '  failed'}`);
	}
	console.log(
		failed.length === 0 ? '\nAll passed' : `\nFailed: ${failed.map(({ name }) => name).join(', ')}`,
	);
	return failed.length === 0 ? 0 : 1;
}

function timeOf(seconds: number): string {
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

async function run({ name, command, isQuiet = false }: Step, isShownAlways = false): Promise<Done> {
	const started = Date.now();
	const child = spawn(command, {
		cwd: root,
		shell: true,
		stdio: ['ignore', isQuiet ? 'pipe' : 'inherit', isQuiet ? 'pipe' : 'inherit'],
	});
	const printed: Buffer[] = [];
	child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
	child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
	const stop = () => child.kill();
	process.once('exit', stop);
	const code = await new Promise<number>((resolve) => {
		child.once('error', () => resolve(1));
		child.once('close', (ended) => resolve(ended ?? 1));
	});
	process.off('exit', stop);
	if (isShownAlways) console.log(`\n=== ${name}`);
	if (isShownAlways || code !== 0) process.stdout.write(Buffer.concat(printed));
	return { name, code, seconds: Math.round((Date.now() - started) / 1000) };
}
