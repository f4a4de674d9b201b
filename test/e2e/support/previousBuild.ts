import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { repositoryRoot } from '../../../n8n/buildPackage';
import { runCommand, runNpm } from '../../../n8n/npm';
import { packPackage, unpackPackage, type PackedPackage } from '../../../n8n/tarball';

/** Version of a build that replaces the previous release while there is none. */
const BEFORE_THE_FIRST = '0.0.1';

/**
 * The package people upgrade from: built from the newest release tag that leads to this commit. While there
 * is no earlier release, it is this build under an earlier version number.
 *
 * @param current the build people upgrade to
 */
export async function previousBuild(current: PackedPackage): Promise<PackedPackage> {
	const tag = await previousTag(current.version);
	const work = await mkdtemp(path.join(tmpdir(), 'extapi-previous-'));
	try {
		return tag === undefined ? await relabelled(current, work) : await builtFrom(tag, work);
	} finally {
		await rm(work, { recursive: true, force: true });
		await git('worktree', 'prune');
	}
}

async function git(...args: string[]): Promise<string> {
	return await runCommand('git', args, { cwd: repositoryRoot, node: process.execPath });
}

async function previousTag(version: string): Promise<string | undefined> {
	const tags = await git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname');
	return tags
		.split('\n')
		.map((tag) => tag.trim())
		.find((tag) => tag !== '' && tag !== `v${version}`);
}

async function builtFrom(tag: string, work: string): Promise<PackedPackage> {
	const checkout = path.join(work, 'checkout');
	await git('worktree', 'add', '--detach', checkout, tag);
	await symlink(path.join(repositoryRoot, 'node_modules'), path.join(checkout, 'node_modules'));
	await runNpm(['run', 'build'], { cwd: checkout, node: process.execPath });
	return await packPackage(checkout);
}

async function relabelled(current: PackedPackage, work: string): Promise<PackedPackage> {
	const directory = await unpackPackage(current.tarball, work);
	const file = path.join(directory, 'package.json');
	const json = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
	await writeFile(file, JSON.stringify({ ...json, version: BEFORE_THE_FIRST }));
	return await packPackage(directory);
}
