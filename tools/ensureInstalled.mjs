// Plain Node, because it runs before any dependency is there.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const lineEveryMs = 15_000;

/** Packages a lock file lists, by their folder; none when it cannot be read. */
function packagesIn(lockFile) {
	try {
		return JSON.parse(readFileSync(path.join(root, lockFile), 'utf8')).packages;
	} catch {
		return {};
	}
}

/** Whether `node_modules` holds what `package-lock.json` asks for, by the note npm leaves there. */
function isInstalled() {
	const installed = packagesIn('node_modules/.package-lock.json');
	return Object.entries(packagesIn('package-lock.json')).every(
		([folder, { version, optional }]) =>
			folder === '' || optional || installed[folder]?.version === version,
	);
}

/** `npm ci` would refuse lock files written where packages for other platforms could not be listed. */
async function npmInstall() {
	const started = Date.now();
	const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
	console.error('Installing the development packages (about a minute) …');
	const timer = setInterval(() => console.error(`  still installing (${seconds()})`), lineEveryMs);
	const child = spawn(
		'npm',
		['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
		{
			cwd: root,
			stdio: ['ignore', 'inherit', 'inherit'],
			shell: process.platform === 'win32',
		},
	);
	const stop = () => child.kill();
	process.once('exit', stop);
	const code = await new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('close', resolve);
	});
	process.off('exit', stop);
	clearInterval(timer);
	if (code !== 0) throw new Error(`npm install ended with code ${code}`);
	console.error(`✓ Development packages are installed (${seconds()})`);
}

/**
 * Makes sure the development packages are there, in the versions of the lock file.
 *
 * @throws Error when npm cannot install them
 */
export async function ensureInstalled() {
	const [major] = process.versions.node.split('.').map(Number);
	if (major < 20) throw new Error(`This needs Node 20 or later and runs on ${process.version}.`);
	if (!isInstalled()) await npmInstall();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	await ensureInstalled().catch((error) => {
		console.error(error.message);
		process.exit(1);
	});
}
