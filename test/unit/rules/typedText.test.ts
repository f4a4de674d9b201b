// If this fails, braces reach a customer in place of a value.
import fc from 'fast-check';

import { unreplaced } from '../../../nodes/shared/rules/typedText';

const json = {
	first_name: 'Dana',
	'Full Name': 'Dana Levi',
	customer: { phone: '0570004567' },
	'a.b': 1,
	empty: null,
};
const ruleOf = (saved: unknown) => unreplaced(saved, json)?.rule;

describe('a text that is sent as it is', () => {
	it.each([
		['Hi {first_name}', '{first_name}'],
		['Hi {Full Name}', '{Full Name}'],
		['Call {customer.phone}', '{customer.phone}'],
		['{a.b}', '{a.b}'],
		['={{ $json.x }} {first_name}', '{first_name}'],
		['Hi {first_name|there}', '{first_name|there}'],
		['Hi {empty|}', '{empty|}'],
		['Hi {{ first_name }}', '{{ first_name }}'],
		['=\\{first_name\\}', '{first_name\\}'],
		['Hi {{ $json.first_name }}', '{{ $json.first_name }}'],
		['Hi {{ $("Row").item.json.x }}', '{{ $("Row").item.json.x }}'],
		['Hi {{unknown}}', '{{unknown}}'],
		[{ '0570004567': 'Hi {first_name}' }, '{first_name}'],
	])('is refused for what nothing replaces: %j', (saved, token) => {
		expect(ruleOf(saved)).toBe(`contains ${token}, which nothing replaces here`);
	});

	it.each<[unknown]>([
		['Hi {unknown}'],
		['Hi {unknown|there}'],
		['{|first_name}'],
		['Hi {{1}}'],
		['{ } {} {{}} } {'],
		['function(a) { return a; }'],
		['={{ "{first_name}" }}'],
		['={{ $json.a }}{{ $json.b }}'],
		['={{ { first_name: 1 } }}'],
		['={{{ first_name }}}'],
		['={{ $json.first_name'],
		[undefined],
	])('may be %j', (saved) => {
		expect(unreplaced(saved, json)).toBeUndefined();
	});

	it('is refused for a name wherever it was typed, and never for what an expression gives', () => {
		const around = fc.string({ unit: fc.constantFrom(...'abc ,.!?א😀'), maxLength: 10 });
		fc.assert(
			fc.property(around, around, around, (before, between, after) => {
				const typed = `=${before}{{ "${between}{first_name}" }}${after}`;
				expect(ruleOf(typed)).toBeUndefined();
				expect(ruleOf(`${typed}{first_name}`)).toBeDefined();
				expect(ruleOf(`=${before}{first_name}{{ 1 }}`)).toBeDefined();
				expect(ruleOf(`${before}{first_name}${after}`)).toBeDefined();
			}),
		);
	});
});
