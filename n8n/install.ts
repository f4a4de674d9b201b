import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultVersion, locateInstallation, type InstallationPlace } from './cache';
import { withLock } from './lock';
import { runCommand, runNpm } from './npm';
import { createProgress, type Progress } from './progress';

/** A complete n8n that can be started. */
export interface N8nInstallation {
	version: string;
	/** Folder that holds `node_modules`. */
	directory: string;
	/** Path of the Node binary this n8n runs on. */
	node: string;
	/** Path of n8n's start script. */
	entry: string;
	/** Whether the native module that n8n evaluates expressions in was built. */
	hasExpressionSandbox: boolean;
}

/** Written last, so a folder without it is a broken installation. */
const marker = 'installed.json';
/** Module of n8n with native code; everything else works without install scripts. */
const databaseDriver = 'sqlite3';
/** Native too, but only versions that bring their own Node use it; on Node 20 it cannot be built. */
const expressionSandbox = 'isolated-vm';
const countEveryMs = 2_000;

/**
 * Installs an n8n version once per user and returns it; later calls return at once. Safe to call from several
 * processes: one installs, the others wait.
 *
 * @param version name of a folder in `n8n/versions`
 * @param progress where to report; nothing is reported when n8n is installed already
 * @throws Error with the tail of npm's output when the installation fails
 */
export async function ensureN8n(
	version: string = defaultVersion,
	progress: Progress = createProgress(),
): Promise<N8nInstallation> {
	const place = locateInstallation(version);
	if (!isInstalled(place)) {
		await withLock(
			`${place.directory}.lock`,
			async () => {
				if (!isInstalled(place)) await install(place, progress);
			},
			(pid) => progress.step(`Waiting for process ${pid}, which is installing n8n ${version}`),
		);
	}
	return describeInstallation(place);
}

/** Whether a version is installed completely. */
export function isInstalled(place: InstallationPlace): boolean {
	return existsSync(path.join(place.directory, marker));
}

function describeInstallation({ version, directory }: InstallationPlace): N8nInstallation {
	const modules = path.join(directory, 'node_modules');
	return {
		version,
		directory,
		node: bundledNode(directory) ?? process.execPath,
		entry: path.join(modules, 'n8n', 'bin', 'n8n'),
		hasExpressionSandbox: bundledNode(directory) !== undefined,
	};
}

/** The Node that came with the installation; versions that run on this process's Node bring none. */
function bundledNode(directory: string): string | undefined {
	const name = process.platform === 'win32' ? 'node.exe' : 'node';
	const file = path.join(directory, 'node_modules', 'node', 'bin', name);
	return existsSync(file) ? file : undefined;
}

async function install(place: InstallationPlace, progress: Progress) {
	const parent = path.dirname(place.directory);
	await removeLeftovers(parent, path.basename(place.directory));
	const work = `${place.directory}.tmp-${process.pid}`;
	await mkdir(work, { recursive: true });
	try {
		for (const file of ['package.json', 'package-lock.json']) {
			await copyFile(path.join(place.definition, file), path.join(work, file));
		}
		await download(place, work, progress);
		const node = await fetchNode(work, progress);
		progress.step('Preparing the database driver and the expression sandbox', 60);
		const modules = bundledNode(work) ? [databaseDriver, expressionSandbox] : [databaseDriver];
		await runNpm(['rebuild', '--ignore-scripts=false', ...modules], { cwd: work, node });
		progress.step('Checking that it starts', 15);
		const entry = path.join(work, 'node_modules', 'n8n', 'bin', 'n8n');
		const n8nVersion = (await runCommand(node, [entry, '--version'], { cwd: work, node })).trim();
		await writeFile(path.join(work, marker), JSON.stringify({ n8nVersion }));
		await rm(place.directory, { recursive: true, force: true });
		await rename(work, place.directory);
		progress.done(`n8n ${n8nVersion} is installed in ${place.directory}`);
	} catch (error) {
		await rm(work, { recursive: true, force: true });
		throw new Error(`n8n ${place.version} could not be installed. ${(error as Error).message}`, {
			cause: error,
		});
	}
}

async function download(place: InstallationPlace, work: string, progress: Progress) {
	progress.step(`Installing n8n ${place.version}, once (about 2 GB)`, 180);
	const packages = await expectedPackages(work);
	const counter = setInterval(() => {
		const present = packages.filter((name) => existsSync(path.join(work, name, 'package.json')));
		progress.detail(`${present.length} of ${packages.length} packages`);
	}, countEveryMs).unref();
	try {
		// Without --legacy-peer-deps npm's resolver runs for over ten minutes on n8n's peer dependencies.
		const args = ['install', '--legacy-peer-deps', '--ignore-scripts', '--prefer-offline'];
		await runNpm([...args, '--no-audit', '--no-fund'], { cwd: work, node: process.execPath });
	} finally {
		clearInterval(counter);
	}
}

interface LockEntry {
	os?: string[];
	cpu?: string[];
}

/** Folders of the packages the lock file installs on this platform, relative to the installation. */
async function expectedPackages(work: string): Promise<string[]> {
	const lock = JSON.parse(await readFile(path.join(work, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, LockEntry>;
	};
	return Object.entries(lock.packages)
		.filter(([name, { os, cpu }]) => {
			if (name === '') return false;
			return (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);
		})
		.map(([name]) => name);
}

/** Lets the npm package `node` fetch the binary for this platform, when the version asks for one. */
async function fetchNode(work: string, progress: Progress): Promise<string> {
	const cwd = path.join(work, 'node_modules', 'node');
	if (!existsSync(cwd)) return process.execPath;
	progress.step('Fetching the Node this n8n needs', 15);
	const node = process.execPath;
	await runCommand(node, ['installArchSpecificPackage.js'], { cwd, node });
	const bundled = bundledNode(work);
	if (!bundled) throw new Error('The Node binary is missing after its installation.');
	return bundled;
}

/** Folders of installations that were interrupted; no one else can be using them while the lock is held. */
async function removeLeftovers(parent: string, name: string) {
	for (const entry of await readdir(parent)) {
		if (entry.startsWith(`${name}.tmp-`)) {
			await rm(path.join(parent, entry), { recursive: true, force: true });
		}
	}
}
