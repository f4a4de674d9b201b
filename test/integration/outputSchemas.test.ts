// If this fails, the editor offers fields that never come out.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { readEvent, type RecipientEvent } from '../../nodes/shared/service/events';
import { everyOperation } from '../operations';
import { twoItems } from '../operations/items';
import { mismatches, schemaOf, writeSchema, type Schema } from './harness/outputSchema';
import { processedItemsForTests } from './harness/processedItems';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { waitingN8n } from './harness/waitingN8n';

/**
 * The editor offers the fields of an output before the first run, from a schema beside the node. What it
 * offers is what comes out: the same fields, of the same types.
 */
const service = serviceForTests({ campaignStepMs: 60_000 });
processedItemsForTests();

/** The columns that stand first in every output, in their order. */
const FIRST = [
	...['outcome', 'endedBy', 'result', 'approved'],
	...['recipient', 'phone', 'text', 'messages', 'warnings', 'taskId'],
];

/** Columns before which another one stands that is to follow them. */
function misplaced(columns: string[]): string[] {
	const wanted = [
		...FIRST.filter((name) => columns.includes(name)),
		...columns.filter((name) => !FIRST.includes(name)),
	];
	return columns.filter((name, index) => name !== wanted[index]);
}

/** What no output may have: a count beside the one it counts. */
function superfluous(items: IDataObject[]): string[] {
	const isCounted = items.some(({ recipient, recipientCount }) => recipient && recipientCount);
	return isCounted ? ['recipientCount beside recipient'] : [];
}

/** Columns of the row, and where they go when an output field has their name. */
const ofRow = [...Object.keys(twoItems[0]), 'inputColumns'];

/** What the items of a campaign with options have beside the columns of their rows that the editor does not offer. */
function notOffered(items: INodeExecutionData[], schema: Schema): string[] {
	const own = items.map(({ json }) =>
		Object.fromEntries(Object.entries(json).filter(([field]) => !ofRow.includes(field))),
	);
	expect(own.length).toBeGreaterThan(0);
	expect(own.flatMap((json) => misplaced(Object.keys(json)))).toEqual([]);
	expect(superfluous(own)).toEqual([]);
	return own.flatMap((json) => mismatches(json, { ...schema, required: [] }));
}

describe('output schemas', () => {
	it.each(everyOperation.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, { type, resource, operation, usualItems, comesLater = [], ...row }) => {
			await row.prepare?.(service);
			const { parameters } = row;
			const { items, error } = await runNode({
				...{ node: row.node(), credential: service.credential() },
				...{ items: usualItems, parameters },
			});
			const of = [type, resource, operation] as const;
			expect(error).toBeUndefined();
			writeSchema(items[0].json, ...of);
			const schema = schemaOf(...of);
			expect(items.length).toBeGreaterThan(0);
			expect(items.flatMap(({ json }) => misplaced(Object.keys(json)))).toEqual([]);
			expect(superfluous(items.map(({ json }) => json))).toEqual([]);
			const later = comesLater.map((name) => `output.${name} is missing`);
			const found = items.flatMap(({ json }) => mismatches(json, schema));
			expect(found.filter((mismatch) => !later.includes(mismatch))).toEqual([]);
			expect(found).toEqual(expect.arrayContaining(later));
		},
	);

	it.each(everyOperation)(
		'$name: what may be null may be missing, and its columns are offered in their order',
		({ type, resource, operation }) => {
			const schema = schemaOf(type, resource, operation);
			const { properties = {}, required = Object.keys(properties) } = schema;
			expect(required.filter((name) => properties[name].type.includes('null'))).toEqual([]);
			expect(misplaced(Object.keys(properties))).toEqual([]);
		},
	);

	it.each([{ msg: 'END', info: '12' }, { msg: 'START' }, { msg: 'CP_SEND_ERROR', info: '05,06' }])(
		'ExtApi Trigger: $msg',
		(call) => {
			const event = readEvent({ get: '1', tid: '700000000000000001', ...call }, 'sms', new Date());
			expect(mismatches(event, schemaOf('extApiTrigger'))).toEqual([]);
		},
	);

	it('ExtApi Trigger: a recipient who opted out', () => {
		const receivedAt = new Date().toISOString();
		const event: RecipientEvent = { event: 'OPTED_OUT', phone: '0570002233', receivedAt };
		expect(mismatches(event, schemaOf('extApiTrigger'))).toEqual([]);
	});
});

