import { RoutingNode, type ExecuteContext } from 'n8n-core';
import type { IDataObject, IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';

import { operationNamed, perItemOperations } from '../operations';
import { manyItems } from '../operations/items';
import { errorOutput, failureOf, runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * Nothing leaves before all items are prepared and checked, and every item has its place in the output.
 *
 * n8n pauses while it prepares the requests of many items. An error of an early item must not come
 * up in a pause: nobody listens yet, and n8n would log it, with the phone number it names. Jest fails
 * a test in which a promise is rejected and nobody listens.
 */
const service = serviceForTests();

const items = manyItems(30);
const emptyItems: IDataObject[] = items.map(() => ({}));

describe('errors of early items wait', () => {
	it.each(perItemOperations)('$name: values that are refused', async ({ node, parameters }) => {
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.length).toBeGreaterThanOrEqual(items.length);
	});

	it.each(perItemOperations)('$name: requests that fail', async ({ node, parameters }) => {
		const unreachable = { ...service.credential('demo-token-full'), baseUrl: 'http://127.0.0.1:1' };
		const result = await runNode({
			node: node(),
			credential: unreachable,
			items,
			parameters,
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.filter((item) => failureOf(item) !== undefined)).toHaveLength(items.length);
	});

	it('also through pauses that a person made long', async () => {
		const { node, parameters } = perItemOperations[0];
		const slowly = { batching: { batch: { batchSize: 15, batchInterval: 600 } } };
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters: { ...parameters, requestOptions: slowly },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items).toHaveLength(items.length);
	});

	it('comes at once when n8n leaves items out', async () => {
		const { node, parameters } = perItemOperations[0];
		const { error } = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems,
			parameters,
			settings: { executeOnce: true },
		});
		expect(error?.message).toContain('Phone Numbers');
	});

	it('comes although the last item cannot be prepared', async () => {
		const { node, parameters } = perItemOperations[0];
		const result = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: emptyItems.map((_, index) => ({ last: index === items.length - 1 })),
			parameters: { ...parameters, message: '={{ $json.last ? $json.no.such.field : "text" }}' },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(result.items.filter((item) => failureOf(item) !== undefined)).toHaveLength(items.length);
	});
});

