import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What to run. */
export interface SupervisedCommand {
	command: string;
	args: string[];
	/** Working folder; this process's own when not given. */
	cwd?: string;
	env: Record<string, string>;
	/** File that receives everything the command prints. */
	logFile: string;
	/** Folder to delete in case this process dies before it could stop the command. */
	removeWhenOrphaned?: string;
}

/** How a command ended. */
export interface ProcessEnd {
	code: number | null;
	signal: string | null;
}

/** A running command whose whole process tree ends with this process at the latest. */
export interface SupervisedProcess {
	/** Process id of the command itself. */
	pid: number;
	/** Settles when the command has ended, by itself or through `stop`. */
	ended: Promise<ProcessEnd>;
	/** Everything printed so far. */
	log(): string;
	/**
	 * Waits until the log holds a text.
	 *
	 * @throws Error with the tail of the log when the command ends first or the time is up
	 */
	waitForLog(text: string, timeoutMs: number): Promise<void>;
	/** Asks the command to end, kills its process tree after a grace period, and waits until it is gone. */
	stop(): Promise<void>;
}

type Message = { pid: number } | { exit: ProcessEnd } | { error: string };

const graceMs = 8_000;
const logTailLines = 30;

/**
 * Starts a command under a supervisor.
 *
 * @throws Error when the command cannot be started
 */
export async function startSupervised(options: SupervisedCommand): Promise<SupervisedProcess> {
	const { command, args, cwd, env, logFile, removeWhenOrphaned } = options;
	writeFileSync(logFile, '');
	const supervisor = spawn(process.execPath, [path.join(__dirname, 'supervise.mjs')], {
		env: { PATH: process.env.PATH },
		// Its own group, so that Ctrl-C reaches this process alone and n8n is stopped in order.
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	let end: ProcessEnd | undefined;
	const listeners = new Set<() => void>();
	const notify = () => listeners.forEach((listener) => listener());
	const keep = (chunk: Buffer) => {
		appendFileSync(logFile, chunk);
		notify();
	};
	supervisor.stdout?.on('data', keep);
	supervisor.stderr?.on('data', keep);

	const ended = new Promise<ProcessEnd>((resolve) => {
		const finish = (found: ProcessEnd) => {
			end ??= found;
			notify();
			resolve(end);
		};
		supervisor.on('message', (message: Message) => 'exit' in message && (end = message.exit));
		supervisor.once('close', (code, signal) => finish({ code, signal }));
	});
	supervisor.send({ command, args, cwd, env, graceMs, removeWhenOrphaned });
	const pid = await new Promise<number>((resolve, reject) => {
		supervisor.once('error', reject);
		supervisor.once('exit', () => reject(new Error(`${command} could not be started`)));
		supervisor.on('message', (message: Message) => {
			if ('pid' in message) resolve(message.pid);
			if ('error' in message)
				reject(new Error(`${command} could not be started: ${message.error}`));
		});
	});

	const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
	const fail = (what: string) => {
		const tail = log().trimEnd().split('\n').slice(-logTailLines).join('\n');
		return new Error(`${what} Its log ends with:\n${tail}`);
	};
	return {
		pid,
		ended,
		log,
		async waitForLog(text, timeoutMs) {
			let listener = () => {};
			let timer: NodeJS.Timeout | undefined;
			await new Promise<void>((resolve, reject) => {
				listener = () => {
					if (log().includes(text)) resolve();
					else if (end) reject(fail(`The process ended with ${end.signal ?? `code ${end.code}`}.`));
				};
				listeners.add(listener);
				const late = () => reject(fail(`"${text}" did not appear within ${timeoutMs / 1000} s.`));
				timer = setTimeout(late, timeoutMs);
				listener();
			}).finally(() => {
				clearTimeout(timer);
				listeners.delete(listener);
			});
		},
		async stop() {
			if (supervisor.connected) supervisor.send('stop', () => {});
			await ended;
		},
	};
}
