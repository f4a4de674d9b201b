import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import type { CredentialTest } from '../n8n/client';
import { freePort } from '../n8n/ports';
import type { Progress } from '../n8n/progress';
import type { StoredWorkflow } from '../n8n/types';
import { TRIGGER_PATH } from '../nodes/shared/rules/addresses';
import {
	campaignEventsWorkflow,
	crmCampaignWorkflow,
	examplePath,
	nodeNames,
	nodeOf,
	otherExamples,
	waitedCampaignWorkflow,
} from './exampleWorkflows';
import { demoToken, startStack, type Stack, type StackOptions } from './startStack';

/** Everything the demo runs on, started and filled. */
export interface Demo extends Stack {
	/** Base address of the emulator. */
	emulatorUrl: string;
	/** What n8n's own test of the credential said. */
	credentialTest: CredentialTest;
	campaignWorkflow: StoredWorkflow;
	eventsWorkflow: StoredWorkflow;
	waitedWorkflow: StoredWorkflow;
}

/** Where the demo listens when no one else does. */
const preferredPorts = { n8n: 5678, emulator: 9292 };

const packageName = 'n8n-nodes-extapi';

/**
 * Starts the stack where a person looks for it and fills n8n with the example workflows. A port that is taken is
 * replaced by a free one, and the progress says so.
 *
 * @param port for n8n's editor
 * @throws Error when a part does not start; what had started is stopped again
 */
export async function startDemo(progress: Progress, port = preferredPorts.n8n): Promise<Demo> {
	const emulator = await freePort(preferredPorts.emulator);
	const editor = await freePort(port);
	for (const [wanted, found] of [
		[port, editor],
		[preferredPorts.emulator, emulator],
	]) {
		if (wanted !== found) progress.step(`Port ${wanted} is taken: ${found} is used instead`);
	}
	return await startFilled({
		progress,
		n8n: { preferredPort: editor },
		emulator: { port: emulator },
	});
}

/** The same on any ports, so that several can run side by side. */
export async function startFilled(options: StackOptions = {}): Promise<Demo> {
	// As a person in Israel sets n8n up: "tomorrow" in an expression is then the service's, too.
	const env = { GENERIC_TIMEZONE: 'Asia/Jerusalem', ...options.n8n?.env };
	const stack = await startStack({ ...options, n8n: { ...options.n8n, env } });
	try {
		return { ...stack, emulatorUrl: stack.emulator.url, ...(await fill(stack)) };
	} catch (error) {
		await stack.stop();
		throw error;
	}
}

async function fill({ n8n, client, emulator, credential }: Stack) {
	const secret = { baseUrl: emulator.url, token: demoToken };
	const credentialTest = await client.testCredential(credential, secret);

	// First, so that those the demo runs are the newest, which n8n lists on top.
	for (const example of otherExamples()) await client.createWorkflow(example, [credential]);
	const eventsWorkflow = await client.createWorkflow(campaignEventsWorkflow(), [credential]);
	await client.activate(eventsWorkflow);
	const { webhookId } = nodeOf(eventsWorkflow, nodeNames.trigger);
	await client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');

	const csvFile = path.join(n8n.filesFolder, 'crm-contacts.csv');
	await copyFile(examplePath('data', 'crm-contacts.csv'), csvFile);
	const notificationUrl = `${n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}`;
	const campaign = crmCampaignWorkflow(csvFile, notificationUrl);
	const campaignWorkflow = await client.createWorkflow(campaign, [credential]);
	const waitedWorkflow = await client.createWorkflow(waitedCampaignWorkflow(), [credential]);
	return { credentialTest, campaignWorkflow, eventsWorkflow, waitedWorkflow };
}

/** Lines in which n8n complains about this package, empty when it loaded everything. */
export function loadingWarnings(demo: Demo): string[] {
	return demo.n8n.linesAbout(packageName);
}
