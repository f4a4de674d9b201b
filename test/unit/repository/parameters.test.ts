import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { wireFields } from '../../../nodes/shared/descriptions/wireFields';
import { everyOperation, scriptOf, type Operation } from '../../operations';

const read = (file: string) => readFileSync(path.join(__dirname, '../../../docs', file), 'utf8');

/** What fields that are no parameter of their own become. */
const becomes: Record<string, string[]> = {
	sendAt: ['dh', 'di', 'dy', 'dm', 'dd'],
	timeZone: ['dh', 'di', 'dy', 'dm', 'dd'],
	change: ['amount'],
	clear: [],
};

/** Fields that fill a parameter without a routing of their own, beside one that has one. */
const fillsToo: Record<string, string> = { fileField: 'fileurl' };

/** Fields outside of collections that say how the node itself works. */
const OWN_FIELDS = ['simplify', 'returnAll', 'limit', 'fileFrom'];

const isParameter = (wire?: string) => wire !== undefined && becomes[wire]?.length !== 0;

/** A field as the document writes it, for example `Options > Sender`. */
type Filled = [parameter: string, field: string];

/** Each parameter an operation can send, with the field that fills it. */
function parametersOf(operation: Operation): Filled[] {
	const { fields } = operation.definition;
	const collection = (parent: string) => fields.find((field) => field.name === parent)!.displayName;
	const routed = wireFields(fields).flatMap(({ wire, path: at, label }) => {
		const [parent, inner] = at.split('.');
		const shown = inner === undefined ? label : `${collection(parent)} > ${label}`;
		return (becomes[wire] ?? [wire]).map((parameter): Filled => [parameter, shown]);
	});
	const beside = fields.flatMap(({ name, displayName }): Filled[] =>
		name in fillsToo ? [[fillsToo[name], displayName]] : [],
	);
	return [...routed, ...beside, ...builtParameters(operation, routed)];
}

/**
 * Parameters that no field's routing names, because they are always the same or the operation builds
 * them from several fields. One without a field stands for the operation itself.
 */
function builtParameters({ documented, fields }: Operation, routed: Filled[]): Filled[] {
	const named = new Set(['schedule', ...routed.map(([parameter]) => parameter)]);
	const built = Object.entries(documented).filter(([parameter]) => !named.has(parameter));
	const labelOf = (path: string) => fields.find((field) => field.path === path)!.label;
	return built.flatMap(([parameter, paths]) =>
		(paths.length === 0 ? ['(the operation)'] : paths.map(labelOf)).map((label): Filled => [
			parameter,
			label,
		]),
	);
}

/** The rows the document must have: script, parameter, fields and the operation that has them. */
function expectedRows(): string[] {
	return everyOperation.flatMap((operation) => {
		const byParameter = new Map<string, Set<string>>();
		for (const [parameter, field] of parametersOf(operation)) {
			byParameter.set(parameter, (byParameter.get(parameter) ?? new Set()).add(field));
		}
		return [...byParameter].map(([parameter, fields]) =>
			[
				scriptOf(operation.definition),
				parameter,
				[...fields].sort().join(', '),
				operation.name,
			].join(' | '),
		);
	});
}

/** The same as the document says it; a row may name several parameters and several operations. */
function documentedRows(): string[] {
	const sections = read('parameters.md').split(/^## /m).slice(1);
	return sections.flatMap((section) => {
		const [, node, script] = /^(.+): `(.+)`$/m.exec(section.split('\n')[0]) ?? [];
		if (script === undefined) return [];
		const rows = [...section.matchAll(/^\| (`.+) \|$/gm)].map(([, cells]) => cells.split('|'));
		return rows.flatMap((cells) => {
			const [parameters, fields, operations] = cells.map((cell) => cell.trim());
			const sorted = fields.split(', ').sort().join(', ');
			return parameters
				.replaceAll('`', '')
				.split(', ')
				.flatMap((parameter) =>
					operations
						.split('; ')
						.map((operation) => `${script} | ${parameter} | ${sorted} | ${node}: ${operation}`),
				);
		});
	});
}

/** Options, of whatever collection, that fill no parameter, or none of their own. */
function optionsOf(fields: INodeProperties[]): string[] {
	const options = fields
		.filter(({ type }) => type === 'collection')
		.flatMap(({ options: all }) => all);
	const own = [...fields.filter(({ name }) => OWN_FIELDS.includes(name)), ...options];
	return own
		.filter((option): option is INodeProperties => option !== undefined && 'displayName' in option)
		.filter(({ routing }) => !isParameter(routing?.send?.property))
		.map(({ displayName }) => displayName);
}

/** The parameters in the tables of the specification's endpoints, by script. */
function specifiedParameters(): Array<[string, string]> {
	const endpoints = read('service-interface.md').split('\n## Endpoints\n')[1].split('\n## ')[0];
	return endpoints
		.split(/^### /m)
		.slice(1)
		.flatMap((section) => {
			const script = /\/extApi\/(\w+\.php)/.exec(section)?.[1];
			if (script === undefined) return [];
			const cells = [...section.matchAll(/^\| ([\w ,/.]+) \|/gm)].map(([, cell]) => cell.trim());
			return cells
				.filter((cell) => !/^(?:Parameter|Optional parameter)$/.test(cell))
				.flatMap((cell) =>
					cell.replace('data1..data4', 'data1, data2, data3, data4').split(/, | or | \/ /),
				)
				.filter((name) => !['token', 'get', 'post'].includes(name))
				.map((name): [string, string] => [script, name]);
		});
}

describe('docs/parameters.md', () => {
	it('says of every parameter where it is, and of nothing else', () => {
		expect(documentedRows().sort()).toEqual(expectedRows().sort());
	});

	it('names every option of the nodes themselves', () => {
		const document = read('parameters.md').split('\n## Options of the nodes themselves\n')[1];
		const missing = everyOperation.flatMap(({ name, definition }) =>
			optionsOf(definition.fields)
				.filter((option) => !document.includes(`| ${option} `))
				.map((option) => `${name}: ${option}`),
		);
		expect(missing).toEqual([]);
	});

	it('names every parameter of the specification', () => {
		const documented = new Set(
			documentedRows().map((row) => row.split(' | ').slice(0, 2).join(' ')),
		);
		const specified = specifiedParameters();
		expect(specified.length).toBeGreaterThan(100);
		expect(specified.filter((each) => !documented.has(each.join(' ')))).toEqual([]);
	});
});
