import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { evaluatingOnce } from '../../nodes/shared/engine/evaluatingOnce';

const message = '={{ $json.text }}';

/** What n8n is asked to evaluate, for a call that differs from the usual one in some of its parts. */
interface Call {
	node?: string;
	keys?: IDataObject;
	asString?: boolean;
	self?: object;
	contextNode?: string;
}

/** A run whose expressions give another value each time n8n evaluates them. */
function runOf() {
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
	}: Call = {}) =>
		workflow.expression.resolveSimpleParameterValue(
			...[message, {}, null, 0, 0, node, [], 'manual', keys, {}],
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

	it('sees what n8n gives every expression, and nothing that only one reading has', () => {
		const { evaluate, value } = runOf();
		value({ keys: { $execution: { id: '7' }, $parameter: {}, $credentials: {} } });
		expect(evaluate.mock.calls[0][8]).toEqual({ $execution: { id: '7' } });
	});
});
