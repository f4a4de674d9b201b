import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where one n8n version comes from and where it is installed. */
export interface InstallationPlace {
	/** Name of a folder in `n8n/versions`, for example `2.41`. */
	version: string;
	/** Folder holding the version's `package.json` and `package-lock.json`. */
	definition: string;
	/** Folder the finished installation lies in. */
	directory: string;
}

/** The version demo and tests use unless told otherwise. */
export const defaultVersion = '2.41';

/**
 * The per-user folder installations are kept in: `N8N_NODES_EXTAPI_CACHE` when set, else below
 * `XDG_CACHE_HOME`, else below `~/.cache`.
 */
export function cacheRoot(): string {
	if (process.env.N8N_NODES_EXTAPI_CACHE) return path.resolve(process.env.N8N_NODES_EXTAPI_CACHE);
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	return path.join(base, 'n8n-nodes-extapi');
}

/**
 * Finds the place of a version. The folder's name holds a hash of both definition files, so a changed lock
 * file means a new installation and never a patched one.
 *
 * @throws Error when `n8n/versions` holds no such version
 */
export function locateInstallation(version: string = defaultVersion): InstallationPlace {
	const definition = path.join(__dirname, 'versions', version);
	const hash = createHash('sha256');
	try {
		for (const file of ['package.json', 'package-lock.json']) {
			hash.update(readFileSync(path.join(definition, file)));
		}
	} catch (error) {
		throw new Error(`There is no definition of n8n ${version} in ${definition}`, { cause: error });
	}
	const name = `${version}-${hash.digest('hex').slice(0, 12)}`;
	return { version, definition, directory: path.join(cacheRoot(), 'n8n', name) };
}
