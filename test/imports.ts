import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One import: the file that imports and the file it names, both relative to the folder they are read from. */
export interface Arrow {
	from: string;
	to: string;
}

/** The TypeScript files below a folder, relative to it. */
export function sourcesIn(root: string): string[] {
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((file) => file.split(path.sep).join('/'))
		.filter((file) => /\.tsx?$/.test(file));
}

/**
 * The imports of a file by a relative path, types included.
 *
 * @param file relative to `root`
 * @throws when an import names no file
 */
export function arrowsOf(root: string, file: string): Arrow[] {
	const text = readFileSync(path.join(root, file), 'utf8');
	return ts
		.preProcessFile(text, true, true)
		.importedFiles.map(({ fileName }) => fileName)
		.filter((name) => name.startsWith('.'))
		.map((name) => path.posix.join(path.posix.dirname(file), name))
		.map((target) => ({ from: file, to: resolve(root, target) }));
}

function resolve(root: string, target: string): string {
	const candidates = [`${target}.ts`, `${target}.tsx`, target, `${target}/index.ts`];
	const found = candidates.find((file) =>
		statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile(),
	);
	if (found === undefined) throw new Error(`no file for an import of ${target}`);
	return found;
}

/** The files of a circle of imports, undefined when there is none. */
export function findCircle(arrows: Arrow[]): string[] | undefined {
	const done = new Set<string>();
	const walk = (file: string, way: string[]): string[] | undefined => {
		if (way.includes(file)) return way.slice(way.indexOf(file));
		if (done.has(file)) return undefined;
		for (const { to } of arrows.filter(({ from }) => from === file)) {
			const circle = walk(to, [...way, file]);
			if (circle !== undefined) return circle;
		}
		done.add(file);
		return undefined;
	};
	for (const { from } of arrows) {
		const circle = walk(from, []);
		if (circle !== undefined) return circle;
	}
	return undefined;
}

/** The room a file is in: the folder directly below the one it is read from; '' for none. */
export const roomOf = (file: string): string => (file.includes('/') ? file.split('/')[0] : '');

/**
 * Imports from a lower floor of one above it.
 *
 * @param floors rooms, the highest first
 */
export function upwardArrows(arrows: Arrow[], floors: string[]): Arrow[] {
	const isUpward = ({ from, to }: Arrow) =>
		floors.indexOf(roomOf(to)) < floors.indexOf(roomOf(from));
	return arrows.filter(isUpward);
}

/** The rooms a section of a document lists in its table, the highest first. */
export function documentedRooms(document: string, heading: string): string[] {
	const section = readFileSync(document, 'utf8').split(`\n## ${heading}\n`)[1].split('\n## ')[0];
	return [...section.matchAll(/^\| `(\w+)\/`/gm)].map(([, room]) => room);
}

/** An import as a failing test shows it. */
export const spelled = ({ from, to }: Arrow): string => `${from} -> ${to}`;
