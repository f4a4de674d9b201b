// If this fails, data is read as a merge field, a merge field stays unfilled, or a value that differs by row is read once.
import fc from 'fast-check';

import {
	FAILING,
	isSameForAll,
	joinedExpression,
	jsonWithData,
	splittable,
} from '../../../nodes/shared/rules/expressions';
import { literally, parseMergeText } from '../../../nodes/shared/values/mergeFields';
import { workflow } from '../../fieldExpressions/compare';
import expressions from './expressions.json';

/** What n8n itself makes of an expression, given the item's data. */
function evaluated(expression: string, json: Record<string, string>): unknown {
	const items = [{ json }];
	return workflow.expression.getParameterValue(
		`=${expression}`,
		null,
		...([0, 0, 'n', items, 'manual', {}] as const),
	);
}

/** The same as text; code alone may give nothing. */
function evaluate(expression: string, json: Record<string, string>): string {
	return String(evaluated(expression, json) ?? '');
}

const typed = fc.string({
	unit: fc.constantFrom('a', ' ', '{', '}', '\\', '"', "'", '\n', 'א', '{name}', '\\{', '$', '~'),
	maxLength: 6,
});
const code = fc.constantFrom(
	'{{ $json.a }}',
	'{{ $json.b }}',
	'{{ "}" + $json.a + "{" }}',
	'{{ { x: $json.a }.x }}',
	'{{ [1, 2].map((n) => { return n }).join("{") }}',
	'{{ $json.a.toUpperCase() }}',
	'{{ $json.a.replace(/[{}]/g, "-") }}',
	'{{ $json.a.isEmpty() ? "{empty}" : `{${$json.b}}` }}',
	'{{ "\\}}" }}',
);
const data = fc.string({
	unit: fc.constantFrom('x', '{', '}', '{name}', '\\', '{{', '}}'),
	maxLength: 6,
});

