import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationNamed } from '../../operations';
import { runNode, type NodeRunOptions, type NodeRunResult } from './runNode';
import type { serviceForTests } from './serviceForTests';

/** Runs an operation over items; what is not set is as its row of test/operations, or its file of tests, has it. */
export type OperationRuns = (
	items?: IDataObject[],
	parameters?: INodeParameters,
	more?: Partial<NodeRunOptions>,
) => Promise<NodeRunResult>;

/**
 * How a test file runs an operation.
 *
 * @param name for example `ExtApi SMS: Message: Send`
 * @param usual parameters of all runs of the file, beside those of the operation's row
 * @param usually what else all runs of the file have
 */
export function operationRuns(
	service: ReturnType<typeof serviceForTests>,
	name: string,
	usual: INodeParameters = {},
	usually: Partial<NodeRunOptions> = {},
): OperationRuns {
	const operation = operationNamed(name);
	return async (items, parameters = {}, more = {}) =>
		await runNode({
			...{ node: operation.node(), credential: service.credential(), items },
			parameters: { ...operation.parameters, ...usual, ...parameters },
			...usually,
			...more,
		});
}
