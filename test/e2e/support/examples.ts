import { nodeOf } from '../../../demo/exampleWorkflows';
import type { WorkflowJson } from '../../../n8n/types';

/** The example with a table of its own, if it keeps one. */
export function nameTable({ nodes }: WorkflowJson, name: string): void {
	for (const { parameters } of nodes) {
		if (parameters.dataTableId) parameters.dataTableId = { __rl: true, mode: 'name', value: name };
		if (parameters.tableName) parameters.tableName = name;
	}
}

/** Puts rows in the place of a step. */
export function giveRows(example: WorkflowJson, name: string, rows: object[]): void {
	Object.assign(nodeOf(example, name), {
		...{ type: 'n8n-nodes-base.code', typeVersion: 2 },
		parameters: { jsCode: `return ${JSON.stringify(rows)}.map((json) => ({ json }));` },
	});
}
