import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

import { readEvent } from '../../nodes/shared/notifications/events';
import { everyOperation } from '../operations';
import { twoItems } from '../operations/items';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/**
 * The editor offers the fields of an output before the first run, from a schema beside the node. What it
 * offers is what comes out: the same fields, of the same types.
 */
const service = serviceForTests({ campaignStepMs: 60_000 });

interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
}

function schemaOf(type: string, ...parts: string[]): Schema {
	const node = type[0].toUpperCase() + type.slice(1);
	const folder = path.join(__dirname, '..', '..', 'nodes', node, '__schema__');
	const file = `${path.join(folder, ['v1.0.0', ...parts].join('/'))}.json`;
	if (!existsSync(file))
		throw new Error(`There is no schema ${path.relative(process.cwd(), file)}`);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

/** Fields and types of a value, in the shape of a schema; those that stand for nothing are left out. */
function mismatches(value: unknown, schema: Schema, at = 'output'): string[] {
	const types = [schema.type].flat();
	const type =
		value === null
			? 'null'
			: Array.isArray(value)
				? 'array'
				: Number.isInteger(value)
					? 'integer'
					: typeof value;
	if (!types.includes(type)) return [`${at} is ${type}, not ${types.join(' or ')}`];
	if (type === 'array') {
		return (value as unknown[]).flatMap((item) => mismatches(item, schema.items!, `${at}[]`));
	}
	if (type !== 'object') return [];
	const [found, expected] = [Object.keys(value as object), Object.keys(schema.properties!)];
	return [
		...found
			.filter((name) => !expected.includes(name))
			.map((name) => `${at}.${name} is not offered`),
		...expected.filter((name) => !found.includes(name)).map((name) => `${at}.${name} is missing`),
		...found
			.filter((name) => expected.includes(name))
			.flatMap((name) =>
				mismatches((value as IDataObject)[name], schema.properties![name], `${at}.${name}`),
			),
	];
}

describe('output schemas', () => {
	it.each(everyOperation.map((operation) => [operation.name, operation] as const))(
		'%s',
		async (_name, { type, node, parameters, prepare }) => {
			await prepare?.(service);
			const { items, error } = await runNode({
				node: node(),
				credential: service.credential('demo-token-full'),
				items: twoItems,
				parameters,
			});
			const schema = schemaOf(type, String(parameters.resource), String(parameters.operation));
			expect(error).toBeUndefined();
			expect(items.length).toBeGreaterThan(0);
			expect(items.flatMap(({ json }) => mismatches(json, schema))).toEqual([]);
		},
	);

	it.each([
		['END', '12'],
		['START', undefined],
		['CP_SEND_ERROR', '0501112233,0501112234'],
	])('ExtApi Trigger: %s', (msg, info) => {
		const query = { get: '1', msg, tid: '700000000000000001', ...(info ? { info } : {}) };
		const event = readEvent(query, 'sms', new Date());
		expect(mismatches(event, schemaOf('extApiTrigger'))).toEqual([]);
	});
});
