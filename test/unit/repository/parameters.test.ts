// If this fails, the reference of parameters names fields that do not exist.
import type { Field } from '../../../nodes/shared/fields/field';
import { becomes } from '../../../tools/parameterFields';
import { parameterRows, refreshedParameters } from '../../../tools/parameterTables';
import { everyOperation } from '../../operations';
import { generatedPage } from './repository';

const page = generatedPage('parameters.md', refreshedParameters);
const specification = generatedPage('service-interface.md', (text) => text);

/** Fields outside of collections that say how the node itself works. */
const OWN_FIELDS = [
	...['simplify', 'returnAll', 'limit', 'fileFrom', 'mode'],
	...['testNumbers', 'testRows', 'previewPage'],
];

const isParameter = (wire?: string) => wire !== undefined && becomes[wire]?.length !== 0;

/** Options, of whatever collection, that fill no parameter, or none of their own. */
function optionsOf(fields: Field[]): string[] {
	const options = fields.flatMap((field) => (field.type === 'collection' ? field.options : []));
	const own = [...fields.filter(({ name }) => OWN_FIELDS.includes(name)), ...options];
	return own.filter(({ wire }) => !isParameter(wire)).map(({ displayName }) => displayName);
}

/** The parameters in the tables of the specification's endpoints, by script. */
function specifiedParameters(): Array<[string, string]> {
	const endpoints = specification.split('\n## Endpoints\n')[1].split('\n## ')[0];
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
	it('says of every parameter where it is (npm run docs:write)', () => {
		expect(page).toBe(refreshedParameters(page));
	});

	it('names every option of the nodes themselves', () => {
		const document = page.split('\n## Options of the nodes themselves\n')[1];
		const missing = everyOperation.flatMap(({ name, definition }) =>
			optionsOf(definition.fields)
				.filter((option) => !document.includes(`| ${option} `))
				.map((option) => `${name}: ${option}`),
		);
		expect(missing).toEqual([]);
	});

	it('names every parameter of the specification', () => {
		const documented = new Set(
			parameterRows().map(({ script, parameter }) => `${script} ${parameter}`),
		);
		const specified = specifiedParameters();
		expect(specified.length).toBeGreaterThan(100);
		expect(specified.filter((each) => !documented.has(each.join(' ')))).toEqual([]);
	});
});
