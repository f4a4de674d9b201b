import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.join(__dirname, '../../..');

/** The text of a file, by its path from the root of the repository. */
export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** The files of a folder, and of those in it, whose names match; by their paths from the root. */
export function filesIn(folder: string, name: RegExp): string[] {
	return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => name.test(file) && !file.includes('node_modules'))
		.map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

/** A page of `docs/` of which a part comes from the code; `npm run docs:write` makes that part anew. */
export function generatedPage(name: string, refreshed: (page: string) => string): string {
	const file = path.posix.join('docs', name);
	if (process.env.WRITE_DOCS) writeFileSync(path.join(root, file), refreshed(read(file)));
	return read(file);
}
