// If this fails, people cannot install or upgrade the package, or lose saved workflows.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import axios from 'axios';

import { demoOwner, demoToken } from '../../demo/startStack';
import { startEmulator, type Emulator } from '../../emulator';
import { buildPackage } from '../../n8n/buildPackage';
import { chain, itemsStep, START, type Step } from '../../n8n/chain';
import { N8nClient } from '../../n8n/client';
import { packagesFolder } from '../../n8n/environment';
import { listExecutions, runWorkflow, waitForExecution } from '../../n8n/executions';
import { ensureN8n } from '../../n8n/install';
import { smokeTest } from '../../n8n/smoke';
import { startN8n, type RunningN8n } from '../../n8n/start';
import type { PackedPackage } from '../../n8n/tarball';
import type { StoredCredential, StoredWorkflow } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { notificationKey } from '../../nodes/shared/service/notificationAddress';
import { triggerStep } from '../steps';
import { previousBuild } from './support/previousBuild';
import { registryOf, type Registry } from './support/registry';
import { until } from './support/until';

/**
 * What people do in Settings > Community Nodes: install, upgrade with workflows in place, remove. It goes
 * through n8n's own installer.
 */

const name = 'n8n-nodes-extapi';
const nodeTypes = 9;
const webhookId = 'd0000000-0000-4000-8000-000000000005';
const rows = itemsStep("return [{ phone: '0570002233' }, { phone: '0570002234' }]");
/** What people have built with it. */
const steps: Step[] = [
	{
		...{ name: 'Send', type: `${name}.extApiSms` },
		parameters: {
			...{ resource: 'message', operation: 'send', sender: 'MyShop', sendTo: 'numbers' },
			...{ phoneNumbers: '={{ $json.phone }}', message: 'Hello' },
		},
	},
	{
		...{ name: 'Campaign', type: `${name}.extApiSms` },
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', mode: 'send', sender: 'MyShop' },
			...{ recipient: 'phone', message: 'Hello {phone}' },
		},
	},
	{
		...{ name: 'Add', type: `${name}.extApiContacts` },
		parameters: {
			...{ resource: 'contact', operation: 'addMany', listCode: '1001', recipient: 'phone' },
		},
	},
	{
		...{ name: 'Code', type: `${name}.extApiOtp` },
		parameters: { resource: 'code', operation: 'send', phone: '={{ $json.phone }}' },
	},
];

interface InstalledPackage {
	packageName: string;
	installedVersion: string;
	installedNodes: unknown[];
}

let emulator: Emulator;
let builds: { previous: PackedPackage; current: PackedPackage };
let registry: Registry;
let n8n: RunningN8n;
let client: N8nClient;
let credential: StoredCredential;
let trigger: StoredWorkflow;
const saved: StoredWorkflow[] = [];
/** What the saved workflows sent before the upgrade, by workflow. */
const sentBefore = new Map<string, string[]>();

beforeAll(async () => {
	const installation = await ensureN8n(process.env.N8N_TEST_VERSION);
	const current = await buildPackage(() => undefined);
	builds = { previous: await previousBuild(current), current };
	registry = await registryOf([builds.previous, current]);
	emulator = await startEmulator({ campaignStepMs: 60_000 });
	n8n = await startN8n({ installation, env: registry.env });
	client = new N8nClient(n8n.url);
	await client.setUpOwner(demoOwner);
});
afterAll(async () => {
	await n8n?.stop();
	await emulator?.close();
	await registry?.remove();
	await builds?.previous.remove();
	await builds?.current.remove();
});

const installed = async () =>
	await client.request<InstalledPackage[]>('GET', '/community-packages');
const folder = () => path.join(packagesFolder(n8n.userFolder), name);
const manifest = () =>
	JSON.parse(readFileSync(path.join(folder(), 'package.json'), 'utf8')) as Record<string, unknown>;

