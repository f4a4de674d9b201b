// If this fails, the emulator's code becomes a knot that no one dares to change.
import path from 'node:path';

import {
	arrowsOf,
	documentedRooms,
	findCircle,
	roomOf,
	sourcesIn,
	spelled,
	upwardArrows,
} from '../imports';

const root = path.join(__dirname, '..', '..', 'emulator');
const files = sourcesIn(root);
const arrows = files.flatMap((file) => arrowsOf(root, file));
const rooms = documentedRooms(path.join(root, 'README.md'), 'How it is built');

/** The two doors, `index.ts` and `cli.ts`, are in no room. */
describe('the rooms of the emulator', () => {
	it('are all in the README', () => {
		const found = new Set(files.map(roomOf).filter((room) => room !== ''));
		expect([...rooms].sort()).toEqual([...found].sort());
	});

	it('import downward only', () => {
		expect(upwardArrows(arrows, ['', ...rooms]).map(spelled)).toEqual([]);
	});

	it('hold no circle of files', () => {
		expect(arrows.length).toBeGreaterThan(files.length);
		expect(findCircle(arrows)).toBeUndefined();
	});

	it('import nothing from outside, above all not what they are to test', () => {
		expect(arrows.filter(({ to }) => to.startsWith('..')).map(spelled)).toEqual([]);
	});
});
