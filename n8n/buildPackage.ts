import path from 'node:path';
import { withLock } from './lock';
import { runNpm } from './npm';
import { packPackage, type PackedPackage } from './tarball';

/** Root of this repository. */
export const repositoryRoot = path.join(__dirname, '..');

/**
 * Builds this repository's package and packs it, as publishing does. Two processes that do this at once take
 * turns, since a build empties `dist`.
 *
 * @param onWait called when another process is building
 * @throws Error with the tail of the build's output when it fails
 */
export async function buildPackage(onWait: (pid: number) => void): Promise<PackedPackage> {
	const lock = path.join(repositoryRoot, 'node_modules', '.cache', 'build-package.lock');
	return await withLock(
		lock,
		async () => {
			await runNpm(['run', 'build'], { cwd: repositoryRoot, node: process.execPath });
			return await packPackage(repositoryRoot);
		},
		onWait,
	);
}
