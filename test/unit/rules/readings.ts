import type { Reader } from '../../../nodes/shared/rules/reader';

/** What a reader takes, with what it makes of it, and what it refuses, with how the message begins or what it has. */
export interface Reading {
	reader: Reader;
	right: Array<[entered: unknown, value: unknown]>;
	wrong: Array<[entered: unknown, says: string | RegExp]>;
}

export const same = (...texts: string[]): Reading['right'] => texts.map((text) => [text, text]);
export const all = (value: unknown, ...entered: unknown[]): Reading['right'] =>
	entered.map((each) => [each, value]);
export const none = (says: string | RegExp, ...entered: unknown[]): Reading['wrong'] =>
	entered.map((each) => [each, says]);

/** A title that is short where the value is not. */
const shown = (entered: unknown) =>
	(typeof entered === 'bigint' ? String(entered) : (JSON.stringify(entered) ?? 'nothing')).slice(
		0,
		99,
	);

/** Tries each reader on all that it takes and refuses. */
export function readAll(readings: Record<string, Reading>): void {
	describe.each(Object.entries(readings))('%s', (_name, { reader, right, wrong }) => {
		for (const [entered, value] of right) {
			it(`is read from ${shown(entered)}`, () => expect(reader(entered)).toEqual({ value }));
		}

		for (const [entered, says] of wrong) {
			it(`is refused: ${shown(entered)}`, () => {
				const read = reader(entered);
				const { rule, fix } = 'problem' in read ? read.problem : { rule: 'none', fix: '' };
				if (typeof says === 'string') expect(rule.slice(0, says.length)).toBe(says);
				else expect(rule).toMatch(says);
				expect(fix).toMatch(/\.$/);
			});
		}
	});
}
