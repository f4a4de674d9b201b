// If this fails, a person cannot choose a template in the editor, or its list shows the token.
import 'reflect-metadata';
import { LoadOptionsContext } from 'n8n-core';
import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { siteForTests } from '../site';
import { additionalData } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { credentials, nodeOfType, workflowOf } from './harness/workflow';

const service = serviceForTests();
const TOKEN = 'demo-token-full';

/** The list of templates, in n8n-core's context of the editor's lists. */
async function searched(baseUrl: string, filter?: string) {
	const node = new ExtApiChat();
	const parameters = { resource: 'message', operation: 'sendTemplate' };
	const nodes = [nodeOfType('1', 'Chat', 'chat', { parameters, credentials })];
	const workflow = workflowOf({ chat: node }, { nodes });
	const context = new LoadOptionsContext(
		workflow,
		workflow.getNode('Chat')!,
		additionalData({ baseUrl, token: TOKEN }),
		'parameters.template',
	);
	const { searchTemplates } = node.methods.listSearch;
	return await searchTemplates.call(context as unknown as ILoadOptionsFunctions, filter);
}

it('lists the templates of the account', async () => {
	const { results } = await searched(service.url);
	expect(results.length).toBeGreaterThan(1);
	const [{ parameters }] = service.control.requests();
	expect(parameters).toMatchObject({ token: TOKEN });
});

const repeating = siteForTests((request, response) => {
	request.resume().on('end', () => response.end(`ERROR --> Description: no ${TOKEN} here`));
});

it('shows no token that the service repeats', async () => {
	await expect(searched(repeating())).rejects.toThrow(/no … here/);
});
