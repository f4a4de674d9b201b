// If this fails, comments lead to sections that do not exist.
import { filesIn, read } from './repository';

/** A place in a comment that cites the specification, with the sections it names. */
interface Citation {
	file: string;
	words: string;
	sections: string[];
}

const folders = ['credentials', 'nodes', 'emulator', 'demo', 'bench', 'n8n', 'tools', 'test'];
const specification = read('docs/service-interface.md');

/** `(specification, "Send SMS", replies)`, `(specification, Send SMS)`, `the specification's "Send SMS"`. */
const CITATION = /\(specification, ([^)]+)\)|specification's "([^"]+)"/g;

/** Names of the specification: its headings, and its conventions. */
const names = specification
	.split('\n')
	.flatMap((line) => [/^#+ (.+)$/.exec(line)?.[1], /^\| _(.+?)_ +\|/.exec(line)?.[1]])
	.filter((name): name is string => name !== undefined);

/** The text of a file with its comments' line breaks joined. */
function joined(file: string): string {
	return read(file).replace(/\n\s*(?:\*|\/\/)\s?/g, ' ');
}

function citationsOf(file: string): Citation[] {
	return [...joined(file).matchAll(CITATION)].map(([words, inBrackets, quoted]) => ({
		file,
		words,
		sections: quoted === undefined ? sectionsOf(inBrackets) : [quoted],
	}));
}

/** What is quoted, or begins with a capital letter; the rest says what to look for in the section. */
function sectionsOf(text: string): string[] {
	const quoted = [...text.matchAll(/"([^"]+)"/g)].map(([, name]) => name);
	if (quoted.length > 0) return quoted;
	return text.split(/, | and (?=[A-Z])/).filter((part) => /^[A-Z]/.test(part));
}

const isKnown = (section: string) =>
	names.some((name) => name === section || name.startsWith(`${section} (`));

describe('comments', () => {
	const files = folders
		.flatMap((folder) => filesIn(folder, /\.(?:ts|mjs)$/))
		.filter((file) => !file.endsWith('/citations.test.ts'));
	const citations = files.flatMap(citationsOf);

	it('cite sections that docs/service-interface.md has', () => {
		expect(citations.length).toBeGreaterThan(80);
		expect(citations.filter(({ sections }) => !sections.every(isKnown))).toEqual([]);
	});

	it('cite no document the repository does not hold', () => {
		const elsewhere = files.filter((file) =>
			/\(design\b|house.style|n8n.facts/i.test(joined(file)),
		);
		expect(elsewhere).toEqual([]);
	});
});
