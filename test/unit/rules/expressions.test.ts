// If this fails, data is read as a merge field, a merge field stays unfilled, or a value that differs by row is read once.
import fc from 'fast-check';

import type { IExecuteFunctions } from 'n8n-workflow';

import { literally, parseMergeText } from '../../../nodes/shared/values/mergeFields';
import { evaluatedParts } from '../../../nodes/shared/values/parameters';
import { workflow } from '../../fieldExpressions/compare';

/** What n8n itself makes of an expression, given the item's data. */
function evaluated(expression: string, json: Record<string, string>): unknown {
	const items = [{ json }];
	return workflow.expression.getParameterValue(
		`=${expression}`,
		null,
		...([0, 0, 'n', items, 'manual', {}] as const),
	);
}

/** The pieces of an expression, each piece of code by n8n. */
function partsOf(expression: string, json: Record<string, string>) {
	const context = {
		getInputData: () => [{ json }],
		evaluateExpression: (each: string) => evaluated(each, json),
		getNode: () => ({ name: 'n', parameters: {} }),
	} as unknown as IExecuteFunctions;
	return evaluatedParts(context, expression, 'Message')(0);
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
					// n8n drops one of two backslashes, and the one of an escaped bracket.
					if (/\\(\\|\{\{|\}\})/.test(expression)) return;
					// Code of two statements that gives nothing is refused: its first may have failed.
					if (/\{\{(?:(?!\}\})[^])*\n/.test(expression)) return;
					const parts = partsOf(expression, json);
					expect(parts.map(({ text }) => text).join('')).toBe(expected);
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('leaves data as it is, whatever braces it holds, and fills what was typed', () => {
		fc.assert(
			fc.property(data, data, (a, b) => {
				const source = partsOf('Hi {{ $json.a }}, {name} \\{ok\\} {{ $json.b }}', { a, b })
					.map(({ text, isTyped }) => (isTyped ? text : literally(text)))
					.join('');
				const parsed = parseMergeText(source);
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
				const source = partsOf('Hi {name|{{ $json.a }}} {other|-}! :-}', { a })
					.map(({ text, isTyped }) => (isTyped ? text : literally(text)))
					.join('');
				const parsed = parseMergeText(source);
				const filled = (json: object) => 'value' in parsed && parsed.value.fill({ ...json });
				expect(filled({ name: 'Dana' })).toEqual({ value: 'Hi Dana -! :-}' });
				expect(filled({})).toEqual({ value: `Hi ${a} -! :-}` });
			}),
			{ numRuns: 1_000 },
		);
	});
});