/** Endpoint and body of everything a workflow sends, without the token. */
async function sentBy(workflow: StoredWorkflow): Promise<string[]> {
	emulator.control.reset();
	const execution = await waitForExecution(client, await runWorkflow(client, workflow, START));
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return emulator.control
		.requests()
		.map(({ endpoint, parameters }) => {
			const { token: _token, ...body } = parameters as Record<string, unknown>;
			return JSON.stringify([endpoint, body]);
		})
		.sort();
}

/** Asks n8n for a node type, as the editor does. */
async function describeType(type: string): Promise<unknown[]> {
	const nodeInfos = [{ name: type, version: 1 }];
	return await client.request('POST', '/node-types', { nodeInfos });
}

/** Sends a notification with the right key and waits until the trigger has started its workflow. */
async function startsFor(tid: string): Promise<void> {
	const before = (await listExecutions(client, trigger.id)).length;
	const key = notificationKey(demoToken, 'trigger', webhookId, 'sms');
	const url = `${n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}?key=${key}&via=extapi&get=1&msg=END&info=1&tid=${tid}`;
	const { status } = await axios.get(url, { validateStatus: () => true });
	expect(status).toBe(200);
	await until(async () => {
		const { length } = await listExecutions(client, trigger.id);
		return length > before || undefined;
	});
}

describe('installation', () => {
	it('is missed before that by the check of the newest images', async () => {
		await expect(smokeTest(client)).rejects.toThrow('Unrecognized node type: n8n-nodes-extapi.');
	});

	it('installs the previous version, as Settings > Community Nodes does', async () => {
		const { version } = builds.previous;
		await client.request('POST', '/community-packages', { name, version });
		expect(await installed()).toMatchObject([{ packageName: name, installedVersion: version }]);
		expect((await installed())[0].installedNodes).toHaveLength(nodeTypes);
	});

	it('brings nothing with it but itself', () => {
		const { dependencies, devDependencies, peerDependencies } = manifest();
		expect([dependencies, devDependencies, peerDependencies]).toEqual([
			undefined,
			undefined,
			undefined,
		]);
		expect(existsSync(path.join(folder(), 'node_modules'))).toBe(false);
		expect(n8n.linesAbout(name).filter((line) => /error|could not/i.test(line))).toEqual([]);
	});

	it('runs the workflows people have saved', async () => {
		const secret = { baseUrl: emulator.url, token: demoToken };
		credential = await client.createCredential('ExtApi account', 'extApi', secret);
		for (const step of steps) {
			const json = chain(step.name, [rows, step]);
			const workflow = await client.createWorkflow(json, [credential]);
			saved.push(workflow);
			sentBefore.set(workflow.id, await sentBy(workflow));
		}
		expect([...sentBefore.values()].flat()).toHaveLength(6);
		trigger = await client.createWorkflow(
			chain('Campaign events', [], triggerStep(webhookId, {})),
			[credential],
		);
		await client.activate(trigger);
		await client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');
		await startsFor('700000000000000001');
	});

	it('upgrades, and the same workflows send the same', async () => {
		const { version } = builds.current;
		await client.request('PATCH', '/community-packages', { name, version });
		expect(await installed()).toMatchObject([{ packageName: name, installedVersion: version }]);
		expect(manifest().version).toBe(version);
		for (const workflow of saved) {
			expect(await sentBy(workflow)).toEqual(sentBefore.get(workflow.id));
		}
	});

	it('goes on listening after the upgrade', async () => {
		await startsFor('700000000000000002');
	});

	it('is removed without a trace, and n8n lives on', async () => {
		await client.request('DELETE', `/community-packages?name=${name}`);
		expect(await installed()).toEqual([]);
		expect(existsSync(folder())).toBe(false);
		await expect(describeType(`${name}.extApiSms`)).rejects.toThrow('Unrecognized node type');
		expect(await describeType('n8n-nodes-base.manualTrigger')).toHaveLength(1);
		const kept = await client.request<StoredWorkflow>('GET', `/workflows/${saved[0].id}`);
		expect(kept.nodes).toHaveLength(saved[0].nodes.length);
	});
});
