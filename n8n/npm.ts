import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSupervised } from './supervisedProcess';

const tailLines = 25;
/** npm's own variables that a user sets on purpose; the others tell of a surrounding `npm run`. */
const userSettings =
	/^npm_config_(registry|.*proxy|cafile|ca|userconfig|cache|strict_ssl|nodedir)$/i;

/** What to run npm or another command with. */
export interface CommandPlace {
	cwd: string;
	/** The Node that comes first on the PATH, and thereby the one native modules are built for. */
	node: string;
}

/**
 * Runs npm to its end.
 *
 * @returns everything npm printed
 * @throws Error with the command and the last lines of its output when it fails
 */
export async function runNpm(args: string[], place: CommandPlace): Promise<string> {
	const script = process.env.npm_execpath;
	const found = script?.endsWith('npm-cli.js') ? [place.node, script] : ['npm'];
	const [command, ...prefix] = found;
	return await runCommand(command, [...prefix, ...args], place);
}

/**
 * Runs a command to its end. It and everything it starts end with this process at the latest.
 *
 * @returns its output, standard output and errors together
 * @throws Error with the last lines of the output when the exit code is not 0
 */
export async function runCommand(
	command: string,
	args: string[],
	{ cwd, node }: CommandPlace,
): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-command-'));
	try {
		const running = await startSupervised({
			command,
			args,
			cwd,
			env: {
				...cleanEnvironment(),
				PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
			},
			logFile: path.join(folder, 'output.log'),
			removeWhenOrphaned: folder,
		});
		const { code, signal } = await running.ended;
		const output = running.log();
		if (code === 0) return output;
		const tail = output.trimEnd().split('\n').slice(-tailLines).join('\n');
		throw new Error(
			`"${[command, ...args].join(' ')}" ended with ${signal ?? `code ${code}`}:\n${tail}`,
		);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function cleanEnvironment(): Record<string, string> {
	const entries = Object.entries(process.env).filter(
		([name]) => (!/^npm_/i.test(name) || userSettings.test(name)) && name !== 'NODE_OPTIONS',
	);
	return Object.fromEntries(entries) as Record<string, string>;
}
