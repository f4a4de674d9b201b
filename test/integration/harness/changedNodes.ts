import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../../emulator';
import { operationNamed } from '../../operations';
import { retryExecution, runBranches, type BranchResult } from './runBranches';
import type { serviceForTests } from './serviceForTests';

/** What a node does: an operation, and its parameters beside those of the row of test/operations. */
export type NodeThatDoes = [operation: string, parameters: INodeParameters];

/** "Retry with currently saved workflow", after a person has changed the node. */
export function changedNodes(service: ReturnType<typeof serviceForTests>, rows: IDataObject[]) {
	const workflow = ([name, parameters]: NodeThatDoes, items = rows) => {
		const operation = operationNamed(name);
		return {
			node: operation.node(),
			parameters: { ...operation.parameters, ...parameters } as INodeParameters,
			items: items.map((json) => ({ json })),
			credential: service.credential(),
		};
	};
	return {
		workflow,
		/** Runs a node one of whose requests meets a fault, its second one if nothing else is said, and again as it was changed. */
		async retryChanged(
			first: NodeThatDoes,
			changed: NodeThatDoes,
			fault: Partial<FaultRule> = {},
			items = rows,
		): Promise<BranchResult> {
			const { endpoint } = operationNamed(first[0]);
			service.control.addFaults([{ kind: 'plainError', nth: 2, ...fault, endpoint } as FaultRule]);
			const failed = await runBranches(workflow(first, items));
			expect(failed.error).toBeDefined();
			return await retryExecution(workflow(changed, items), failed.run, true);
		},
	};
}

/** The data of the items of a run that went well. */
export function outputOf({ main, error }: BranchResult): IDataObject[] {
	expect(error).toBeUndefined();
	return main.map(({ json }) => json);
}
