import { nthMessages } from '../../nodes/shared/engine/nthMessages';
import type { RunState } from '../../nodes/shared/engine/runState';

const runOf = (memory: object, runIndex = 0) => ({ memory, runIndex }) as unknown as RunState;

it('counts the different messages to each recipient, and the same one once', () => {
	const nth = nthMessages(runOf({}));
	expect([
		nth(0, 0, 'Dana', 'a'),
		nth(1, 0, 'Dana', 'b'),
		nth(2, 0, 'Noam', 'b'),
		nth(3, 0, 'Dana', 'a'),
		nth(4, 0, 'Dana', 'c'),
	]).toEqual([0, 1, 0, 0, 2]);
});

it('says of an item in a later try what it said in the first, though others are not read any more', () => {
	const memory = {};
	const first = nthMessages(runOf(memory));
	first(0, 0, 'Dana', 'a');
	expect(first(1, 0, 'Dana', 'b')).toBe(1);
	const later = nthMessages(runOf(JSON.parse(JSON.stringify(memory)) as object));
	expect(later(1, 0, 'Dana', 'b')).toBe(1);
	expect(nthMessages(runOf(memory, 1))(1, 0, 'Dana', 'b')).toBe(0);
});

it('keeps no recipient and no text', () => {
	const memory = {};
	const nth = nthMessages(runOf(memory));
	nth(0, 0, '972501112233', 'Hello');
	nth(1, 0, '972501112233', 'Goodbye');
	expect(JSON.stringify(memory)).not.toMatch(/972|Hello|Goodbye/);
});
