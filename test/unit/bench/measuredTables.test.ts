// If this fails, bench/README.md shows figures that no one measured.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { table, type Result } from '../../../bench/table';
import { withMeasured } from '../../../bench/writeReadme';

const readme = readFileSync(path.join(__dirname, '../../../bench/README.md'), 'utf8');
const result: Result = {
	...{ items: 10_000, requests: 0, nodeMs: 1_234, baselineMs: null, ratio: null },
	...{ longestBlockMs: 77, peakRssMb: 500 },
};

describe('the tables of the bench', () => {
	it('are in the README between their marks, and nothing else changes', () => {
		const once = withMeasured(readme, 'measured once');
		const twice = withMeasured(once, 'measured twice');
		const [before, after] = once.split('measured once');
		expect(readme.startsWith(before.trimEnd())).toBe(true);
		expect(readme.endsWith(after.trimStart())).toBe(true);
		expect(twice).toBe(once.replace('measured once', 'measured twice'));
		expect(twice).not.toContain('measured once');
	});

	it('are not written where there are no marks', () => {
		expect(() => withMeasured('# Benchmarks', 'measured')).toThrow('has no <!-- measured -->');
	});

	it('have each case under its heading', () => {
		const text = table(
			{
				plainNode: { ...result, baselineMs: 2_468, ratio: 0.5 },
				silentNode: { ...result, noOpLongestBlockMs: 33 },
				option: { ...result, plainMs: 617, plainRatio: 2 },
				trigger: { ...result, authMs: 617, authRatio: 2 },
			},
			3,
		);
		const sections = text.split('### ').slice(1);
		expect(sections.map((section) => /`(\w+)`/.exec(section)![1])).toEqual([
			...['plainNode', 'option', 'silentNode', 'trigger'],
		]);
		expect(sections[2]).toContain('| `silentNode` | 10,000 | 0 | 1,234 | 77 | 33 |');
	});
});
