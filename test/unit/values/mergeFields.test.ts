// If this fails, a customer gets an unfilled or wrong name.

import {
	literally,
	parseMergeText,
	type MissingValue,
} from '../../../nodes/shared/values/mergeFields';

const fill = (
	source: string,
	json: Record<string, unknown>,
	missing: MissingValue = { use: 'error' },
) => {
	const parsed = parseMergeText(source, missing);
	return 'problem' in parsed ? parsed : parsed.value.fill(json);
};

describe('merge fields', () => {
	it.each([
		['Hello {first_name}', { first_name: 'Dana' }, 'Hello Dana'],
		['{customer.address.city}', { customer: { address: { city: 'Haifa' } } }, 'Haifa'],
		['{a.b}', { 'a.b': 'whole name first', a: { b: 'path' } }, 'whole name first'],
		['{tags.0} {n} {yes}', { tags: ['x'], n: 0, yes: false }, 'x 0 false'],
		['\\{first_name\\} }', {}, '{first_name} }'],
		['{a}{a}', { a: '{b}', b: 'no second round' }, '{b}{b}'],
	])('%s', (source, json, text) => {
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

	it.each<[string, Record<string, unknown>, string]>([
		['Hi {first_name|there}', {}, 'Hi there'],
		['Hi {first_name|there}', { first_name: '' }, 'Hi there'],
		['Hi {first_name|there}', { first_name: ' \u00a0\u200f' }, 'Hi there'],
		['Hi {first_name|there}', { first_name: 'Dana' }, 'Hi Dana'],
		['Hi {first_name || there}', {}, 'Hi there'],
		['Hi{name|}!', {}, 'Hi!'],
		['Hi{name| }!', { name: ' ' }, 'Hi!'],
		['{customer.name|you}', { customer: {} }, 'you'],
		['{"first_name"|there}', {}, 'there'],
		['\\{name|there\\}', { name: 'Dana' }, '{name|there}'],
		['{ a|b }', { 'a|b': 'a column', a: 'before the bar' }, 'before the bar'],
		['{a|b|c}', {}, 'b|c'],
		['Hi {name|a\\}b} {name|\\{you\\}}!', {}, 'Hi a}b {you}!'],
		['{path\\} and {b|c}', { 'path\\': 'a' }, 'a and c'],
	])('falls back: %j with %j', (source, json, text) => {
		expect(fill(source, json)).toEqual({ value: text });
		expect(fill(source, json, { use: 'text', text: 'default' })).toEqual({ value: text });
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
		expect(parseMergeText('Hi {{name|there}}', { use: 'error' })).toMatchObject({
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

	it('fills a missing value with what the options say', () => {
		expect(fill('Hi {name}!', {}, { use: 'text', text: '' })).toEqual({ value: 'Hi !' });
	});

	it('names the way out where no item has such a column', () => {
		const missing = { use: 'text' as const, text: '', isColumn: () => false };
		expect(fill('Hi {name}!', {}, missing)).toMatchObject({
			problem: { fix: 'Correct its name, or write a fallback like {name|there}.' },
		});
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
