// If this fails, the node's description lies about what its fields send.
import fc from 'fast-check';
import { RoutingNode, type ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { readWireValues } from '../../nodes/shared/values/parameters';
import { isCollective } from '../../nodes/shared/operations/operation';
import { perItemOperations, type Operation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Nodes are declarative: what a field fills is in its routing alone. If our executor read these declarations in
 * another way than n8n does, they would mislead who reads a node, and a field could fill what no one sees.
 */
const service = serviceForTests();

const isValue = (value: unknown) => value !== undefined && value !== null;
const withoutEmpty = (values: IDataObject) =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => isValue(value)));

/** What n8n's own engine sends for a description, before any rule of ours. */
async function byEngine({ node: make }: Operation, parameters: INodeParameters, item: IDataObject) {
	const node = make();
	node.execute = async function (this: IExecuteFunctions) {
		const engine = { ...node, execute: undefined };
		return (await new RoutingNode(this as ExecuteContext, engine).runNode()) ?? [];
	};
	const before = service.control.requests().length;
	await runNode({ node, parameters, items: [item], credential: service.credential() });
	const [request] = service.control.requests().slice(before);
	const { token: _token, ...sent } = request.parameters as IDataObject;
	return { path: `/extApi/${request.endpoint}.php`, sent: withoutEmpty(sent) };
}

/** What our executor reads from the same description. */
async function byExecutor(
	{ node: make, definition }: Operation,
	parameters: INodeParameters,
	item: IDataObject,
) {
	if (isCollective(definition)) throw new Error('Not an operation with a request for each item');
	const node = make();
	let entered: IDataObject = {};
	node.execute = async function (this: IExecuteFunctions) {
		entered = readWireValues(this, definition.fields).at(0);
		return [[]];
	};
	await runNode({ node, parameters, items: [item], credential: service.credential() });
	return { path: definition.endpoint, sent: withoutEmpty({ ...entered, ...definition.fixed }) };
}

const words = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' }).filter(
	// An expression is its value's business, tried below.
	(text) => !text.startsWith('='),
);

describe.each(perItemOperations)('$name', (operation) => {
	const filled = operation.fields.filter(({ wire }) => wire !== undefined);

	it.each(operation.sends)('$name', async ({ parameters = {}, items: [item] = [{}] }) => {
		const all = { ...operation.parameters, ...parameters };
		expect(await byExecutor(operation, all, item)).toEqual(await byEngine(operation, all, item));
	});

	it('fills the same parameters with random values, typed or by an expression', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.subarray(filled, { minLength: Math.min(1, filled.length) }),
				fc.array(words, { minLength: 60, maxLength: 60 }),
				fc.boolean(),
				async (fields, values, byExpression) => {
					const parameters: INodeParameters = { ...operation.parameters };
					const item: IDataObject = {};
					for (const [index, { path, shownWith }] of fields.entries()) {
						item[`column${index}`] = values[index];
						const value = byExpression ? `={{ $json.column${index} }}` : values[index];
						Object.assign(parameters, shownWith);
						const [name, inner] = path.split('.');
						parameters[name] =
							inner === undefined
								? value
								: { ...(parameters[name] as INodeParameters | undefined), [inner]: value };
					}
					// n8n refuses a node where a choice, or an expression in its place, shows a required field that is empty.
					for (const { path, isRequired, shownWith } of operation.fields) {
						const isShown = Object.entries(shownWith).every(
							([name, shownFor]) =>
								parameters[name] === shownFor || String(parameters[name]).startsWith('='),
						);
						if (isRequired && isShown) parameters[path] ??= 'x';
					}
					expect(await byExecutor(operation, parameters, item)).toEqual(
						await byEngine(operation, parameters, item),
					);
				},
			),
			{ numRuns: 8 },
		);
	});
});
