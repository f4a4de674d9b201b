// If this fails, double braces reach a customer.
import fc from 'fast-check';

import { typedText } from '../../../nodes/shared/rules/typedText';

const json = {
	first_name: 'Dana',
	'Full Name': 'Dana Levi',
	customer: { phone: '0570004567' },
	'a.b': 1,
	empty: null,
};
const ruleOf = (saved: unknown) => typedText(saved, json).problem?.rule;
const fixOf = (saved: unknown) => typedText(saved, json).problem?.fix;

describe('a text that is sent as it stands', () => {
	it.each([
		['Hi {first_name}', '{first_name}', '$json.first_name'],
		['Hi {Full Name}', '{Full Name}', '$json["Full Name"]'],
		['Call {customer.phone}', '{customer.phone}', '$json.customer.phone'],
		['{a.b}', '{a.b}', '$json["a.b"]'],
		['={{ $json.x }} {first_name}', '{first_name}', '$json.first_name'],
		['=\\{first_name} {first_name}', '{first_name}', '$json.first_name'],
		['Hi {first_name|there}', '{first_name|there}', '$json.first_name || "there"'],
		['Hi {Full Name|}', '{Full Name|}', '$json["Full Name"] || ""'],
	])('names the merge field of %j', (saved, name, expression) => {
		expect(ruleOf(saved)).toBe(`contains a merge field: ${name} is replaced only in Send Campaign`);
		expect(fixOf(saved)).toBe(`Use {{ ${expression} }} here, or \\{ for a literal brace.`);
	});

	it('names double braces that are no expression, and what a fallback in them means', () => {
		expect(ruleOf('Hi {{first_name}}')).toBe(
			'contains double braces: {{first_name}} is not an expression here',
		);
		expect(fixOf('Hi {{ first_name|there }}')).toBe(
			'Write {first_name|there} for a merge field (Send Campaign), or {{ $json.first_name || "there" }} as an expression.',
		);
	});

	it.each<[unknown, RegExp]>([
		['Hi {{ $json.first_name }}', /set to Fixed$/],
		['Hi {{ $("Row").item.json.x }}', /set to Fixed$/],
		[{ '0570004567': 'Hi {first_name}' }, /^contains a merge field/],
	])('says what is wrong with %j', (saved, rule) => expect(ruleOf(saved)).toMatch(rule));

	it.each<[unknown]>([
		['Hi {unknown}'],
		['Hi {unknown|there}'],
		['{|first_name}'],
		['Hi {{unknown}} and {{1}}'],
		['{ } {} {{}} } {'],
		['function(a) { return a; }'],
		['={{ "{first_name}" }}'],
		['={{ $json.a }}{{ $json.b }}'],
		['={{ { first_name: 1 } }}'],
		['={{{ first_name }}}'],
		['=\\{{first_name}}'],
		['={{ $json.first_name'],
		[undefined],
	])('lets %j be', (saved) => {
		expect(typedText(saved, json)).toEqual({});
	});

	it.each([
		['Hi \\{first_name\\}', 'Hi {first_name}'],
		['Hi \\{first_name|there\\}', 'Hi {first_name|there}'],
		['Hi \\{{first_name}}', 'Hi {{first_name}}'],
		['Hi \\{\\{first_name\\}\\}', 'Hi {{first_name}}'],
		['=Hi \\{first_name} {{ "\\{first_name}" }}', '=Hi {first_name} {{ "\\{first_name}" }}'],
	])('reads the escaped name of %j', (saved, unescaped) => {
		expect(typedText(saved, json)).toEqual({ unescaped });
	});

	it('reads escaped names in JSON text, where a backslash is doubled', () => {
		const saved = JSON.stringify({ '0570004567': 'Hi \\{first_name}, \\{you}' });
		expect(typedText(saved, json, { isJson: true }).unescaped).toBe(
			JSON.stringify({ '0570004567': 'Hi {first_name}, \\{you}' }),
		);
	});

	it('leaves texts alone whose braces hold no name of the item, whatever else they hold', () => {
		const text = fc.string({ unit: fc.constantFrom(...'{}\\= abc$.1"'), maxLength: 30 });
		fc.assert(
			fc.property(text, (saved) => {
				const { problem, unescaped } = typedText(saved, { first_name: 'Dana' });
				expect(unescaped).toBeUndefined();
				if (problem) expect(problem.rule).toMatch(/set to Fixed$/);
			}),
			{ numRuns: 5000 },
		);
	});

	it('finds a name wherever it was typed, and never in what an expression gives', () => {
		const around = fc.string({ unit: fc.constantFrom(...'abc ,.!?א😀'), maxLength: 10 });
		fc.assert(
			fc.property(around, around, around, (before, between, after) => {
				const typed = `=${before}{{ "${between}{first_name}" }}${after}`;
				expect(typedText(typed, json)).toEqual({});
				expect(typedText(`${typed}{first_name}`, json).problem).toBeDefined();
				expect(typedText(`=${before}{first_name}{{ 1 }}`, json).problem).toBeDefined();
				expect(typedText(`${before}{first_name}${after}`, json).problem).toBeDefined();
			}),
		);
	});
});
