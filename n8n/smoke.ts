import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { startEmulator, type Emulator } from '../emulator';
import { repositoryRoot } from './buildPackage';
import { chain, itemsStep, START } from './chain';
import { N8nClient, type Owner } from './client';
import { itemsOf, runWorkflow, waitForExecution } from './executions';

const owner: Owner = {
	email: 'smoke@example.com',
	password: 'Smoke-password-1',
	firstName: 'Smoke',
	lastName: 'Test',
};
const token = 'demo-token-full';
const startTimeoutMs = 180_000;
const rows = [
	{ phone: '0572000101', first_name: 'Dana' },
	{ phone: '0572000102', first_name: 'Noam' },
	{ phone: '0572000103', first_name: '' },
];

/**
 * Looks whether the package works in an n8n that runs already, such as one from n8n's newest image: each node is loaded, a
 * credential connects, and a campaign of three rows reaches three phones of the emulator, which has to be reachable from
 * that n8n on the loopback interface.
 *
 * @param client logged in
 * @throws Error that says what did not hold
 */
export async function smokeTest(client: N8nClient): Promise<void> {
	const emulator = await startEmulator();
	try {
		await loadsEachNode(client);
		const secret = { baseUrl: emulator.url, token };
		const credential = await client.createCredential('ExtApi account', 'extApi', secret);
		const { status } = await client.testCredential(credential, secret);
		holds('the credential connects', status, 'OK');
		await sendsCampaign(client, emulator, credential);
	} finally {
		await emulator.close();
	}
}

async function sendsCampaign(
	client: N8nClient,
	emulator: Emulator,
	credential: Awaited<ReturnType<N8nClient['createCredential']>>,
): Promise<void> {
	const send = {
		name: 'Send',
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', mode: 'send', recipient: 'phone' },
			...{ message: 'Hello {first_name|there}', sender: 'MyShop' },
		},
	};
	const steps = [itemsStep(`return ${JSON.stringify(rows)}`), send];
	const workflow = await client.createWorkflow(chain('Smoke test', steps), [credential]);
	const execution = await waitForExecution(client, await runWorkflow(client, workflow, START));
	holds('the campaign succeeds', execution.status, 'success');
	const [{ json }] = itemsOf(execution, 'Send');
	holds('it is one campaign of three', [typeof json.taskId, json.recipientCount], ['string', 3]);
	const arrived = emulator.control
		.ledger()
		.entries.map(({ phone, text }) => `${phone} ${text}`)
		.sort();
	const sent = rows.map(({ phone, first_name: name }) => `${phone} Hello ${name || 'there'}`);
	holds('each phone has its message', arrived, sent);
}

/**
 * Waits until an n8n serves requests. While it starts it answers each with status 200 and a sentence.
 *
 * @throws Error when it does not for three minutes
 */
export async function hasStarted(client: N8nClient): Promise<void> {
	for (const until = Date.now() + startTimeoutMs; ; await sleep(1_000)) {
		let why: unknown = new Error('n8n has not started.');
		try {
			if ((await client.request('GET', '/settings')) !== undefined) return;
		} catch (error) {
			why = error;
		}
		if (Date.now() > until) throw why;
	}
}

/** Asks for each node of package.json, as the editor does; n8n refuses one that it has not loaded. */
async function loadsEachNode(client: N8nClient): Promise<void> {
	const { n8n } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[] };
	};
	const nodeInfos = n8n.nodes.map((file) => {
		const name = path.basename(file, '.node.js');
		return { name: `n8n-nodes-extapi.${name[0].toLowerCase()}${name.slice(1)}`, version: 1 };
	});
	const loaded = await client.request<unknown[]>('POST', '/node-types', { nodeInfos });
	holds('each node is loaded', loaded.length, nodeInfos.length);
}

function holds(what: string, found: unknown, expected: unknown): void {
	const [is, mustBe] = [JSON.stringify(found), JSON.stringify(expected)];
	if (is !== mustBe) throw new Error(`Not so: ${what}. Found ${is}, expected ${mustBe}.`);
	console.log(`✓ ${what}`);
}

/**
 * `node tools/runTypeScript.mjs n8n/smoke.ts --url http://127.0.0.1:5678`
 *
 * @returns the exit code: 0 when all holds
 */
export async function main(args: string[]): Promise<number> {
	const { url } = parseArgs({ args, options: { url: { type: 'string' } } }).values;
	if (url === undefined) throw new Error('Usage: n8n/smoke.ts --url <address of a fresh n8n>');
	const client = new N8nClient(url.replace(/\/$/, ''));
	await hasStarted(client);
	await client.setUpOwner(owner);
	await smokeTest(client);
	return 0;
}
