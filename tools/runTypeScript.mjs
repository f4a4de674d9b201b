// Runs the `main` of a TypeScript file in this very process, after installing what is missing. One process,
// so that a signal sent to it reaches the code that has to clean up.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './ensureInstalled.mjs';

const [file, ...args] = process.argv.slice(2);
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');

try {
	await ensureInstalled();
	const { register } = await import('tsx/cjs/api');
	register();
	const { main } = createRequire(import.meta.url)(path.join(root, file));
	process.exitCode = await main(args);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
