// If this fails, a link in the docs or the editor leads nowhere.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { ExtApi } from '../../../credentials/ExtApi.credentials';
import { filesIn, read, root } from './repository';

const repository = 'https://github.com/n8n-nodes-extapi/n8n-nodes-extapi';

/** A link, from the file it is in. */
interface Link {
	from: string;
	to: string;
}

const documentsIn = (folder: string) =>
	readdirSync(path.join(root, folder))
		.filter((name) => name.endsWith('.md'))
		.map((name) => path.posix.join(folder, name));
const documents = ['.', 'docs', 'examples', 'emulator', 'bench'].flatMap(documentsIn);

/** A document without its code, in which nothing is a link or a heading. */
function prose(file: string): string {
	return read(file)
		.replace(/^```[^]*?^```/gm, '')
		.replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ' '));
}

const linksOf = (from: string): Link[] =>
	[...prose(from).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => ({ from, to }));

/** The anchors GitHub gives a document's headings. */
function anchorsOf(file: string): string[] {
	return [...prose(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_ -]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** The file of the repository a link names, with its anchor; undefined for an address elsewhere. */
function targetOf({ from, to }: Link): { file: string; anchor?: string } | undefined {
	const ofReadme = to.startsWith(repository) ? to.slice(repository.length) : undefined;
	if (ofReadme !== undefined && /^(?:#[\w-]*)?$/.test(ofReadme)) {
		return { file: 'README.md', ...(ofReadme === '' ? {} : { anchor: ofReadme.slice(1) }) };
	}
	if (/^[a-z]+:/.test(to)) return undefined;
	const [name, anchor] = to.split('#');
	const file = name === '' ? from : path.posix.join(path.posix.dirname(from), name);
	return { file, ...(anchor === undefined ? {} : { anchor }) };
}

function isBroken(link: Link): boolean {
	const target = targetOf(link);
	if (target === undefined) return false;
	const { file, anchor } = target;
	if (!existsSync(path.join(root, file))) return true;
	if (anchor === undefined) return false;
	return statSync(path.join(root, file)).isDirectory() || !anchorsOf(file).includes(anchor);
}

/** The addresses n8n's editor opens: those of the codex files and of the credential. */
function linksOfEditor(): Link[] {
	return [
		...filesIn('nodes', /\.node\.json$/).flatMap((from) =>
			[...read(from).matchAll(/"url": "([^"]+)"/g)].map(([, to]) => ({ from, to })),
		),
		{ from: 'credentials/ExtApi.credentials.ts', to: new ExtApi().documentationUrl },
	];
}

describe('links', () => {
	it('in the documents lead to files and headings that exist', () => {
		const links = documents.flatMap(linksOf);
		expect(links.filter((link) => targetOf(link) !== undefined).length).toBeGreaterThan(30);
		expect(links.filter(isBroken)).toEqual([]);
	});

	it('from the editor lead to headings of the README', () => {
		const links = linksOfEditor();
		expect(links.length).toBeGreaterThan(18);
		expect(links.filter((link) => targetOf(link)?.anchor === undefined)).toEqual([]);
		expect(links.filter(isBroken)).toEqual([]);
	});
});
