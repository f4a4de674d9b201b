// If this fails, the editor offers fields that never come out.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { readEvent, type RecipientEvent } from '../../nodes/shared/service/events';
import { everyOperation } from '../operations';
import { twoItems } from '../operations/items';
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

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	/** The properties that always come out; all when left out. One that may be null is missing where it is for all. */
	required?: string[];
}

function fileOf(type: string, ...parts: string[]): string {
	const node = type[0].toUpperCase() + type.slice(1);
	const folder = path.join(__dirname, '..', '..', 'nodes', node, '__schema__');
	const version = type === 'extApiTrigger' ? 'v1.1.0' : 'v1.0.0';
	return `${path.join(folder, [version, ...parts].join('/'))}.json`;
}

function schemaOf(type: string, ...parts: string[]): Schema {
	const file = fileOf(type, ...parts);
	if (!existsSync(file))
		throw new Error(
			`There is no schema ${path.relative(process.cwd(), file)} (npm run docs:write)`,
		);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

/** Writes the schema of an operation that has none, by an output of it (`npm run docs:write`). */
function writeSchema(output: IDataObject, ...parts: Parameters<typeof fileOf>): void {
	const file = fileOf(...parts);
	if (!process.env.WRITE_DOCS || existsSync(file)) return;
	mkdirSync(path.dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify({ ...shapeOf(output), version: 1 }, undefined, 2)}\n`);
}

function shapeOf(value: unknown): Schema {
	const type = typeOf(value);
	if (type === 'array') return { type, items: shapeOf((value as unknown[])[0] ?? '') };
	if (type !== 'object') return { type };
	const properties = Object.entries(value as object).map(([name, each]) => [name, shapeOf(each)]);
	return { type, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'array';
	return Number.isInteger(value) ? 'integer' : typeof value;
}

/** Fields and types of a value, in the shape of a schema; those that say nothing are left out. */
function mismatches(value: unknown, schema: Schema, at = 'output'): string[] {
	const types = [schema.type].flat();
	const type = typeOf(value);
	if (!types.includes(type)) return [`${at} is ${type}, not ${types.join(' or ')}`];
	if (type === 'array') {
		return (value as unknown[]).flatMap((item) => mismatches(item, schema.items!, `${at}[]`));
	}
	// The parameters of a request are those of its operation.
	if (type !== 'object' || schema.properties === undefined) return [];
	const [found, expected] = [Object.keys(value as object), Object.keys(schema.properties)];
	const { required = expected } = schema;
	return [
		...found
			.filter((name) => !expected.includes(name))
			.map((name) => `${at}.${name} is not offered`),
		...required.filter((name) => !found.includes(name)).map((name) => `${at}.${name} is missing`),
		...found
			.filter((name) => expected.includes(name))
			.flatMap((name) =>
				mismatches((value as IDataObject)[name], schema.properties![name], `${at}.${name}`),
			),
	];
}

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
		async (_name, { type, node, parameters, prepare, usualItems, comesLater = [] }) => {
			await prepare?.(service);
			const { items, error } = await runNode({
				node: node(),
				credential: service.credential('demo-token-full'),
				items: usualItems,
				parameters,
			});
			const of = [type, String(parameters.resource), String(parameters.operation)] as const;
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

	it.each(everyOperation.map(({ name, type, parameters }) => [name, type, parameters] as const))(
		'%s: what may be null may be missing, and its columns are offered in their order',
		(_name, type, { resource, operation }) => {
			const { properties = {}, required = Object.keys(properties) } = schemaOf(
				...[type, String(resource), String(operation)],
			);
			expect(required.filter((name) => properties[name].type.includes('null'))).toEqual([]);
			expect(misplaced(Object.keys(properties))).toEqual([]);
		},
	);

	const call = { get: '1', tid: '700000000000000001' };
	const optedOut: RecipientEvent = {
		...{ event: 'OPTED_OUT', phone: '0570002233' },
		receivedAt: new Date().toISOString(),
	};
	it.each([
		['END', readEvent({ ...call, msg: 'END', info: '12' }, 'sms', new Date())!],
		['START', readEvent({ ...call, msg: 'START' }, 'sms', new Date())!],
		[
			'CP_SEND_ERROR',
			readEvent({ ...call, msg: 'CP_SEND_ERROR', info: '05,06' }, 'sms', new Date())!,
		],
		['a recipient who opted out', optedOut],
	])('ExtApi Trigger: %s', (_what, event) => {
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
		const { type, node, parameters, prepare } = tested.operation;
		await prepare?.(service);
		const more = tested.more as IDataObject;
		const { items, error } = await runNode({
			node: node(),
			credential: service.credential('demo-token-full'),
			items: rows,
			parameters: {
				...parameters,
				...more,
				beforeSending: { repairNumbers: true, ...(more.beforeSending as IDataObject) },
				options: {
					...(parameters.options as IDataObject),
					...(more.options as IDataObject),
					output,
				},
			} as INodeParameters,
		});
		const schema = schemaOf(type, String(parameters.resource), String(parameters.operation));
		expect(error).toBeUndefined();
		expect(notOffered(items, schema)).toEqual([]);
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
			node: node(),
			credential: service.credential('demo-token-full'),
			items: twoItems,
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
				const { type, parameters } = operation;
				const schema = schemaOf(type, String(parameters.resource), String(parameters.operation));
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
