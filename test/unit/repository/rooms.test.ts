// If this fails, the rooms of the product or of the emulator become a knot that no one dares to change.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import {
	arrowsOf,
	documentedRooms,
	findCircle,
	roomOf,
	sourcesIn,
	spelled,
	upwardArrows,
} from '../../imports';

const root = path.join(__dirname, '../../..');
const nodes = path.join(root, 'nodes');
const shared = path.join(nodes, 'shared');
const sharedFiles = sourcesIn(shared);
const arrowsIn = (folder: string) => sourcesIn(folder).flatMap((file) => arrowsOf(folder, file));
const arrows = arrowsIn(nodes);

/** `index.ts` and `cli.ts` of the emulator, its two doors, are in no room. */
describe.each([
	['nodes/shared', 'docs/architecture.md', 'The folders, from top to bottom'],
	['emulator', 'emulator/README.md', 'How it is built'],
])('the rooms of %s', (folder, document, heading) => {
	const rooms = documentedRooms(path.join(root, document), heading);
	const own = arrowsIn(path.join(root, folder));

	it(`are all in ${document}`, () => {
		const found = new Set(sourcesIn(path.join(root, folder)).map(roomOf));
		expect([...rooms].sort()).toEqual([...found].filter((room) => room !== '').sort());
	});

	it('import downward only, and nothing from outside, such as what they are to test', () => {
		expect(upwardArrows(own, ['', ...rooms]).map(spelled)).toEqual([]);
		expect(own.filter(({ to }) => to.startsWith('..')).map(spelled)).toEqual([]);
	});

	it('hold no circle of files', () => {
		expect(own.length).toBeGreaterThan(100);
		expect(findCircle(own)).toBeUndefined();
	});
});

it('files that nodes share say in their first line what they decide', () => {
	const silent = sharedFiles.filter(
		(file) => !/^\/\/ \S.*\.$/m.test(readFileSync(path.join(shared, file), 'utf8').split('\n')[0]),
	);
	expect(silent).toEqual([]);
});

describe('the room n8n/', () => {
	it.each(sharedFiles.filter((file) => roomOf(file) === 'n8n'))(
		'%s says in which versions n8n behaves so, and when the code can go',
		(file) => {
			const text = readFileSync(path.join(shared, file), 'utf8');
			const comments = (text.match(/\/\*\*[^]*?\*\//g) ?? []).join('\n').replace(/\s+\* /g, ' ');
			expect(comments).toMatch(/n8n/);
			expect(comments).toMatch(/\b(1\.123|2\.0)\b/);
			expect(comments).toMatch(/\b2\.41\b/);
			expect(comments).toMatch(/\bDelete /);
		},
	);
});

describe('the nodes', () => {
	it('import no other node', () => {
		const others = arrows.filter(({ from, to }) => ![roomOf(from), 'shared'].includes(roomOf(to)));
		expect(others.map(spelled)).toEqual([]);
	});

	it('hold no circle of files, nor does what they share', () => {
		expect(findCircle(arrows)).toBeUndefined();
	});
});