describe('an expression taken apart', () => {
	it('gives what n8n gives, and tells what was typed from what came from the data', () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(typed, code), { minLength: 1, maxLength: 5 }),
				data,
				data,
				(pieces, a, b) => {
					const expression = pieces.join('');
					const json = { a, b };
					let expected: string;
					try {
						expected = evaluate(expression, json);
					} catch {
						// What n8n cannot read, no one sends.
						return;
					}
					const { marked, split, isPlain } = splittable(expression);
					if (isPlain) {
						expect(expected).toBe(expression);
						return;
					}
					const parts = split(evaluate(marked, json));
					// n8n drops an escaped bracket at the very end; such a text is refused.
					if (parts === undefined && /\\(\{\{|\}\})$/.test(expression)) return;
					expect(parts?.map(({ text }) => text).join('')).toBe(expected);
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('leaves data as it is, whatever braces it holds, and fills what was typed', () => {
		fc.assert(
			fc.property(data, data, (a, b) => {
				const { marked, split } = splittable('Hi {{ $json.a }}, {name} \\{ok\\} {{ $json.b }}');
				const source = split(evaluate(marked, { a, b }))!
					.map(({ text, isTyped }) => (isTyped ? text : literally(text)))
					.join('');
				const parsed = parseMergeText(source, { use: 'error' });
				expect('value' in parsed && parsed.value.fill({ name: 'Dana' })).toEqual({
					value: `Hi ${a}, Dana {ok} ${b}`,
				});
			}),
			{ numRuns: 1_000 },
		);
	});

	it('leaves data in a fallback as it is, which a field with a value does without', () => {
		fc.assert(
			fc.property(data, (a) => {
				fc.pre(!/[|]/.test(a) && a === a.trim() && a !== '');
				const { marked, split } = splittable('Hi {name|{{ $json.a }}} {other|-}! :-}');
				const source = split(evaluate(marked, { a }))!
					.map(({ text, isTyped }) => (isTyped ? text : literally(text)))
					.join('');
				const parsed = parseMergeText(source, { use: 'error' });
				const filled = (json: object) => 'value' in parsed && parsed.value.fill({ ...json });
				expect(filled({ name: 'Dana' })).toEqual({ value: 'Hi Dana -! :-}' });
				expect(filled({})).toEqual({ value: `Hi ${a} -! :-}` });
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each([
		['Hi {{ $json.a }} {name}', ['Hi ', '{{ $json.a }}', ' {name}']],
		['Hi {{ $json.a', ['Hi ', '{{ $json.a']],
		['{{ $json.a }} {name} {{ $json.b', ['', '{{ $json.a }}', ' {name} ', '{{ $json.b']],
		['Hi {name}', ['Hi {name}']],
	])('knows the typed parts of %s', (expression, texts) => {
		const { marked, split } = splittable(expression);
		const parts = texts.map((text, index) => ({ text, isTyped: index % 2 === 0 }));
		expect(split(marked)).toEqual(parts);
	});

	it('is no guess: nothing counts as typed when n8n read it in another way', () => {
		const { marked, split } = splittable('Hi {{ $json.a }} {name}');
		expect(split('Hi Dana {name}')).toBeUndefined();
		expect(split(marked + marked)).toBeUndefined();
	});

	it.each([
		['{{ { a: "{name}" } }}', false],
		['Hi {{ $json.a }} {name}', true],
		['\\{{ $json.a }}', true],
	])('knows whether a brace of %s was typed', (expression, hasTypedBrace) => {
		expect(splittable(expression).hasTypedBrace).toBe(hasTypedBrace);
	});
});

describe('an expression that joins code and text', () => {
	const read = (expression: string, json: Record<string, string> = { a: 'x' }) =>
		joinedExpression(expression)?.((code) => evaluated(code, json));

	it.each(['{{ $json.a }}', 'Hi', '{{ nope() }}', ''])('is not %j', (expression) => {
		expect(read(expression)).toBeUndefined();
	});

	it.each([
		'Hi {{ nope() }}',
		'{{ $json.a }}{{ $json.b.c }}',
		'Hi {{ nope()',
		'Hi {{ $json.b\n.c }}',
		'Hi {{ $json.b.c // the name\n }}!',
	])('refuses code that fails: %j', (expression) => {
		expect(read(expression)).toEqual({ problem: FAILING });
	});

	it.each([
		['Hi {{ $json.b }}!', 'Hi !'],
		['Hi {{ undefined }}{{ null }}{{ "" }}{{ [] }}!', 'Hi !'],
		['Hi {{ $json.b; }}{{ ""; // none\n }}{{ "a;b;//".slice(6); }}!', 'Hi !'],
		['Hi {{ ""; $json.b }}{{ ""; $json.b.c }}!', 'Hi !'],
		['Hi {{ ""\n$json.b.c }}{{ "".replace(";", "")\nnope() }}!', 'Hi !'],
	])('gives what n8n gives where nothing fails: %j', (expression, value) => {
		expect(evaluate(expression, { a: 'x' })).toBe(value);
		expect(read(expression)).toEqual({ value });
	});
});

describe('JSON typed around expressions', () => {
	const read = (expression: string, json: Record<string, string>) =>
		jsonWithData(expression, (marked) => evaluated(marked, json));

	it.each([
		...['D","2":"Y"}},"0570998877":{"1":"x', '\\', 'a\\","b'],
		...['line\nbreak "quoted" \t', '{a}', '\u2028'],
	])('keeps data in its string: %j', (a) => {
		const made = read('{"0570002233": "Hi {{ $json.a }}!", "b": "{{ $json.b }}"}', { a, b: 'B' });
		expect(made).toMatchObject({ value: expect.any(String) });
		expect(JSON.parse((made as { value: string }).value)).toEqual({
			'0570002233': `Hi ${a}!`,
			b: 'B',
		});
	});

	it('keeps any data a value', () => {
		fc.assert(
			fc.property(fc.string(), (a) => {
				const made = read('{"{{ $json.k }}": "{{ $json.a }}"}', { a, k: a });
				expect(JSON.parse((made as { value: string }).value)).toEqual(Object.fromEntries([[a, a]]));
			}),
		);
	});

	it.each([
		['"x"', { n: 'x' }],
		['{"a":[1]}', { n: { a: [1] } }],
	])('takes %s as a value of its own', (a, value) => {
		const made = read('{"n": {{ $json.a }}}', { a }) as { value: string };
		expect(JSON.parse(made.value)).toEqual(value);
	});

	it('refuses data that is more than a value', () => {
		expect(read('{"n": {{ $json.a }}}', { a: '1, "m": 2' })).toMatchObject({
			problem: { rule: expect.stringContaining('outside of quotation marks') },
		});
	});

	it('leaves alone what is nothing but one expression', () => {
		expect(read(' {{ $json.a }} ', { a: '{}' })).toBeUndefined();
		expect(read('{"a": 1}', {})).toBeUndefined();
	});
});

describe('an expression', () => {
	it.each(expressions.same)('the same for every item: %s', (code) =>
		expect(isSameForAll(code)).toBe(true),
	);

	it.each(expressions.byItem)('may differ from item to item: %s', (code) =>
		expect(isSameForAll(code)).toBe(false),
	);
});
