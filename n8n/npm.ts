import { spawn } from 'node:child_process';
import path from 'node:path';

const tailLines = 25;

/** What to run npm with. */
export interface NpmCall {
	args: string[];
	cwd: string;
	/** The Node that runs npm, and thereby the one native modules are built for. */
	node: string;
}

/**
 * Runs npm to its end. Inherited npm settings that a surrounding `npm run` puts into the environment are kept
 * out, except those a user sets on purpose (registry, proxy, certificates).
 *
 * @returns everything npm printed
 * @throws Error with the command and the last lines of its output when it fails
 */
export async function runNpm({ args, cwd, node }: NpmCall): Promise<string> {
	const script = process.env.npm_execpath;
	const [command, prefix] = script?.endsWith('npm-cli.js') ? [node, [script]] : ['npm', []];
	return await runCommand(command, [...prefix, ...args], { cwd, node });
}

/**
 * Runs a command with `node` first on the PATH; it ends with this process at the latest.
 *
 * @returns its output, standard output and errors in the order they came
 * @throws Error with the last lines of the output when the exit code is not 0
 */
export async function runCommand(
	command: string,
	args: string[],
	{ cwd, node }: { cwd: string; node: string },
): Promise<string> {
	return await new Promise((resolve, reject) => {
		const child = spawn(command, args, {
			cwd,
			env: {
				...cleanEnvironment(),
				PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const stop = () => child.kill();
		process.once('exit', stop);
		let output = '';
		const keep = (chunk: Buffer) => (output += chunk.toString());
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.on('error', reject);
		child.on('close', (code) => {
			process.off('exit', stop);
			if (code === 0) return resolve(output);
			const tail = output.trimEnd().split('\n').slice(-tailLines).join('\n');
			reject(new Error(`"${[command, ...args].join(' ')}" ended with code ${code}:\n${tail}`));
		});
	});
}

const wanted = /^npm_config_(registry|.*proxy|cafile|ca|userconfig|cache|strict_ssl|nodedir)$/i;

function cleanEnvironment(): NodeJS.ProcessEnv {
	const entries = Object.entries(process.env).filter(
		([name]) => !/^npm_/i.test(name) || wanted.test(name),
	);
	return { ...Object.fromEntries(entries), NODE_OPTIONS: '' };
}
