import { parseMergeText, type MissingValue } from '../../nodes/shared/campaign/mergeFields';

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
		['Hello { First Name }!', { 'First Name': 'Dana' }, 'Hello Dana!'],
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
		['Hello {name}', { name: '' }, /needs the field "name"/],
		['Hello {name}', { name: { first: 'x' } }, /object or a list/],
		['Hello {name', {}, /never closed/],
		['Hello {}', {}, /without a field name/],
		['{toString}', {}, /needs the field/],
	])('refuses %s of %j', (source, json, rule) => {
		expect(fill(source, json)).toMatchObject({ problem: { rule: expect.stringMatching(rule) } });
	});

	it('fills a missing value with what the options say', () => {
		expect(fill('Hi {name}!', {}, { use: 'text', text: '' })).toEqual({ value: 'Hi !' });
		expect(fill('Hi {name}!', { name: null }, { use: 'text', text: 'you' })).toEqual({
			value: 'Hi you!',
		});
	});
});
