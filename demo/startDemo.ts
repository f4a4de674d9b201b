import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { startEmulator } from '../emulator/index';
import { buildPackage } from '../n8n/buildPackage';
import { N8nClient, type CredentialTest, type Owner } from '../n8n/client';
import { ensureN8n } from '../n8n/install';
import { freePort } from '../n8n/ports';
import type { Progress } from '../n8n/progress';
import { startN8n, type RunningN8n } from '../n8n/start';
import type { StoredCredential, StoredWorkflow } from '../n8n/types';
import {
	campaignEventsWorkflow,
	crmCampaignWorkflow,
	examplePath,
	nodeNames,
	nodeOf,
} from './exampleWorkflows';

/** Everything the demo runs on, started and filled. */
export interface Demo {
	n8n: RunningN8n;
	client: N8nClient;
	/** Base address of the emulator. */
	emulatorUrl: string;
	owner: Owner;
	/** The credential for the emulator. */
	credential: StoredCredential;
	/** What n8n's own test of the credential said. */
	credentialTest: CredentialTest;
	campaignWorkflow: StoredWorkflow;
	eventsWorkflow: StoredWorkflow;
	/** Ends n8n and the emulator and deletes their data. */
	stop(): Promise<void>;
}

/** Where the demo listens when nobody else does. */
export const preferredPorts = { n8n: 5678, emulator: 9292 };

/** Owner of the demo's n8n, which listens on the loopback interface only. */
export const demoOwner: Owner = {
	email: 'demo@example.com',
	password: 'Demo-password-1',
	firstName: 'Demo',
	lastName: 'Owner',
};

/** The emulator's token with every permission. */
export const demoToken = 'demo-token-full';

const packageName = 'n8n-nodes-extapi';

/**
 * Starts the emulator and a real n8n with this package installed from its tarball, and fills n8n with an owner,
 * a credential and the example workflows.
 *
 * @throws Error when a part does not start; what had started is stopped again
 */
export async function startDemo(progress: Progress): Promise<Demo> {
	const installation = await ensureN8n(undefined, progress);
	progress.step('Building and packing the nodes');
	const packed = await buildPackage((pid) => progress.detail(`waiting for process ${pid}`));
	progress.step('Starting the emulator of the messaging service');
	const emulator = await startEmulator({ port: await freePort(preferredPorts.emulator) });
	let n8n: RunningN8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await emulator.close();
		await packed.remove();
	};
	try {
		progress.step('Starting n8n');
		const tarballs = [packed.tarball];
		n8n = await startN8n({ installation, tarballs, preferredPort: preferredPorts.n8n });
		progress.step('Creating owner, credential and workflows');
		return { n8n, emulatorUrl: emulator.url, stop, ...(await fill(n8n, emulator.url)) };
	} catch (error) {
		await stop();
		throw error;
	}
}

async function fill(n8n: RunningN8n, emulatorUrl: string) {
	const client = new N8nClient(n8n.url);
	await client.setUpOwner(demoOwner);
	const secret = { baseUrl: emulatorUrl, token: demoToken };
	const credential = await client.createCredential('ExtApi account', 'extApi', secret);
	const credentialTest = await client.testCredential(credential, secret);

	const eventsWorkflow = await client.createWorkflow(campaignEventsWorkflow(), [credential]);
	await client.activate(eventsWorkflow);
	const { webhookId } = nodeOf(eventsWorkflow, nodeNames.trigger);
	await client.waitForWebhook(`${webhookId}/notification/anything`, 'GET');

	const csvFile = path.join(n8n.filesFolder, 'crm-contacts.csv');
	await copyFile(examplePath('data', 'crm-contacts.csv'), csvFile);
	const notificationUrl = `${n8n.url}/webhook/${webhookId}/notification/:key`;
	const campaign = crmCampaignWorkflow(csvFile, notificationUrl);
	const campaignWorkflow = await client.createWorkflow(campaign, [credential]);
	return { client, owner: demoOwner, credential, credentialTest, campaignWorkflow, eventsWorkflow };
}

/** Lines in which n8n complains about this package, empty when it loaded everything. */
export function loadingWarnings(demo: Demo): string[] {
	return demo.n8n.linesAbout(packageName);
}
