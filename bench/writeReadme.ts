import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';

import { defaultVersion } from '../n8n/cache';
import { table, type Result } from './table';

const README = path.join(__dirname, 'README.md');

/** Writes what was measured into the README, between two marks, with what it was measured on. No figure there is typed by hand. */
export async function writeReadme(results: Record<string, Result>, rounds: number): Promise<void> {
	const written = withMeasured(await readFile(README, 'utf8'), measuredText(results, rounds));
	const { format, resolveConfig } = await import('prettier');
	const style = await resolveConfig(README);
	await writeFile(README, await format(written, { ...style, filepath: README }));
}

function measuredText(results: Record<string, Result>, rounds: number): string {
	const day = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
	const load = Math.round(loadavg()[2]);
	return [
		`n8n ${defaultVersion}, ${day}, ${cpus().length} cores, load ${load}.`,
		...['', table(results, rounds)],
	].join('\n');
}

/**
 * A text with other lines between its marks.
 *
 * @throws Error for a text without them
 */
export function withMeasured(text: string, measured: string): string {
	const [begin, end] = ['<!-- measured -->', '<!-- /measured -->'];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to < from) throw new Error(`bench/README.md has no ${begin} and ${end}.`);
	return `${text.slice(0, from)}${begin}\n\n${measured}\n\n${text.slice(to)}`;
}
