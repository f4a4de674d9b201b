// If this fails, the reference of parameters names fields that do not exist.
import { parameterRows, refreshedParameters } from '../../../tools/parameterTables';
import { generatedPage } from './repository';

const page = generatedPage('parameters.md', refreshedParameters);
const specification = generatedPage('service-interface.md', (text) => text);

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

	it('names every parameter of the specification', () => {
		const documented = new Set(
			parameterRows().map(({ script, parameter }) => `${script} ${parameter}`),
		);
		const specified = specifiedParameters();
		expect(specified.length).toBeGreaterThan(100);
		expect(specified.filter((each) => !documented.has(each.join(' ')))).toEqual([]);
	});
});
