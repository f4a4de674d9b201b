// If this fails, a review shows a call that is not the one that runs, or two calls of a model count as one.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { agentCall, reviewedCall } from '../../../nodes/shared/n8n/agentCall';
import { playTables } from '../playTables';
import calls from './agentCall.json';

/** What n8n keeps of an agent that waits for its tools; the items of the agent are rows. */
interface Agent {
	rows?: IDataObject[];
	runIndex?: number;
	actions: object[];
}

/** A node that n8n runs for a call: the types of the workflow's nodes, and the agents that wait. */
function contextOf(agents: Agent[] | undefined, types?: Record<string, string>) {
	const nodeExecutionStack = agents?.map(({ rows, runIndex, actions }) => ({
		...{ node: { name: 'AI Agent' }, runIndex },
		data: { main: rows ? [rows.map((json) => ({ json }))] : [] },
		metadata: { subNodeExecutionData: { actions } },
	}));
	const nodes = Object.entries(types ?? {}).map(([name, type]) => [name, { type }]);
	return {
		getNode: () => ({ name: 'SMS' }),
		getWorkflowDataProxy: () => ({ $runIndex: 1 }),
		runExecutionData: agents && { executionData: { nodeExecutionStack } },
		workflow: types && { nodes: Object.fromEntries(nodes) as object },
	} as unknown as IExecuteFunctions;
}

playTables(calls, {
	'the call that a node runs for': (agents?: Agent[]) => agentCall(contextOf(agents)),
	'the call that a review is about': (agents: Agent[], types?: Record<string, string>) =>
		reviewedCall(contextOf(agents, types)),
});
