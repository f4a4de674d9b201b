import { everyOperation, scriptOf } from '../test/operations';
import { parametersOf } from './parameterFields';
import { markdown } from './serviceInterface';

/** A parameter of a script, the fields that fill it, and an operation that has them. */
export interface ParameterRow {
	/** Heading of the section, such as "ExtApi SMS: `scheduleSms.php`". */
	section: string;
	script: string;
	parameter: string;
	fields: string;
	/** Without the name of its node. */
	operation: string;
}

/** Every parameter of every operation. */
export function parameterRows(): ParameterRow[] {
	return everyOperation.flatMap((each) => {
		const script = scriptOf(each.definition);
		const [, node, operation] = /^(.+?): (.+)$/.exec(each.name)!;
		const fieldsOf = new Map<string, Set<string>>();
		for (const [parameter, field] of parametersOf(each)) {
			fieldsOf.set(parameter, (fieldsOf.get(parameter) ?? new Set()).add(field));
		}
		return [...fieldsOf].map(([parameter, fields]) => ({
			...{ section: `${node}: \`${script}\``, script, parameter, operation },
			fields: [...fields].sort().join(', '),
		}));
	});
}

/** Heading of what stands behind the tables, written by hand. */
const BEHIND = '## Options of the nodes themselves';

/** `docs/parameters.md` with its tables made anew. */
export function refreshedParameters(page: string): string {
	const [before] = page.split(/^## /m);
	const sections = grouped(parameterRows(), ({ section }) => section).map(([section, all]) => {
		const rows = grouped(all, ({ parameter }) => parameter).flatMap(([, same]) => same);
		const byFields = grouped(rows, ({ parameter, fields }) => `${parameter} ${fields}`);
		const cells = byFields.map(([, same]) => ({
			parameter: `\`${same[0].parameter}\``,
			fields: same[0].fields,
			operations: same.map(({ operation }) => operation).join('; '),
		}));
		// What the same fields fill is one row, such as the parts of a time.
		const lines = grouped(cells, ({ fields, operations }) => `${fields} ${operations}`).map(
			([, same]) => [
				same.map(({ parameter }) => parameter).join(', '),
				same[0].fields,
				same[0].operations,
			],
		);
		return `## ${section}\n\n${markdown([['Parameter', 'Field', 'Operations'], ...lines])}\n\n`;
	});
	return before + sections.join('') + page.slice(page.indexOf(BEHIND));
}

function grouped<T>(all: T[], keyOf: (each: T) => string): Array<[string, T[]]> {
	const groups = new Map<string, T[]>();
	for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
	return [...groups];
}
