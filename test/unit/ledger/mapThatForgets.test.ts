// If this fails, n8n's memory grows for months, or an entry is forgotten too early.
import { MapThatForgets } from '../../../nodes/shared/ledger/mapThatForgets';

/** By a clock that is set. */
const start = Date.UTC(2026, 10, 22);
const at = (now: number) => jest.spyOn(Date, 'now').mockReturnValue(now);
beforeEach(() => at(start));
afterEach(() => jest.restoreAllMocks());

/** What is still held, known or not. */
const held = (map: object) => [...(map as { entries: Map<string, unknown> }).entries.keys()];

describe('a map that forgets', () => {
	it('knows an entry for its lifetime, from when it was set last', () => {
		const map = new MapThatForgets<string>(60_000);
		map.set('a', 'x');
		const known = [0, 60_000, 60_001].map((passed) => {
			at(start + passed);
			return [map.get('a'), ...map.values()];
		});
		expect(known).toEqual([['x', 'x'], ['x', 'x'], [undefined]]);
		map.set('a', 'y');
		at(start + 100_000);
		expect(map.has('a')).toBe(true);
		map.delete('a');
		expect(map.has('a')).toBe(false);
	});

	it('makes what it does not know, once', () => {
		const map = new MapThatForgets<object>(60_000);
		const made = map.getOrMake('a', () => ({}));
		expect(map.getOrMake('a', () => ({}))).toBe(made);
		at(start + 60_001);
		expect(map.getOrMake('a', () => ({}))).not.toBe(made);
	});

	it('holds nothing that is over for more than a moment after another entry comes', () => {
		const map = new MapThatForgets<string>(60_000);
		for (let entry = 0; entry < 100; entry++) map.set(`old ${entry}`, 'x');
		at(start + 60_001);
		map.set('new', 'y');
		expect(held(map)).toEqual(['new']);
	});

	it('looks through all entries once in a second at most, also when the clock was set back', () => {
		const looked = jest.fn(() => Infinity);
		const map = new MapThatForgets<string>(looked);
		const times = [0, 999, 1_000, 1_999, -3_600_000, -3_600_000].map((passed) => {
			at(start + passed);
			looked.mockClear();
			map.set('a', 'x');
			return looked.mock.calls.length;
		});
		expect(times).toEqual([0, 0, 1, 0, 1, 0]);
	});

	it('lets a value say when it is over', () => {
		const map = new MapThatForgets<{ until?: number }>(
			({ until }, setAt) => until ?? setAt + 5_000,
		);
		const value: { until?: number } = {};
		map.set('a', value);
		value.until = start + 20_000;
		at(start + 10_000);
		expect(map.has('a')).toBe(true);
		at(start + 20_001);
		expect(map.has('a')).toBe(false);
	});
});
