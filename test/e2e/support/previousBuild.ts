import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { packPackage, unpackPackage, type PackedPackage } from '../../../n8n/tarball';

/** Version of the package that people upgrade from: this build, since nothing has been released before. */
const BEFORE_THE_FIRST = '0.0.1';

/** @param current the build people upgrade to */
export async function previousBuild(current: PackedPackage): Promise<PackedPackage> {
	const work = await mkdtemp(path.join(tmpdir(), 'extapi-previous-'));
	try {
		const directory = await unpackPackage(current.tarball, work);
		const file = path.join(directory, 'package.json');
		const json = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
		await writeFile(file, JSON.stringify({ ...json, version: BEFORE_THE_FIRST }));
		return await packPackage(directory);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}
