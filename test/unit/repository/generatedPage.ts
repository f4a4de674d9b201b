import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A page of `docs/` of which a part comes from the code; `npm run docs:write` makes that part anew. */
export function generatedPage(name: string, refreshed: (page: string) => string): string {
	const file = path.join(__dirname, '../../../docs', name);
	if (process.env.WRITE_DOCS) writeFileSync(file, refreshed(readFileSync(file, 'utf8')));
	return readFileSync(file, 'utf8');
}