describe('output schemas of campaigns with options', () => {
	const campaigns = everyOperation.filter(({ operation }) => /Campaign$/.test(operation));
	const quietHours = { hours: { from: '00:00', until: '23:59' } };
	const optional = [
		['an estimate', { mode: 'preview', beforeSending: { checkBalance: true } }],
		['warnings', { mode: 'preview' }],
		['a test', { mode: 'test', testNumbers: '0570990001' }],
		['quiet hours and a delay', { timing: { delay: 180, quietHours } }],
		['spread', { timing: { spreadOver: 0.01 } }],
		['local time', { timing: { recipientZone: "={{ 'Asia/Jerusalem' }}" } }],
		['a campaign key', { beforeSending: { campaignKey: 'spring' } }],
		['left out', { beforeSending: { leaveOut: '0570002234' } }],
		['validated recipients', { advanced: { validateRecipients: true } }],
		['repaired numbers', { beforeSending: { repairNumbers: true } }],
	] as const;
	const [one, two] = twoItems;
	const rows = [
		{ ...one, phone: 570002233, text: 'Dear undefined' },
		{ ...two, phone: '0570002234' },
		{ ...two, phone: '972570002234' },
	];
	const settings = campaigns.flatMap((operation) =>
		optional.flatMap(([name, more]) =>
			(['campaign', 'recipient'] as const).map(
				(output) => [operation.name, name, output, { operation, more }] as const,
			),
		),
	);

	it.each(settings)('%s, %s, one item per %s', async (_name, _setting, output, tested) => {
		const { type, resource, operation, node, parameters, prepare } = tested.operation;
		await prepare?.(service);
		const more = tested.more as IDataObject;
		const { items, error } = await runNode({
			...{ node: node(), credential: service.credential(), items: rows },
			parameters: {
				...parameters,
				...more,
				beforeSending: { repairNumbers: true, ...(more.beforeSending as IDataObject) },
				options: { ...(parameters.options as IDataObject), output },
			} as INodeParameters,
		});
		expect(error).toBeUndefined();
		expect(notOffered(items, schemaOf(type, resource, operation))).toEqual([]);
	});
});

describe('output schemas of campaigns that are waited for', () => {
	const n8n = waitingN8n();
	beforeAll(async () => await n8n.start());
	afterAll(async () => await n8n.stop());
	const awaited = everyOperation.filter(
		({ type, operation }) => /Campaign$/.test(operation) && type !== 'extApiVoice',
	);
	const cells = awaited.flatMap((operation) =>
		(['campaign', 'recipient'] as const).map((output) => ({ operation, output })),
	);

	/** Starts one campaign that waits; `limit` in seconds. */
	async function start({ operation, output }: (typeof cells)[number], limit: number) {
		const { node, parameters, prepare } = operation;
		await prepare?.(service);
		return await n8n.run({
			...{ node: node(), credential: service.credential(), items: twoItems },
			parameters: {
				...parameters,
				options: { ...(parameters.options as IDataObject), output },
				notifications: { waitForCompletion: true, waitLimit: limit / 60 },
			} as INodeParameters,
			letsPass: () => false,
		});
	}

	// Side by side: a wait lasts for seconds in which nothing happens.
	it.each([
		['ended', 15],
		['not seen to end', 1],
	])('%s', async (end, limit) => {
		const executions = [];
		for (const cell of cells) executions.push(await start(cell, limit));
		if (end === 'ended') {
			service.control.campaigns().forEach(({ tid }) => service.control.setCampaign(tid, 'done'));
		}
		const found = await Promise.all(
			executions.map(async (execution, index) => {
				const { operation, output } = cells[index];
				const schema = schemaOf(operation.type, operation.resource, operation.operation);
				const [items] = await execution.end;
				return {
					cell: `${operation.name}, one item per ${output}`,
					timedOut: [...new Set(items.map(({ json }) => json.timedOut))],
					mismatches: notOffered(items, schema),
				};
			}),
		);
		expect(found.length).toBeGreaterThan(0);
		expect(found).toEqual(
			found.map(({ cell }) => ({ cell, timedOut: [end !== 'ended'], mismatches: [] })),
		);
	});
});
