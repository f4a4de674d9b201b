import axios from 'axios';
import type { INodeTypeDescription } from 'n8n-workflow';

import type { TestStack } from './stack';

/** Every node that the editor of this n8n offers, as it reads them. */
export async function nodeTypes({ n8n, client }: TestStack): Promise<INodeTypeDescription[]> {
	const headers = { Cookie: client.session.join('; ') };
	const { data } = await axios.get(`${n8n.url}/types/nodes.json`, { headers });
	return data as INodeTypeDescription[];
}
