// If this fails, a phone gets another phone's text.
import { textPerPhone } from '../../../nodes/shared/rules/perPhone';

const example = 'Write it like {"0570004567": "Hello"}.';

describe('a text for each phone', () => {
	it.each([
		[{ '0501234567': 'Hi', '+972-50-111-2233': 7 }],
		['{ "0501234567": "Hi", "+972-50-111-2233": 7 }'],
	])('is read from %j', (entered) => {
		expect(textPerPhone(entered)).toEqual({
			value: { '0501234567': 'Hi', '972501112233': '7' },
		});
	});

	it.each([undefined, null, '', ' \n', []])(
		'is missing where nothing was entered: %j',
		(entered) => {
			expect(textPerPhone(entered)).toEqual({
				problem: { rule: 'is empty or missing', fix: example },
			});
		},
	);

	it.each(['{}', {}, '{"0501234567"', '["Hi"]', ['Hi'], 7, 'Hi', 'null'])(
		'is not made of %j',
		(entered) => {
			const rule = 'must be an object that maps phone numbers to messages';
			expect(textPerPhone(entered)).toEqual({ problem: { rule, fix: example } });
		},
	);

	it.each([
		[{ '12': 'Hi' }, /^contains "12", which /],
		[{ '0501234567': 'Hi', '972501234567': 'Hi' }, /^contains "972501234567" twice$/],
		[{ '0501234567': '' }, /^for 0501234567 is empty or missing$/],
		[{ '0501234567': null }, /^for 0501234567 is empty or missing$/],
		[{ '0501234567': {} }, /^for 0501234567 must be text$/],
		[{ '0501234567': 'x'.repeat(1001) }, /^for 0501234567 is longer than 1,000 characters/],
	])('of %j says which phone is wrong', (entered, rule) => {
		expect(textPerPhone(entered)).toMatchObject({
			problem: { rule: expect.stringMatching(rule) as string },
		});
	});

	it('is taken for 10,000 phones, and no more', () => {
		const texts = (count: number) =>
			Object.fromEntries(Array.from({ length: count }, (_, n) => [`05${10_000_000 + n}`, 'Hi']));
		expect(textPerPhone(texts(10_000))).toHaveProperty('value');
		expect(textPerPhone(texts(10_001))).toMatchObject({
			problem: { rule: 'contains 10001 phone numbers; a request takes at most 10000' },
		});
	});
});

it.each([
	'{"0501234567": "Hi", "0501234567": "Hello"}',
	'{"050123\\u0034567": "a \\" {", "0501234567" : "b"}',
])('a phone written twice is refused, in the same spelling too: %s', (entered) => {
	expect(textPerPhone(entered)).toMatchObject({
		problem: { rule: expect.stringMatching(/^contains .*"?0501234567"? twice$/) },
	});
});
