// If this fails, a node that fails under On Error: Continue passes its rows on as if they were sent.
import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import {
	everyOperation,
	perItemOperations,
	rowsOfNodes,
	type NodeWithOperations,
} from '../operations';
import { twoItems } from '../operations/items';
import { verbsOf } from '../../nodes/shared/service/nodeErrors';
import { turnOf } from './harness/callingAgent';
import { errorOutput, failureOf, runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const CONTINUES = ['continueRegularOutput', 'continueErrorOutput'] as const;

/** Rows that say of themselves that all went well. */
const rows: IDataObject[] = twoItems.map((row) => ({
	...row,
	approved: true,
	taskId: '1',
	outcome: 'accepted',
}));

interface Run {
	node: INodeType;
	parameters: INodeParameters;
	settings?: Partial<INode>;
}

const run = async ({ node, parameters, settings }: Run) =>
	await runNode({ node, parameters, settings, items: rows, credential: service.credential() });

/** Every row failed and says why, on whichever output n8n moves it to. */
async function expectAllFailed(asked: Omit<Run, 'settings'>, says: RegExp): Promise<void> {
	for (const onError of CONTINUES) {
		const result = await run({ ...asked, settings: { onError } });
		const isMoved = onError === 'continueErrorOutput';
		const failed = isMoved ? errorOutput(result) : result.items;
		expect(result.error).toBeUndefined();
		expect(isMoved ? result.items : []).toEqual([]);
		expect(failed.map(failureOf)).toEqual(rows.map(() => expect.stringMatching(says) as string));
		expect(failed.map(({ json }) => json.phone)).toEqual(rows.map(({ phone }) => phone));
		// What only asks makes nothing of a row.
		if (verbsOf(asked).onlyAsks) continue;
		expect(failed.map(({ json }) => json.outcome)).toEqual(rows.map(() => 'refused'));
	}
	expect((await run(asked)).error?.message).toMatch(says);
	expect(service.bodies()).toEqual([]);
}

/** The same node, where what n8n offers fails. */
function withoutHelp(node: NodeWithOperations, method: string): INodeType {
	const fail = () => {
		throw new TypeError(`${method} is broken`);
	};
	async function execute(this: IExecuteFunctions) {
		const get = (context: IExecuteFunctions, name: string) =>
			name === method ? fail : Reflect.get(context, name, context);
		return await node.execute!.call(new Proxy(this, { get } as ProxyHandler<IExecuteFunctions>));
	}
	return Object.create(node, { execute: { value: execute } }) as INodeType;
}

describe.each(rowsOfNodes.map(({ node }) => [node().description.displayName, node] as const))(
	'%s',
	(_name, node) => {
		const [{ resource, value }] = node().operations;
		const failing = '={{ (() => { throw new Error("no such column") })() }}';
		it.each<[string, INodeParameters, RegExp]>([
			['an operation it does not have', { operation: 'sing' }, /no operation 'sing'/],
			['a resource it does not have', { resource: 'song' }, /no resource 'song'/],
			['a resource whose expression fails', { resource: failing }, /no such column/],
			['an operation whose expression fails', { operation: failing }, /no such column/],
		])('says of each row that it has %s', async (_what, own, says) => {
			const parameters = { resource: resource.value, operation: value, ...own };
			await expectAllFailed({ node: node(), parameters }, says);
		});
	},
);

describe.each(everyOperation.map((operation) => [operation.name, operation] as const))(
	'%s',
	(_name, { node, parameters }) => {
		it.each(['getNodeParameter', 'getCredentials', 'getWorkflowDataProxy', 'getContext'])(
			'says of each row that %s fails',
			async (method) => {
				for (const onError of CONTINUES) {
					const settings = { onError };
					const result = await run({ node: withoutHelp(node(), method), parameters, settings });
					const isMoved = onError === 'continueErrorOutput';
					const failed = isMoved ? errorOutput(result) : result.items;
					expect(failed.map(failureOf)).toEqual(rows.map(() => expect.any(String) as string));
					expect(isMoved ? result.items : []).toEqual([]);
				}
				expect(service.bodies()).toEqual([]);
			},
		);
	},
);

const approvals = everyOperation.filter(({ name }) => name.includes('Send and Wait'));
it.each(approvals)('$name approves nothing where it has no such resource', async (operation) => {
	const parameters = { ...operation.parameters, resource: 'song' };
	const node = operation.node();
	for (const onError of [...CONTINUES, 'stopWorkflow'] as const) {
		const review = { type: 'underTestHitlTool', onError };
		const turn = turnOf({ toolParameters: { order: '7' }, approved: true });
		const credential = service.credential();
		await runNode({ node, parameters, settings: review, turn, items: rows.slice(1), credential });
		expect(turn).toMatchObject({ ran: [], told: [expect.stringMatching(/no resource/)] });
		const { items } = await run({ node, parameters, settings: { onError } });
		expect(items.filter(({ json }) => json.approved !== false)).toEqual([]);
	}
});

it.each(perItemOperations)('$name tells a model why it failed as a whole', async (operation) => {
	const parameters = { ...operation.parameters, operation: 'sing' };
	for (const onError of ['continueRegularOutput', 'stopWorkflow'] as const) {
		const settings = { type: 'underTestTool', onError };
		const { items, error } = await run({ node: operation.node(), parameters, settings });
		const words = expect.stringMatching(/no operation 'sing'.*Choose its resource/) as string;
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json)).toEqual(
			rows.map(() => ({ outcome: 'refused', error: words })),
		);
	}
});
