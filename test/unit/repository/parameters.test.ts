// If this fails, the reference of parameters names fields that do not exist.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Field } from '../../../nodes/shared/fields/field';
import { becomes, parametersOf } from '../../../tools/parameterFields';
import { everyOperation, scriptOf } from '../../operations';

const read = (file: string) => readFileSync(path.join(__dirname, '../../../docs', file), 'utf8');

/** Fields outside of collections that say how the node itself works. */
const OWN_FIELDS = [
	'simplify',
	'returnAll',
	'limit',
	'fileFrom',
	'mode',
	'testNumbers',
	'testRows',
];

const isParameter = (wire?: string) => wire !== undefined && becomes[wire]?.length !== 0;

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
function optionsOf(fields: Field[]): string[] {
	const options = fields.flatMap((field) => (field.type === 'collection' ? field.options : []));
	const own = [...fields.filter(({ name }) => OWN_FIELDS.includes(name)), ...options];
	return own.filter(({ wire }) => !isParameter(wire)).map(({ displayName }) => displayName);
}

/** The parameters in the tables of the specification's endpoints, by script. */
function specifiedParameters(): Array<[string, string]> {
	const endpoints = read('service-interface.md').split('\n## Endpoints\n')[1].split('\n## ')[0];
	return endpoints
		.split(/^### /m)
		.slice(1)
		.flatMap((section) => {
			const script = /^`(\w+\.php)` · permission/m.exec(section)?.[1];
			if (script === undefined) return [];
			return section
				.split(/\n\n(?=\|)/)
				.filter((table) => /^\| Parameter .* Fields +\|$/m.test(table))
				.flatMap((table) => [...table.matchAll(/^\| (`[^|]+`) +\|/gm)])
				.flatMap(([, cell]) => cell.replaceAll('`', '').split(', '))
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
