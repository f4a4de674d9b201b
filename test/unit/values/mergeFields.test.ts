// If this fails, a customer gets an unfilled or wrong name.

import { literally, parseMergeText } from '../../../nodes/shared/values/mergeFields';
import cells from './mergeFields.json';

/** A text, the columns of the item, and what becomes of them; without a field's value its fallback. */
type Cell = [source: string, json: Record<string, unknown>, text: string];
const { filled, fallbacks } = cells;

const fill = (source: string, json: Record<string, unknown>) => {
	const parsed = parseMergeText(source);
	return 'problem' in parsed ? parsed : parsed.value.fill(json);
};

describe('merge fields', () => {
	it.each(filled as Cell[])('%s', (source, json, text) => {
		expect(fill(source, json)).toEqual({ value: text });
	});

	it.each([
		['Hello {name}', {}, /needs the field "name"/],
		['Hello {name}', { name: { first: 'x' } }, /object or a list/],
		['Hello {name', {}, /never closed/],
		['Hello {}', {}, /without a field name/],
		['{toString}', {}, /needs the field/],
	])('refuses %s of %j', (source, json, rule) => {
		expect(fill(source, json)).toMatchObject({ problem: { rule: expect.stringMatching(rule) } });
	});

	it.each(fallbacks as Cell[])('falls back: %j with %j', (source, json, text) => {
		expect(fill(source, json)).toEqual({ value: text });
	});

	it('refuses an object although there is a fallback, and names the field alone', () => {
		expect(fill('{ name || you | they}', { name: { first: 'x' } })).toMatchObject({
			problem: {
				rule: expect.stringContaining('"name", which contains an object'),
				fix: expect.stringContaining('{name.name}'),
			},
		});
	});

	it('names the field without its fallback where double braces are no expression', () => {
		expect(parseMergeText('Hi {{name|there}}')).toMatchObject({
			problem: {
				fix: "Write {name|there} with single braces, or switch the field to 'Expression' and write {{ $json.name }}.",
			},
		});
	});

	it.each<[string, unknown, RegExp]>([
		['blanks', '  ', /needs the field "name", which is empty in this item/],
		['characters that show nothing', '\u200f', /which is empty in this item/],
		['a number that has lost digits', 2 ** 53 + 2, /uses the field "name", which came as a number/],
	])('refuses %s', (_what, name, rule) => {
		expect(fill('Hi {name}!', { name })).toMatchObject({
			problem: { rule: expect.stringMatching(rule) as string },
		});
	});

	it('leaves a missing value empty where it may be', () => {
		const parsed = parseMergeText('Hi {name}!', { mayBeEmpty: (name) => name === 'name' });
		expect('value' in parsed && parsed.value.fill({})).toEqual({ value: 'Hi !' });
	});
});

it.each(['C:\\', 'a\\\\', '\\{x\\}', '{first_name}', '\\|'])(
	'data %j stays as it is before, behind and inside a merge field',
	(data) => {
		const json = { first_name: 'Dana' };
		const typed = literally(data);
		expect(fill(`${typed}{first_name}`, json)).toEqual({ value: `${data}Dana` });
		expect(fill(`{first_name}${typed}`, json)).toEqual({ value: `Dana${data}` });
		expect(fill(`{none|${typed}}!`, {})).toEqual({ value: `${data}!` });
	},
);
