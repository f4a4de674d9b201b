// If this fails, people read words for one thing that differ from place to place, or that make them stumble.
import ts from 'typescript';

import { filesIn, read } from './repository';

/** The rows of the table in docs/words.md. */
const rows = read('docs/words.md')
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(1)
	.map((line) => line.split('|').map((cell) => cell.trim()));
/** Words that are not used, with those that are. */
const refused = rows
	.flatMap(([, use, , not]) => not.split(', ').map((word) => ({ word, use })))
	.filter(({ word }) => word !== '');
/** Also at the beginning of a sentence; not inside a name of the code, such as timeZone. */
const anyCase = refused.map(({ word }) => `[${word[0]}${word[0].toUpperCase()}]${word.slice(1)}`);
const pattern = new RegExp(`\\b(?:${anyCase.join('|')})\\b`, 'g');

/** A text with the place to look for it. */
interface Text {
	at: string;
	text: string;
}

/** Texts of a source file that `textOf` finds in its nodes; undefined of a node in which there is none. */
function textsIn(file: string, textOf: (node: ts.Node) => string | false | undefined): Text[] {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	const texts: Text[] = [];
	const visit = (node: ts.Node): void => {
		const text = textOf(node);
		if (text === undefined) return;
		const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
		if (text !== false) texts.push({ at: `${file}:${line}`, text });
		node.forEachChild(visit);
	};
	visit(source);
	return texts;
}

/** What people may read of a source file: its literals, without those that are imported or are keys. */
const literalsOf = (file: string) =>
	textsIn(file, (node) => {
		if (ts.isImportDeclaration(node)) return undefined;
		const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isJsxText(node);
		return (isText || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) && node.text;
	});

/** A document line by line, without its code. */
function linesOf(file: string): Text[] {
	// The table of words names those that are not used.
	return read(file)
		.split('\n| We write ')[0]
		.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ''))
		.split('\n')
		.map((line, index) => ({ at: `${file}:${index + 1}`, text: line.replace(/`[^`]*`/g, '') }));
}

/** The notes and labels of an example. */
function notesOf(file: string): Text[] {
	const texts: Text[] = [];
	JSON.parse(read(file), (key, value: unknown) => {
		if (['content', 'notes', 'name', 'message'].includes(key) && typeof value === 'string') {
			texts.push({ at: file, text: value });
		}
		return value;
	});
	return texts;
}

/** Of texts, the words that are not used, each with what is written instead. */
function wrongWords(texts: Text[]): string[] {
	return texts.flatMap(({ at, text }) =>
		[...text.matchAll(pattern)].map(([word]) => {
			const use = refused.find((each) => each.word.toLowerCase() === word.toLowerCase())?.use;
			return `${at}: "${word}", write: ${use}`;
		}),
	);
}

const documents = [
	...['README.md', 'SECURITY.md', 'examples/README.md', 'emulator/README.md', 'bench/README.md'],
	...['CONTRIBUTING.md', 'CHANGELOG.md'],
	...filesIn('docs', /\.md$/),
];

it('finds a word of the table wherever a person may read it', () => {
	const at = 'here:1';
	expect(wrongWords([{ at, text: 'Whoever is told waits for ever.' }])).toHaveLength(3);
	expect(wrongWords([{ at, text: 'A person who gets a notification.' }])).toEqual([]);
	expect(refused.length).toBeGreaterThan(60);
	// A bar in a cell would move the words that are not used into another column.
	expect(rows.filter((cells) => cells.length !== 5)).toEqual([]);
});

it.each([
	[
		'the nodes and the credential',
		[...filesIn('nodes', /\.ts$/), ...filesIn('credentials', /\.ts$/)],
	],
	["the emulator's page", filesIn('emulator/page/app', /\.tsx?$/)],
	['the demo', filesIn('demo', /\.ts$/)],
])('the texts of %s use the words of the dictionary', (_, files) => {
	expect(files.length).toBeGreaterThan(5);
	expect(wrongWords(files.flatMap(literalsOf))).toEqual([]);
});

it('the documents do', () => expect(wrongWords(documents.flatMap(linesOf))).toEqual([]));

it('the notes of the examples do', () => {
	expect(wrongWords(filesIn('examples', /\.json$/).flatMap(notesOf))).toEqual([]);
});
