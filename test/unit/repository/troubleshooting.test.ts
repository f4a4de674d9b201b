import { readFileSync } from 'node:fs';
import path from 'node:path';

import { errorTexts, explainErrorText } from '../../../nodes/shared/transport/errorTexts';
import { documentedErrors } from '../../specification';

const file = path.join(__dirname, '../../../docs/troubleshooting.md');
const [, section] = readFileSync(file, 'utf8').split('\n## What the service says\n');

/** Each entry: what a person sees, what to do, and the service's words. */
const entries = [...section.matchAll(/^- \*\*(.+?)\.\*\* (.+?)(?: _The service:_ (.+))?$/gm)].map(
	([, what, fix, words]) => ({
		what,
		fix: fix.replaceAll('\\', ''),
		words: [...(words ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text),
	}),
);

describe('docs/troubleshooting.md', () => {
	it('has every entry of the error table, in its words, and no other', () => {
		const table = errorTexts.map(({ what, fix }) => `${what}. ${fix}`).sort();
		expect(entries.map(({ what, fix }) => `${what}. ${fix}`).sort()).toEqual(table);
	});

	it('names each documented error text where people are told what it means', () => {
		const documented = documentedErrors
			.map((text) => `${text.replaceAll('`', '')}: ${explainErrorText(text)!.what}`)
			.sort();
		const named = entries.flatMap(({ what, words }) => words.map((text) => `${text}: ${what}`));
		expect(named.sort()).toEqual(documented);
	});
});