describe('nothing leaves before all items are checked', () => {
	const sms = operationNamed('ExtApi SMS: Message: Send');
	/** Fails in n8n for items with a `broken` column, as a reference to a node that is gone does. */
	const failing = "={{ $json.broken ? $('Gone').item.json.x : $json.text }}";
	const run = async (rows: IDataObject[], settings: Partial<INode> = {}, more = {}) =>
		await runNode({
			node: sms.node(),
			credential: service.credential('demo-token-full'),
			items: rows,
			parameters: { ...sms.parameters, message: failing, ...more },
			settings,
		});
	const rowsWith = (changes: Record<number, IDataObject>) =>
		items.map((item, index) => ({ ...item, ...changes[index] }));
	const sent = () => service.control.ledger().total;

	it('one bad row of many stops all, and all bad rows are named with their phones', async () => {
		const { error } = await run(rowsWith({ 3: { phone: '050-11' }, 12: { phone: 'abc' } }));
		expect(sent()).toBe(0);
		expect(error?.message).toMatch(/^2 of 30 items cannot be sent, so nothing was sent/);
		expect(error?.description).toMatch(/Item 3 \(050-11\): .*\nItem 12 \(abc\): /);
		expect((error as NodeOperationError).context.refused).toMatchObject([
			{ item: 3 },
			{ item: 12 },
		]);
	});

	it('so does an expression that fails late, wherever it stands', async () => {
		for (const last of [20, items.length - 1]) {
			service.control.reset();
			const { error } = await run(rowsWith({ 3: { phone: '050-11' }, [last]: { broken: true } }));
			expect(sent()).toBe(0);
			expect(error?.description).toMatch(new RegExp(`Item 3 .*\\nItem ${last}[ :]`));
		}
	});

	it('with "Continue" the others go, and failed rows come out paired and with their columns', async () => {
		const rows = rowsWith({ 0: { broken: true }, 5: { phone: 'abc' }, 29: { broken: true } });
		const { items: out } = await run(rows, { onError: 'continueRegularOutput' });
		expect(sent()).toBe(27);
		expect(out.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const item of [0, 5, 29]) {
			expect(out[item].json).toMatchObject({ ...rows[item], error: expect.any(String) });
			expect(out[item].error).toBeUndefined();
		}
		expect(out.filter(({ json }) => json.taskId !== undefined)).toHaveLength(27);
	});

	it('with an error output n8n brings the failed rows there, with their columns', async () => {
		const rows = rowsWith({
			0: { broken: true },
			5: { phone: 'abc', error: 'mine', message: 'm' },
		});
		const result = await run(rows, { onError: 'continueErrorOutput' });
		expect(result.items).toHaveLength(28);
		expect(errorOutput(result).map(({ json }) => json)).toEqual([
			{ ...rows[0], error: expect.any(String) },
			{
				...rows[5],
				error: expect.stringMatching(/digits/),
				message: { columns: { error: 'mine', message: 'm' } },
			},
		]);
	});

	describe('a distribution list gets at most one message a run', () => {
		const lists = { sendTo: 'lists', listCodes: '={{ $json.list }}', message: '={{ $json.text }}' };
		const campaigns = () => service.control.campaigns().length;

		it('different messages to a list are refused, unless an option allows them', async () => {
			const rows = ['1001', '1002, 1001', '1004'].map((list, item) => ({ list, text: `${item}` }));
			const { error } = await run(rows, {}, lists);
			expect(campaigns()).toBe(0);
			expect((error as NodeOperationError).context.refused).toMatchObject([
				{ item: 0 },
				{ item: 1 },
			]);
			expect(error?.description).toMatch(/list 1001 would receive 2 messages/);

			const { items: out } = await run(rows, { onError: 'continueRegularOutput' }, lists);
			expect(out.map(failureOf)).toEqual([expect.any(String), expect.any(String), undefined]);
			expect(campaigns()).toBe(1);

			const several = { ...lists, options: { severalPerList: true } };
			expect((await run(rows, {}, several)).items).toHaveLength(3);
		});

		it('equal messages to a list are one', async () => {
			const rows = ['1001', '1001', '1004'].map((list) => ({ list, text: 'Hello' }));
			service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 2 }]);
			const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const { items: out } = await run(rows, retry, { ...lists, options: { requestsAtOnce: 1 } });
			expect(out.map(({ pairedItem }) => pairedItem)).toEqual(rows.map((_, item) => ({ item })));
			expect(out[1].json.taskId).toBe(out[0].json.taskId);
			expect(campaigns()).toBe(2);
		});
	});

	it('all rows whose expressions fail come out as errors', async () => {
		const rows = items.map((item) => ({ ...item, broken: true }));
		const { items: out } = await run(rows, { onError: 'continueRegularOutput' });
		expect(out.map(failureOf).filter((text) => text !== undefined)).toHaveLength(items.length);
		expect(sent()).toBe(0);
	});

	it('a request that fails under "Stop" keeps those back that had not left; the error says where each stands', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 3 }]);
		const { error } = await run(items, {}, { options: { requestsAtOnce: 1 } });
		expect(sent()).toBe(2);
		const { context, description } = error as NodeOperationError;
		expect(context.accepted).toMatchObject([{ item: 0 }, { item: 1 }]);
		expect(context.refused).toMatchObject([{ item: 2 }]);
		expect(context.notTried).toHaveLength(27);
		expect(description).toMatch(/Item 0 \(0501112200\): campaign \d+/);
		expect(description).toMatch(/items 3 to 29/);
	});

	it('a retry sends what is missing, and nobody gets it twice', async () => {
		service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 3 }]);
		const { error, items: out } = await run(
			items,
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			{ options: { requestsAtOnce: 1 } },
		);
		expect(error).toBeUndefined();
		expect(out.map(({ json }) => json.taskId)).not.toContain(undefined);
		expect(service.control.ledger()).toMatchObject({ total: 30, duplicates: [] });
	});

	/** n8n 2.0 throws at the first expression that fails, also under "Continue"; 2.41 does so under "Stop". */
	function givingUp() {
		const node = sms.node();
		node.execute = async function (this: IExecuteFunctions) {
			const { node: given } = this as unknown as { node: INode };
			const stopping = Object.create(this, { node: { value: { ...given, onError: undefined } } });
			return (await new RoutingNode(stopping as ExecuteContext, node).runNode()) ?? [];
		};
		return node;
	}

	it('also where the engine gives up and no item can be prepared', async () => {
		const node = givingUp();
		const engine = jest.spyOn(node, 'execute');
		const rows = items.map((item) => ({ ...item, broken: true }));
		const { items: out } = await runNode({
			node,
			credential: service.credential('demo-token-full'),
			items: rows,
			parameters: { ...sms.parameters, message: failing },
			settings: { onError: 'continueRegularOutput' },
		});
		expect(out.map(failureOf)).toEqual(
			items.map(() => expect.stringContaining('An expression fails for this item') as string),
		);
		expect(sent()).toBe(0);
		expect(engine).toHaveBeenCalledTimes(1);
	});

	it.each(['continueRegularOutput', undefined] as const)(
		'also where the engine gives up at an expression that fails (%s)',
		async (onError) => {
			const rows = rowsWith({ 1: { phone: 'abc' }, 4: { broken: true }, 29: { broken: true } });
			const { items: out, error } = await runNode({
				node: givingUp(),
				credential: service.credential('demo-token-full'),
				items: rows,
				parameters: { ...sms.parameters, message: failing },
				settings: { onError },
			});
			const bad = [1, 4, 29];
			if (onError === undefined) {
				expect(sent()).toBe(0);
				expect((error as NodeOperationError).context.refused).toMatchObject(
					bad.map((item) => ({ item })),
				);
				return;
			}
			expect(sent()).toBe(27);
			expect(out.flatMap((item, index) => (failureOf(item) === undefined ? [] : [index]))).toEqual(
				bad,
			);
			expect(new Set(service.control.ledger().entries.map(({ phone }) => phone)).size).toBe(27);
		},
	);
});
