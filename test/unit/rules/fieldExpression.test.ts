// If this fails, a text filled without n8n differs from what n8n would have filled.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { IExecuteFunctions } from 'n8n-workflow';

import { fieldExpression } from '../../../nodes/shared/rules/expressions';
import { evaluatedAt } from '../../../nodes/shared/values/parameters';
import { compareWithN8n } from '../../fieldExpressions/compare';
import leftToN8n from './leftToN8n.json';

const root = path.join(__dirname, '../../..');

describe('an expression of fields and text, filled without n8n', () => {
	it("gives what n8n's own evaluation gives, whatever it is made of and whatever the item holds", () => {
		expect(compareWithN8n(10_000)).toBeGreaterThan(500);
	});

	it('gives what an engine gives that evaluates in a world of its own, as n8n 2.41 does', () => {
		const script = ['tools/runTypeScript.mjs', 'test/fieldExpressions/sandboxed.ts', '5000'];
		const filled = execFileSync(process.execPath, script, { cwd: root, encoding: 'utf8' });
		expect(Number(filled)).toBeGreaterThan(250);
	});

	const json = {
		...{ name: 'Dana "{}" 😀\n', n: 1e21, yes: false },
		...{ 'full name': 'D.', to: { city: 'Haifa' } },
	};
	it.each([
		['{{$json.name}}', 'Dana "{}" 😀\n'],
		['{{ $json.n }}', 1e21],
		['{{ $json.yes }}', false],
		['{{ $json["full name"] }}', 'D.'],
		["{{ $json['full name'] }}", 'D.'],
		['{{ $json.to.city }}', 'Haifa'],
	])('needs no n8n for %s', (source, expected) => {
		expect(fieldExpression(source)?.(json)).toEqual({ value: expected });
	});

	it.each(leftToN8n)('leaves $what to n8n', ({ source }) =>
		expect(fieldExpression(source)).toBeUndefined(),
	);

	it.each([null, undefined, NaN, [1], { b: 1 }, new Date(), '\ud800', 'a\0b'])(
		'leaves the value %p to n8n',
		(a) => {
			expect(fieldExpression('{{ $json.a }}')!({ a })).toBeUndefined();
		},
	);
});

describe('a field inside of another', () => {
	const fill = fieldExpression('{{ $json.to.city }}')!;
	const named = Object.assign(Object.create({ kind: 'Address' }), { city: 'Haifa' }) as object;

	it.each([{ city: 'Haifa' }, Object.assign(Object.create(null), { city: 'Haifa' })])(
		'is filled from plain data',
		(to) => expect(fill({ to })).toEqual({ value: 'Haifa' }),
	);

	it.each([
		['nothing', null],
		['a list', [{ city: 'Haifa' }]],
		['an object that says what it is', { city: 'Haifa', toJSON: () => ({ city: 'Yafo' }) }],
		['an object of a class', named],
		['an object without it', { town: 'Haifa' }],
	])('of %s is left to n8n, whose own value or error counts', (_what, to) => {
		expect(fill({ to })).toBeUndefined();
	});

	it.each([null, [1]])('is left to n8n for an item of %p', (json) => {
		expect(fill(json)).toBeUndefined();
	});
});

describe('a run over many items', () => {
	const names = ['Dana', null, 'Noa', 'Avi', new Date(0), 'Tal'];
	/** The items n8n was asked about, and what came of all; `says` is what n8n gives for one. */
	function run(says: (name: unknown) => string) {
		const asked: number[] = [];
		const code = '{{ $json.name }}';
		const context = {
			getInputData: () => names.map((name) => ({ json: { name } })),
			evaluateExpression: (expression: string, item: number) => {
				asked.push(item);
				return expression.startsWith('{{ [') ? 1 : says(names[item]);
			},
		} as unknown as IExecuteFunctions;
		const at = evaluatedAt(context, `Hi ${code}`, 'Message');
		return { values: names.map((_, item) => at(item)), asked };
	}

	it('asks n8n about the first text, to be sure, and about values that only n8n knows', () => {
		const { values, asked } = run((name) => String(name ?? ''));
		expect(values).toEqual(names.map((name) => `Hi ${String(name ?? '')}`));
		expect(asked).toEqual([0, 1, 4]);
	});

	it('leaves all to an n8n that reads the expression in another way', () => {
		// The same for one of them is chance.
		const says = (name: unknown) => (name === 'Noa' ? name : `${String(name)}!`);
		const { values, asked } = run(says);
		expect(values).toEqual(names.map((name) => `Hi ${says(name)}`));
		expect(asked).toEqual([0, 1, 2, 3, 4, 5]);
	});
});
