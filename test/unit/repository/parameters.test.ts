import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties } from 'n8n-workflow';

import { wireFields } from '../../../nodes/shared/descriptions/wireFields';
import { builtParameters, scriptsOverAllItems } from '../../specification';
import { nodeOperations, type NodeOperation } from '../nodeOperations';

const read = (file: string) => readFileSync(path.join(__dirname, '../../../docs', file), 'utf8');

/** What fields that are no parameter of their own become. */
const becomes: Record<string, string[]> = {
	sendAt: ['dh', 'di', 'dy', 'dm', 'dd'],
	timeZone: ['dh', 'di', 'dy', 'dm', 'dd'],
	change: ['amount'],
	clear: [],
};

/** Fields outside of the collection "Options" that say how the node itself works. */
const OWN_FIELDS = ['simplify', 'returnAll', 'limit'];

const isParameter = (wire?: string) => wire !== undefined && becomes[wire]?.length !== 0;

function scriptOf({ name, option }: NodeOperation): string {
	return option.routing?.request?.url?.split('/').at(-1) ?? scriptsOverAllItems[name];
}

/** Each parameter an operation can send, with the field that fills it as the document writes it. */
function parametersOf({ name, fields, option }: NodeOperation): Array<[string, string]> {
	const collection = (parent: string) => fields.find((field) => field.name === parent)!.displayName;
	const routed = wireFields(fields).flatMap(({ wire, path: at, label }) => {
		const [parent, inner] = at.split('.');
		const shown = inner === undefined ? label : `${collection(parent)} > ${label}`;
		return (becomes[wire] ?? [wire]).map((parameter): [string, string] => [parameter, shown]);
	});
	const fixed = Object.keys((option.routing?.request?.body as object | undefined) ?? {});
	const built = Object.entries({
		...Object.fromEntries(fixed.map((wire) => [wire, [] as string[]])),
		...builtParameters[name],
	});
	return [
		...routed,
		...built.flatMap(([parameter, labels]) =>
			(labels.length === 0 ? ['(the operation)'] : labels).map((label): [string, string] => [
				parameter,
				label,
			]),
		),
	];
}

/** The rows the document must have: script, parameter, fields and the operation that has them. */
function expectedRows(): string[] {
	return nodeOperations().flatMap((operation) => {
		const { node, resource, option } = operation;
		const byParameter = new Map<string, Set<string>>();
		for (const [parameter, field] of parametersOf(operation)) {
			byParameter.set(parameter, (byParameter.get(parameter) ?? new Set()).add(field));
		}
		return [...byParameter].map(([parameter, fields]) =>
			[
				scriptOf(operation),
				parameter,
				[...fields].sort().join(', '),
				`${node}: ${resource}: ${option.name}`,
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

/** Options that fill no parameter, or none of their own. */
function optionsOf(fields: INodeProperties[]): string[] {
	const options = fields
		.filter(({ name }) => name === 'options')
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
		const missing = nodeOperations().flatMap(({ name, fields }) =>
			optionsOf(fields)
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
