import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cacheRoot } from './cache';
import { filesFolder, n8nEnvironment, packagesFolder } from './environment';
import type { N8nInstallation } from './install';
import { freePort } from './ports';
import { startSupervised, type SupervisedProcess } from './supervisedProcess';
import { unpackPackage } from './tarball';

/** n8n's processes: `start` is the main one, the others belong to queue mode. */
export type N8nCommand = 'start' | 'worker' | 'webhook';

/** How to start n8n. */
export interface StartOptions {
	installation: N8nInstallation;
	/** Paths of package tarballs to install, as made by `npm pack`. */
	tarballs?: string[];
	/** Taken when free; otherwise the system chooses a port. */
	preferredPort?: number;
	/** Overrides of n8n's environment, for example a database, a queue or file access. */
	env?: Record<string, string>;
	command?: N8nCommand;
	/** Arguments after the command, for example `--concurrency=20` of a worker. */
	args?: string[];
	/** Folder for n8n's data; a temporary one, deleted by `stop`, when not given. */
	userFolder?: string;
}

/** A started n8n. */
export interface RunningN8n {
	/** Base address, without a slash at the end. Workers listen for health checks only. */
	url: string;
	process: SupervisedProcess;
	userFolder: string;
	/** Folder workflows may read files from and write them to. */
	filesFolder: string;
	/** File with everything n8n printed. */
	logFile: string;
	/** Lines of the log that speak of a package, which n8n prints only when it could not load it whole. */
	linesAbout(packageName: string): string[];
	/** Ends every process of this n8n and deletes its temporary folder. */
	stop(): Promise<void>;
}

const readyText: Record<N8nCommand, string> = {
	start: 'Editor is now accessible',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests',
};
/** Modules that fetch something from n8n's own servers at start. */
const modulesCallingHome = ['mcp-registry'];
/** Only against one that never comes, however busy the machine is. */
const bootTimeoutMs = 900_000;
const attempts = 3;

/**
 * Starts n8n and waits until it serves requests.
 *
 * @throws Error with the tail of n8n's log when it ends early or is not ready within a quarter of an hour
 */
export async function startN8n(options: StartOptions): Promise<RunningN8n> {
	const userFolder = options.userFolder ?? (await mkdtemp(path.join(tmpdir(), 'extapi-n8n-')));
	const removeFolder = async () => {
		if (!options.userFolder) await rm(userFolder, { recursive: true, force: true });
	};
	try {
		const temporary = path.join(userFolder, 'tmp');
		for (const folder of [packagesFolder(userFolder), filesFolder(userFolder), temporary]) {
			await mkdir(folder, { recursive: true });
		}
		for (const tarball of options.tarballs ?? []) {
			await unpackPackage(tarball, packagesFolder(userFolder));
		}
		for (let attempt = 1; ; attempt++) {
			const { port, logFile, process, ready } = await launch(options, userFolder);
			try {
				await ready;
			} catch (error) {
				await process.stop();
				// Between choosing a port and listening on it another process may have taken it.
				if (attempt < attempts && /already in use|EADDRINUSE/.test(process.log())) continue;
				throw error;
			}
			return {
				url: `http://127.0.0.1:${port}`,
				process,
				userFolder,
				filesFolder: filesFolder(userFolder),
				logFile,
				linesAbout: (name) => linesAbout(process.log(), name),
				async stop() {
					await process.stop();
					await removeFolder();
				},
			};
		}
	} catch (error) {
		await removeFolder();
		throw error;
	}
}

function linesAbout(log: string, name: string): string[] {
	// The cache folder bears the name of this package, so every path in a stack trace would count.
	return log.split('\n').filter((line) => line.replaceAll(cacheRoot(), '').includes(name));
}

function hasModule({ directory }: N8nInstallation, name: string): boolean {
	return existsSync(path.join(directory, 'node_modules', 'n8n', 'dist', 'modules', name));
}

async function launch(options: StartOptions, userFolder: string) {
	const { installation, command = 'start' } = options;
	const port = await freePort(options.preferredPort);
	const brokerPort = await freePort();
	const logFile = path.join(userFolder, `n8n-${command}.log`);
	const process = await startSupervised({
		command: installation.node,
		args: [installation.entry, command, ...(options.args ?? [])],
		env: n8nEnvironment({
			userFolder,
			port,
			brokerPort,
			disabledModules: modulesCallingHome.filter((name) => hasModule(installation, name)),
			hasExpressionSandbox: installation.hasExpressionSandbox,
			env: options.env ?? {},
		}),
		logFile,
		removeWhenOrphaned: options.userFolder ? undefined : userFolder,
	});
	return { port, logFile, process, ready: process.waitForLog(readyText[command], bootTimeoutMs) };
}
