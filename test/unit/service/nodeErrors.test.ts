// If this fails, people and models are not told how to fix an error.
import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { everyOperation } from '../../operations/index';
import {
	inputError,
	asNodeError,
	operationError,
	requestError,
	textsOf,
	fullTexts,
	verbsOf,
} from '../../../nodes/shared/service/nodeErrors';

const node = { name: 'Send', type: 'n8n-nodes-extapi.extApiSms', typeVersion: 1 } as INode;

it('values that break three rules are named, with no more to do than a person reads', () => {
	const problems = ['Text', 'Sender', 'Phone'].map((field) => ({
		...{ field, rule: 'is empty or missing', fix: `Fill ${field}.` },
	}));
	const parts = { ...node, parameters: { operation: 'send' } };
	expect(textsOf(inputError(parts as never, problems, 0))).toEqual({
		message:
			'Text is empty or missing (and 2 more: Sender is empty or missing; Phone is empty or missing)',
		description: 'Fill Text. Nothing was sent for this item.',
	});
});

it.each([
	['A "B" C', 'A "B" C', 'where another field holds a part of it'],
	['B=', 'B=', 'with a sign of equality at its end'],
	['=Hi,Dana', '…', 'but nothing of an expression'],
])('quotes what is typed in the node: %s as %s, %s', (from, shown) => {
	const parts = { ...node, parameters: { text: 'B', from } };
	const problem = { field: 'Sender', rule: `is "${from.split(',').at(-1)}"`, fix: 'Change it.' };
	expect(inputError(parts, [problem], 0).message).toBe(`Sender is "${shown}"`);
});

describe('an error of any kind', () => {
	it.each([
		[new Error('away'), 'away'],
		['away', 'away'],
		[42, '42'],
	])('is shown with its node: %p', (thrown, message) => {
		const error = asNodeError(node, thrown);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect([error.message, error.node]).toEqual([message, node]);
	});

	it.each(['404', 'ECONNREFUSED'])(
		'keeps our words where n8n has its own for %s: they say less',
		(httpCode) => {
			const texts = { message: `It broke (${httpCode})`, description: 'Correct the base URL.' };
			expect(textsOf(requestError(node, { ...texts, httpCode }))).toEqual(texts);
		},
	);

	it('has no fix where it says none', () => {
		const error = Object.assign(new NodeOperationError(node, 'x'), { description: null });
		expect(textsOf(error)).toEqual({ message: 'x', description: '' });
	});

	it.each([new NodeApiError(node, {}), new NodeOperationError(node, 'own')])(
		'keeps what it says when it is one of n8n already',
		(thrown) => expect(asNodeError(node, thrown)).toBe(thrown),
	);

	it('has texts for an item, also when it says no fix', () => {
		expect(fullTexts(new Error('away'))).toEqual({ message: 'away', description: '' });
	});

	it('says of the outcome only what is known', () => {
		const parts = { message: 'Too long', description: 'Shorten it.' };
		expect(operationError(node, parts).context.outcome).toBeUndefined();
		const notTried = operationError(node, { ...parts, outcome: 'notTried', context: { at: 1 } });
		expect(notTried.context).toMatchObject({ outcome: 'notTried', at: 1 });
	});
});

/** The word for what each operation does, which all its errors use. */
const words: Record<string, RegExp> = {
	sent: /^(?:send|requestCode)/,
	read: /^(?:get|wait)/,
	checked: /^(?:check|verify)/,
	added: /^add/,
	removed: /^remove/,
	changed: /^update$/,
	deleted: /^delete$/,
	started: /^run$/,
};

it.each(everyOperation)('$name says in one word what it does', (row) => {
	const { operation, parameters, definition } = row;
	const { done, onlyAsks = false, mayRepeat = false } = verbsOf({ parameters } as INode);
	if ('effect' in definition) {
		expect(onlyAsks).toBe(definition.effect === 'asks');
		expect(mayRepeat).toBe(definition.effect === 'changes');
	}
	const isWord = Object.entries(words).filter(([, operations]) => operations.test(operation));
	expect(isWord.map(([word]) => word)).toEqual([done]);
});
