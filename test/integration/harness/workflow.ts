import {
	NodeConnectionTypes,
	Workflow,
	type INode,
	type INodeType,
	type NodeConnectionType,
	type WorkflowParameters,
} from 'n8n-workflow';

/** The credential a node has in a workflow of tests. */
export const credentials = { extApi: { id: '1', name: 'test' } };

/** A connection to a node. */
export const to = (node: string, type: NodeConnectionType = NodeConnectionTypes.Main) => [
	{ node, type, index: 0 },
];

/** A node of a workflow, by the name of its type. */
export const nodeOfType = (
	id: string,
	name: string,
	type: string,
	more: Partial<INode> = {},
): INode => ({
	...{ id, name, type, typeVersion: 1, position: [0, 0], parameters: {} },
	...more,
});

/** A workflow of these types of nodes. */
export function workflowOf(
	types: Record<string, INodeType>,
	parts: Pick<WorkflowParameters, 'nodes'> & Partial<WorkflowParameters>,
): Workflow {
	return new Workflow({
		...{ id: 'test', name: 'test', active: false, connections: {} },
		nodeTypes: {
			getByName: (type) => types[type],
			getByNameAndVersion: (type) => types[type],
			getKnownTypes: () => ({}),
		},
		...parts,
	});
}
