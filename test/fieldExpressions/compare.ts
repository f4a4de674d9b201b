import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { fieldExpression } from '../../nodes/shared/rules/expressions';
import { nodeOfType, workflowOf } from '../integration/harness/workflow';

/** n8n as it evaluates expressions, without anything else. */
export const workflow = workflowOf({}, { nodes: [nodeOfType('1', 'n', 't')] });

/** What n8n itself makes of an expression, given the item's data. */
function evaluate(expression: string, json: unknown): unknown {
	const items = [{ json: json as IDataObject }];
	const rest = [0, 0, 'n', items, 'manual', {}] as const;
	return workflow.expression.getParameterValue(`=${expression}`, null, ...rest);
}

const text = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.string({
			unit: fc.constantFrom(
				' ',
				'a',
				'{',
				'}',
				'"',
				"'",
				'`',
				'$',
				'\n',
				'\t',
				'\u2028',
				'א',
				'😀',
			),
			maxLength: 6,
		}),
	},
	fc.string({ unit: 'binary', maxLength: 6 }),
	fc.string({
		unit: fc.constantFrom(
			...[' ', 'a', '{', '}', '{{', '}}', '\\', '"', "'", '`', '$', '\n', '\0', '\u2028', '\ud800'],
			...['א', '😀', '{{ $json.a }}', '.first(', '.constructor', '${a}'],
		),
		maxLength: 5,
	}),
);
class Named {
	a = 'of a class';
}
const names = [
	...['a', 'b', '0', 'first name', 'שם', 'a.b', 'length', 'isProxy', 'toJSON', 'then', '', '$'],
	...['constructor', '__proto__', 'toString', 'prototype', 'valueOf', 'binding', 'caller'],
	...['arguments', 'getPrototypeOf', '_load', 'execve', 'mainModule', 'isFinite', 'process'],
];
const primitive = fc.oneof(
	text,
	fc.double(),
	fc.integer(),
	fc.constantFrom(-0, 0, NaN, Infinity, 1e21, 1e-7, true, false, null, undefined, '', '0', 12n),
);
const value = fc.oneof(
	{ weight: 14, arbitrary: primitive },
	fc.array(primitive, { maxLength: 2 }),
	fc.dictionary(fc.constantFrom(...names), primitive, { maxKeys: 4 }),
	fc.dictionary(fc.constantFrom('a', 'b'), primitive, { noNullPrototype: true }),
	fc.date({ noInvalidDate: true }),
	fc.constantFrom<unknown>(
		...[new Named(), /a/, Object.create({ a: 'inherited' }), new Map([['a', 1]])],
		...[evaluate('{{ $now }}', {}), { toJSON: () => ({ a: 'another' }), a: 'own' }, () => 'a'],
	),
);
const likely = fc.constantFrom('a', 'b', 'first name', 'שם');
const item = fc.oneof(
	{ weight: 8, arbitrary: fc.record({ a: value, b: value, 'first name': value, שם: value }) },
	fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }),
	fc.dictionary(fc.constantFrom('a', 'b'), value, { noNullPrototype: true }),
	value,
);

const name = fc.oneof({ weight: 6, arbitrary: likely }, fc.constantFrom(...names));
const step = fc.oneof(
	{ weight: 4, arbitrary: name.map((each) => `.${each}`) },
	{ weight: 4, arbitrary: name.map((each) => `["${each}"]`) },
	{ weight: 4, arbitrary: name.map((each) => `['${each}']`) },
	fc.constantFrom('[0]', '?.a', ' .a', '["a" ]', '.a()', ' + 1', '["\\x61"]', '[`a`]', '.a || "b"'),
);
const around = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom('', ' ', '\n', '\u00a0') },
	fc.constantFrom('(', '/* a */', '$'),
);
const steps = fc.oneof({ weight: 8, arbitrary: fc.tuple(step) }, fc.array(step, { maxLength: 3 }));
const code = fc
	.tuple(around, steps, around)
	.map(([before, path, after]) => `{{${before}$json${path.join('')}${after}}}`);
const joined = fc
	.array(
		fc.oneof({ weight: 3, arbitrary: code }, text, fc.constantFrom('{{', '}}', '{{ $itemIndex }}')),
		{
			minLength: 1,
			maxLength: 3,
		},
	)
	.map((pieces) => pieces.join(''));
const expression = fc.oneof({ weight: 4, arbitrary: code }, joined);

/**
 * Fills random expressions from random items, and asks n8n what they give.
 *
 * @returns how many could be filled
 * @throws what fast-check throws when n8n gives anything else, a value of another type, or an error
 */
export function compareWithN8n(numRuns: number): number {
	let filledCount = 0;
	fc.assert(
		fc.property(expression, item, (source, json) => {
			const filled = fieldExpression(source)?.(json);
			if (filled === undefined) return true;
			filledCount++;
			return Object.is(filled.value, evaluate(source, json));
		}),
		{ numRuns },
	);
	return filledCount;
}
