import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { evaluatingOnce } from '../../nodes/shared/engine/evaluatingOnce';

const fieldOfItem = '={{ $json.text }}';

/** What n8n is asked to evaluate, for a call that differs from the usual one in some of its parts. */
interface Call {
	node?: string;
	keys?: IDataObject;
	asString?: boolean;
	self?: object;
	contextNode?: string;
	item?: number;
	text?: string;
}

/** A run whose expressions give another value each time n8n evaluates them. */
function runOf(message = fieldOfItem) {
	let times = 0;
	const evaluate = jest.fn((..._args: unknown[]) => ++times);
	const context = {
		getNode: () => ({ name: 'Send', parameters: { message } }),
		workflow: { expression: { resolveSimpleParameterValue: evaluate } },
	} as unknown as IExecuteFunctions;
	const { workflow } = evaluatingOnce(context) as unknown as {
		workflow: { expression: { resolveSimpleParameterValue: (...args: unknown[]) => unknown } };
	};
	const value = ({
		node = 'Send',
		keys = {},
		asString = false,
		self = {},
		contextNode,
		item = 0,
		text = message,
	}: Call = {}) =>
		workflow.expression.resolveSimpleParameterValue(
			...[text, {}, null, 0, item, node, [], 'manual', keys, {}],
			...[asString, self, contextNode],
		);
	return { evaluate, value };
}

describe('an expression n8n evaluates again and again', () => {
	it('is evaluated once for an item', () => {
		const { evaluate, value } = runOf();
		expect([value(), value()]).toEqual([1, 1]);
		expect(evaluate).toHaveBeenCalledTimes(1);
	});

	it.each<[string, Call]>([
		['of another node', { node: 'Other' }],
		['read in the place of another node', { contextNode: 'Other' }],
		['of a credential, which knows its own values', { self: { token: 'x' } }],
		['whose result is to be a text', { asString: true }],
	])('%s is another one: none gets its value', (_what, call) => {
		const { value } = runOf();
		expect([value(), value(call), value(call), value()]).toEqual([1, 2, 3, 1]);
	});

	it.each<[string, string, number[]]>([
		['a field of the item', fieldOfItem, [1, 2, 1, 2]],
		['two of them', '={{ $json.a && $json.b }}', [1, 2, 1, 2]],
		['another parameter of the node', '={{ $parameter.sender }}', [1, 2, 1, 2]],
		['nothing of the item', '={{ $today.year }}', [1, 1, 1, 1]],
		['a parameter beside it', '={{ $parameter["&sender"] }}', [1, 2, 3, 4]],
		['one as it is saved', '={{ $rawParameter["&sender"] }}', [1, 2, 3, 4]],
	])(
		'that reads %s is evaluated as often as where it stands can make a difference',
		(_what, code, values) => {
			const { value } = runOf(code);
			expect([0, 1, 0, 1].map((item) => value({ item }))).toEqual(values);
		},
	);

	it('is evaluated each time when it is none of the node’s parameters', () => {
		const { value } = runOf();
		const text = '={{ $json.other }}';
		expect([value({ text }), value({ text })]).toEqual([1, 2]);
	});

	it('sees what n8n gives every expression, and nothing that only one reading has', () => {
		const { evaluate, value } = runOf();
		value({ keys: { $execution: { id: '7' }, $parameter: {}, $credentials: {} } });
		expect(evaluate.mock.calls[0][8]).toEqual({ $execution: { id: '7' } });
	});
});
