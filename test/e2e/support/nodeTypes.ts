import axios from 'axios';
import { type INodeParameters, type INodeTypeDescription, NodeHelpers } from 'n8n-workflow';

import type { WorkflowNode } from '../../../n8n/types';
import type { TestStack } from './stack';

/** The types of nodes as n8n gives them to its editor. */
export async function readNodeTypes({ client, n8n }: TestStack): Promise<INodeTypeDescription[]> {
	const headers = { Cookie: client.session.join('; ') };
	return (await axios.get<INodeTypeDescription[]>(`${n8n.url}/types/nodes.json`, { headers })).data;
}

/**
 * All parameters of a node in this n8n, those at their default, too: it drops others on import.
 *
 * @throws Error when this n8n lacks the type or the version
 */
export function knownParameters(types: INodeTypeDescription[], node: WorkflowNode) {
	const type = types.find(
		({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion!),
	);
	if (type === undefined) throw new Error(`This n8n has no ${node.type} ${node.typeVersion}.`);
	const given = node.parameters as INodeParameters;
	return NodeHelpers.getNodeParameters(type.properties, given, true, false, node as never, type);
}
