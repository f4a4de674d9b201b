import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { PackedPackage } from '../../../n8n/tarball';

/** A registry that holds nothing but versions of this package. */
export interface Registry {
	/** Environment that makes an n8n install from here. */
	env: Record<string, string>;
	remove(): Promise<void>;
}

/**
 * Makes n8n's own installer take this package from tarballs. Without a license the installer knows the public
 * registry only, but it asks npm, so a stand-in for npm is enough; installer, files and database are n8n's own.
 *
 * @param packages versions of one package, the newest last
 */
export async function registryOf(packages: PackedPackage[]): Promise<Registry> {
	const folder = await mkdtemp(path.join(tmpdir(), 'extapi-registry-'));
	const npm = path.join(folder, 'npm');
	await copyFile(path.join(__dirname, 'npmStandIn.cjs'), npm);
	await chmod(npm, 0o755);
	const versions = Object.fromEntries(packages.map(({ version, tarball }) => [version, tarball]));
	const content = { name: packages[0].name, versions };
	await writeFile(path.join(folder, 'registry.json'), JSON.stringify(content));
	return {
		env: { PATH: `${folder}${path.delimiter}${process.env.PATH}` },
		remove: async () => await rm(folder, { recursive: true, force: true }),
	};
}
