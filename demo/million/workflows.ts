import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { N8nClient } from '../../n8n/client';
import type { StoredCredential, StoredWorkflow } from '../../n8n/types';
import type { Cluster } from '../../test/queue/support/cluster';
import { services } from '../../test/queue/support/services';
import { nodeOf, readExample } from '../exampleWorkflows';

export interface MillionWorkflows {
	pages: StoredWorkflow;
	page: StoredWorkflow;
	events: StoredWorkflow;
	/** Address of the page that shows how far it is. */
	progressUrl: string;
}

/** Who may see that page. */
export const progressUser = { user: 'demo', password: 'demo' };

/** Between two looks, instead of minutes: a demo is watched. */
const everySeconds = (secondsInterval: number) => ({
	interval: [{ field: 'seconds', secondsInterval }],
});

/**
 * Imports the example's workflows and does what their notes tell a person to do.
 *
 * @param database where the table is
 * @param pageRows rows of a page, when other than the example's
 */
export async function importWorkflows(
	{ client, credential, webhookUrl }: Cluster,
	database: string,
	pageRows?: number,
): Promise<MillionWorkflows> {
	const { host, port, user, password } = services.postgres;
	const postgres = await client.createCredential('Postgres account', 'postgres', {
		...{ host, port, user, password, database, ssl: 'disable', sshTunnel: false },
	});
	const basicAuth = await client.createCredential('Progress page', 'httpBasicAuth', progressUser);
	const credentials: StoredCredential[] = [credential, postgres, basicAuth];

	const progress = await client.createWorkflow(
		readExample('million-rows-progress.json'),
		credentials,
	);
	await client.activate(progress);
	const progressPath = String(nodeOf(progress, 'Page').parameters.path);

	const eventsExample = readExample('million-rows-events.json');
	const { webhookId } = nodeOf(eventsExample, 'Campaign event');
	nodeOf(eventsExample, 'Every ten minutes').parameters.rule = everySeconds(20);
	const events = await client.createWorkflow(eventsExample, credentials);
	await client.activate(events);
	await new N8nClient(webhookUrl).waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');

	const pageExample = readExample('million-rows-page.json');
	const { notifications } = nodeOf(pageExample, 'Send campaign').parameters as {
		notifications: { notificationUrl: string };
	};
	notifications.notificationUrl = notifications.notificationUrl.replace(
		'https://n8n.example.com',
		webhookUrl,
	);
	const page = await client.createWorkflow(pageExample, credentials);
	await client.activate(page);

	const pagesExample = readExample('million-rows.json');
	nodeOf(pagesExample, 'Send page').parameters.workflowId = {
		...{ __rl: true, mode: 'id', value: page.id },
	};
	nodeOf(pagesExample, 'Every five minutes').parameters.rule = everySeconds(5);
	if (pageRows !== undefined) {
		const { parameters } = nodeOf(pagesExample, 'Claim page');
		parameters.query = String(parameters.query).replace('10000', String(pageRows));
	}
	const pages = await client.createWorkflow(pagesExample, credentials);
	await client.activate(pages);
	const progressUrl = `${webhookUrl}/webhook/${progressPath}`;
	return { pages, page, events, progressUrl };
}
