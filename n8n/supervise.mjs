// Runs one command as the head of its own process group and ends the whole group when the process that asked
// for it is gone, however it went: even `kill -9` closes the channel between the two.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';

/**
 * @param {{ command: string, args: string[], cwd?: string, env: Record<string, string>, graceMs: number,
 *   removeWhenOrphaned?: string }} job
 */
function run({ command, args, cwd, env, graceMs, removeWhenOrphaned }) {
	const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
	let stopping = false;
	let orphaned = false;

	function endGroup() {
		if (orphaned && removeWhenOrphaned)
			rmSync(removeWhenOrphaned, { recursive: true, force: true });
		process.kill(-process.pid, 'SIGKILL');
	}
	function stop() {
		if (stopping) return;
		stopping = true;
		child.kill('SIGTERM');
		setTimeout(endGroup, graceMs);
	}
	function report(message) {
		if (!process.connected) return endGroup();
		process.send(message, endGroup);
	}

	child.once('spawn', () => process.send({ pid: child.pid }));
	child.once('error', (error) => report({ error: error.message }));
	child.once('exit', (code, signal) => report({ exit: { code, signal } }));
	process.on('message', stop);
	process.on('disconnect', () => {
		orphaned = true;
		stop();
	});
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
}

process.once('message', run);
