import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from '../../n8n/buildPackage';
import type { Answer, Task } from './messages';

/** A process that runs test files; another takes its place when a mutant keeps it from answering. */
export class TestProcess {
	private child: ChildProcess | undefined;

	/** @param mutantsFile path of a file with the mutants, as JSON */
	constructor(private readonly mutantsFile: string) {}

	/** Its answer to a task; undefined when there is none within the time, in milliseconds, or it has ended. */
	async ask(task: Task, timeoutMs: number): Promise<Answer | undefined> {
		const child = (this.child ??= await this.start());
		const answer = await new Promise<Answer | undefined>((resolve) => {
			const timer = setTimeout(() => resolve(undefined), timeoutMs);
			const finish = (found?: Answer) => {
				clearTimeout(timer);
				child.removeAllListeners('message').removeAllListeners('exit');
				resolve(found);
			};
			child.once('message', finish);
			child.once('exit', () => finish());
			child.send(task);
		});
		if (answer === undefined) this.stop();
		return answer;
	}

	stop(): void {
		this.child?.kill('SIGKILL');
		this.child = undefined;
	}

	private async start(): Promise<ChildProcess> {
		const script = path.join(repositoryRoot, 'tools', 'runTypeScript.mjs');
		const args = [path.join('tools', 'mutants', 'child.ts'), this.mutantsFile];
		const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
		const child = fork(script, args, { cwd: repositoryRoot, stdio: [...stdio] });
		await new Promise((resolve, reject) => {
			child.once('message', resolve);
			child.once('exit', () => reject(new Error('The process that runs the tests has ended')));
		});
		child.removeAllListeners('exit');
		return child;
	}
}
