import { defaultVersion } from './cache';
import { ensureN8n } from './install';

/**
 * Installs n8n versions ahead of time, so that tests need not.
 *
 * @param versions names of folders in `n8n/versions`; the default version when empty
 * @returns the exit code
 */
export async function main(versions: string[]): Promise<number> {
	for (const version of versions.length > 0 ? versions : [defaultVersion]) await ensureN8n(version);
	return 0;
}
