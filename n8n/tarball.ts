import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand, runNpm } from './npm';

/** A package as a user's n8n receives it. */
export interface PackedPackage {
	name: string;
	version: string;
	/** Path of the tarball. */
	tarball: string;
	/** Paths of the packed files, relative to the package's root. */
	files: string[];
	/** Deletes the tarball. */
	remove(): Promise<void>;
}

interface PackReport {
	name: string;
	version: string;
	filename: string;
	files: Array<{ path: string }>;
}

/**
 * Packs a built package with `npm pack`.
 *
 * @param directory root of the package; `dist` must be built
 * @throws Error with npm's output when packing fails
 */
export async function packPackage(directory: string): Promise<PackedPackage> {
	const target = await mkdtemp(path.join(tmpdir(), 'extapi-pack-'));
	const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
	const output = await runNpm(args, { cwd: directory, node: process.execPath });
	// Warnings of npm come before the report, on the same output.
	const [report] = JSON.parse(output.slice(output.indexOf('[\n'))) as PackReport[];
	return {
		name: report.name,
		version: report.version,
		tarball: path.join(target, report.filename),
		files: report.files.map((file) => file.path).sort(),
		remove: async () => await rm(target, { recursive: true, force: true }),
	};
}

/**
 * Unpacks a tarball where n8n's own installer would put it.
 *
 * @param tarball path of the tarball
 * @param nodeModules folder that receives the package under its own name
 * @returns the package's folder
 */
export async function unpackPackage(tarball: string, nodeModules: string): Promise<string> {
	const work = await mkdtemp(path.join(tmpdir(), 'extapi-unpack-'));
	try {
		const tar = async (...args: string[]) =>
			await runCommand('tar', args, { cwd: work, node: process.execPath });
		await tar('-xzf', tarball, '-C', work, '--strip-components=1');
		const { name } = JSON.parse(await readFile(path.join(work, 'package.json'), 'utf8')) as {
			name: string;
		};
		const directory = path.join(nodeModules, name);
		await mkdir(directory, { recursive: true });
		await tar('-xzf', tarball, '-C', directory, '--strip-components=1');
		return directory;
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}
