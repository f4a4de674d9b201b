// If this fails, the rooms of the product become a knot that no one dares to change.
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
const sharedArrows = sharedFiles.flatMap((file) => arrowsOf(shared, file));
const arrows = sourcesIn(nodes).flatMap((file) => arrowsOf(nodes, file));
const rooms = documentedRooms(
	path.join(root, 'docs/architecture.md'),
	'The folders, from top to bottom',
);

describe('the rooms of nodes/shared', () => {
	it('are all in docs/architecture.md', () => {
		expect([...rooms].sort()).toEqual([...new Set(sharedFiles.map(roomOf))].sort());
	});

	it('import downward only', () => {
		expect(upwardArrows(sharedArrows, rooms).map(spelled)).toEqual([]);
	});

	it('import nothing from outside', () => {
		expect(sharedArrows.filter(({ to }) => to.startsWith('..')).map(spelled)).toEqual([]);
	});
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
		expect(arrows.length).toBeGreaterThan(sharedArrows.length);
		expect(findCircle(arrows)).toBeUndefined();
	});
});
