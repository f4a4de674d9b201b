import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';

/** The part of JSON Schema that n8n reads. */
export interface Schema {
	type: string | string[];
	properties?: Record<string, Schema>;
	items?: Schema;
	/** The properties that always come out; all when left out. One that may be null is missing where it is for all. */
	required?: string[];
}

function fileOf(type: string, ...parts: string[]): string {
	const node = type[0].toUpperCase() + type.slice(1);
	const folder = path.join(__dirname, '..', '..', '..', 'nodes', node, '__schema__');
	const version = type === 'extApiTrigger' ? 'v1.1.0' : 'v1.0.0';
	return `${path.join(folder, [version, ...parts].join('/'))}.json`;
}

/** The schema of an operation's output, or of the trigger's. */
export function schemaOf(type: string, ...parts: string[]): Schema {
	const file = fileOf(type, ...parts);
	if (!existsSync(file))
		throw new Error(
			`There is no schema ${path.relative(process.cwd(), file)} (npm run docs:write)`,
		);
	return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

/** Writes the schema of an operation that has none, by an output of it (`npm run docs:write`). */
export function writeSchema(output: IDataObject, ...parts: Parameters<typeof fileOf>): void {
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
export function mismatches(value: unknown, schema: Schema, at = 'output'): string[] {
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
