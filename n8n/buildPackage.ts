import path from 'node:path';
import { withLock } from './lock';
import { runNpm } from './npm';
import { packPackage, type PackedPackage } from './tarball';

/** Root of this repository. */
export const repositoryRoot = path.join(__dirname, '..');

/** Variable that names a package someone has built for several processes. */
const HANDED_OVER = 'N8N_TEST_PACKAGE';

/**
 * Builds this repository's package and packs it, as publishing does. Two processes that do this at once take
 * turns, since a build empties `dist`. A package that was handed over is taken instead.
 *
 * @param onWait called when another process is building
 * @throws Error with the tail of the build's output when it fails
 */
export async function buildPackage(onWait: (pid: number) => void): Promise<PackedPackage> {
	const given = process.env[HANDED_OVER];
	if (given !== undefined) return received(given);
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

/** Environment that makes {@link buildPackage} of other processes take a package, which stays the caller's to remove. */
export function handOver({ name, version, tarball, files }: PackedPackage): Record<string, string> {
	return { [HANDED_OVER]: JSON.stringify({ name, version, tarball, files }) };
}

function received(given: string): PackedPackage {
	const packed = JSON.parse(given) as Omit<PackedPackage, 'remove'>;
	return { ...packed, remove: async () => {} };
}
