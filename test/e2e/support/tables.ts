import { nodeOf, readExample } from '../../../demo/exampleWorkflows';
import { itemsOf } from '../../../n8n/executions';
import type { StoredWorkflow } from '../../../n8n/types';
import type { TestStack } from './stack';
import { isOld } from './version';

/** The Data table node of these versions neither makes a table nor finds one by its name. */
export const tablesByHand = isOld;

interface Table {
	id: string;
	projectId: string;
}

/**
 * Makes a data table whose columns hold texts.
 *
 * @param name of no other table: the n8n is that of all tests
 */
export async function makeTable({ client }: TestStack, name: string, columns: string[]) {
	const { id } = await client.request<{ id: string }>('GET', '/projects/personal');
	const table = await client.request<Table>('POST', `/projects/${id}/data-tables`, {
		...{ name, columns: columns.map((column) => ({ name: column, type: 'string' })) },
	});
	return {
		...table,
		async insert(data: object[]) {
			const path = `/projects/${id}/data-tables/${table.id}/insert`;
			await client.request('POST', path, { data, returnType: 'count' });
		},
	};
}

/** By name: several workflows of a file of tests use one table, in its one n8n. */
const madeByHand = new Map<string, Table>();

/**
 * Imports an example and makes its table: a workflow that keeps a data table, with what reads and changes the table.
 *
 * @param users nodes that read or change the table
 * @param change what a person sets in it
 */
export async function importWithTable(
	stack: TestStack,
	file: string,
	users: string[],
	change: (example: ReturnType<typeof readExample>) => void = () => undefined,
) {
	const createNode = 'Create the table';
	const example = readExample(file);
	change(example);
	let table: Table;
	let workflow: StoredWorkflow | undefined;
	if (tablesByHand) {
		const { tableName: name, columns } = nodeOf(example, createNode).parameters as {
			tableName: string;
			columns: { column: Array<{ name: string; type: string }> };
		};
		const { id } = await stack.client.request<{ id: string }>('GET', '/projects/personal');
		const body = { name, columns: columns.column };
		table =
			madeByHand.get(name) ??
			(await stack.client.request<Table>('POST', `/projects/${id}/data-tables`, body));
		madeByHand.set(name, table);
		for (const node of users) {
			nodeOf(example, node).parameters.dataTableId = { __rl: true, mode: 'list', value: table.id };
		}
	} else {
		workflow = await stack.store(example);
		const creation = await stack.succeed(workflow, 'Create once');
		[{ json: table }] = itemsOf(creation, createNode) as unknown as Array<{ json: Table }>;
	}
	workflow ??= await stack.store(example);
	const path = `/projects/${table.projectId}/data-tables/${table.id}`;
	return {
		workflow,
		async insert(data: object[]) {
			await stack.client.request('POST', `${path}/insert`, { data, returnType: 'count' });
		},
		rows: async () => (await stack.client.request<{ data: object[] }>('GET', `${path}/rows`)).data,
		/** Changes the rows in which a column has this value. */
		async update(columnName: string, value: string, data: object) {
			const filters = [{ columnName, condition: 'eq', value }];
			const body = { filter: { type: 'and', filters }, data };
			await stack.client.request('PATCH', `${path}/rows`, body);
		},
	};
}
