import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A file of the page as it is served. */
export interface PageFile {
	type: string;
	content: string;
}

type PageFiles = Record<'index.html' | 'app.js' | 'app.css' | 'icon.svg', PageFile>;

const folder = path.join(__dirname, 'app');
let made: Promise<PageFiles> | undefined;

/** The files of the page. They are put together from `app/` when they are first asked for; nothing is written to disk. */
export function pageFiles(): Promise<PageFiles> {
	made ??= makeFiles();
	return made;
}

async function makeFiles(): Promise<PageFiles> {
	const [html, icon, { outputFiles }] = await Promise.all([
		readFile(path.join(folder, 'index.html'), 'utf8'),
		readFile(path.join(folder, 'icon.svg'), 'utf8'),
		build({
			entryPoints: { app: path.join(folder, 'main.tsx') },
			outdir: '/page',
			bundle: true,
			write: false,
			format: 'esm',
			target: 'es2022',
			minify: true,
			jsx: 'automatic',
			jsxImportSource: 'preact',
			// The list library is written for React, of which Preact is the small form.
			alias: { react: 'preact/compat', 'react-dom': 'preact/compat' },
			logLevel: 'silent',
		}),
	]);
	const output = (ending: string) =>
		outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
	return {
		'index.html': { type: 'text/html; charset=utf-8', content: html },
		'icon.svg': { type: 'image/svg+xml', content: icon },
		'app.js': { type: 'text/javascript; charset=utf-8', content: output('.js') },
		'app.css': { type: 'text/css; charset=utf-8', content: output('.css') },
	};
}
