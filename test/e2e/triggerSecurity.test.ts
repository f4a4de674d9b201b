// If this fails, a forged call starts a workflow.
import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';

import { demoToken, startStack, type Stack } from '../../demo/startStack';
import { chain } from '../../n8n/chain';
import { listExecutions } from '../../n8n/executions';
import type { StoredWorkflow } from '../../n8n/types';
import { notificationKey, TRIGGER_PATH } from '../../nodes/shared/service/notificationAddress';

/** Forged and odd notifications at the real address of a real n8n. */

const webhookId = 'd0000000-0000-4000-8000-000000000001';
const readBackId = 'd0000000-0000-4000-8000-000000000002';
const key = notificationKey(demoToken, 'trigger', webhookId, 'sms');
const good = { key, via: 'extapi', get: '1', msg: 'END', tid: '700000000000000001', info: '10' };

const HUNG_UP = 0;

let stack: Stack;
let workflow: StoredWorkflow;
let readBack: StoredWorkflow;
let tried = 0;
let started = 0;

async function triggerWorkflow(id: string, options: object): Promise<StoredWorkflow> {
	const trigger = {
		name: 'Event',
		type: 'n8n-nodes-extapi.extApiTrigger',
		typeVersion: 1.1,
		parameters: { events: ['*'], checkKey: true, options },
		settings: { webhookId: id },
	};
	const stored = await stack.client.createWorkflow(chain(id, [], trigger), [stack.credential]);
	await stack.client.activate(stored);
	await stack.client.waitForWebhook(`${id}/${TRIGGER_PATH}`, 'GET');
	return stored;
}

beforeAll(async () => {
	stack = await startStack();
	workflow = await triggerWorkflow(webhookId, {});
	readBack = await triggerWorkflow(readBackId, { readBack: true });
});

afterAll(async () => {
	process.stdout.write(`Forgeries: ${tried} tried, ${started} started a workflow\n`);
	await stack?.stop();
});

async function notify(id: string, query: string | Record<string, string>) {
	const search = typeof query === 'string' ? query : new URLSearchParams(query).toString();
	const url = `${stack.n8n.url}/webhook/${id}/${TRIGGER_PATH}?${search}`;
	return await axios
		.get<unknown>(url, { validateStatus: () => true })
		.then(({ status, data }) => ({ status, data }))
		// A server that hangs up on what is far too long has refused it as well.
		.catch(() => ({ status: HUNG_UP, data: undefined }));
}

/** Waits until n8n has had time to start what it wanted to start. */
async function executionsOf({ id }: StoredWorkflow): Promise<number> {
	await sleep(300);
	return (await listExecutions(stack.client, id)).length;
}

/** Sends something that must start nothing. */
async function forge(query: string | Record<string, string>, of = workflow, id = webhookId) {
	const before = await executionsOf(of);
	const reply = await notify(id, query);
	tried++;
	const more = (await executionsOf(of)) - before;
	started += more;
	expect(more).toBe(0);
	return reply;
}

describe('the trigger', () => {
	it('starts for a real notification, once', async () => {
		expect(await notify(webhookId, good)).toEqual({
			status: 200,
			data: { received: true, started: true },
		});
		expect(await executionsOf(workflow)).toBe(1);
		const replayed = await forge(good);
		expect(replayed).toEqual({ status: 200, data: { received: true, started: false } });
	});

	it.each([
		['no key', ''],
		['the key of another token', notificationKey('demo-token-sms', 'trigger', webhookId, 'sms')],
		["another workflow's key", notificationKey(demoToken, 'trigger', readBackId, 'sms')],
		["another channel's key", key.replace(/^sms/, 'chat')],
		['the right length and wrong content', key.replace(/./g, 'a')],
		['one wrong letter', `${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`],
		['a key too long', `${key}0`],
	])('refuses %s', async (_title, given) => {
		expect((await forge({ ...good, key: given, tid: '1' })).status).toBe(403);
	});

	it.each([
		['an unknown type', 'msg=HACK&tid=1'],
		['a type of the prototype', 'msg=constructor&tid=1'],
		['no campaign code', 'msg=END'],
		['a campaign code that is none', 'msg=END&tid=1%20OR%201'],
		['a parameter given twice', 'msg=END&tid=1&tid=2'],
		['a type given twice', 'msg=END&msg=START&tid=1'],
		['a list', 'msg[]=END&tid=1'],
		['an object', 'msg=END&tid[a]=1'],
		['an odd count', 'msg=END&tid=1&info[]=5'],
		['a chat event on an SMS address', 'msg=ABORT&tid=1&info=3'],
	])('refuses %s', async (_title, query) => {
		expect((await forge(`key=${key}&via=extapi&get=1&${query}`)).status).toBe(403);
	});

	it('refuses a notification of 1 MB', async () => {
		const { status } = await forge({ ...good, tid: '2', info: '5'.repeat(1024 * 1024) });
		expect([HUNG_UP, 403, 413, 414, 431]).toContain(status);
	});

	it('refuses campaigns the service does not know, when it reads them back', async () => {
		const right = { ...good, key: notificationKey(demoToken, 'trigger', readBackId, 'sms') };
		expect((await forge({ ...right, tid: '123' }, readBack, readBackId)).status).toBe(403);
		const { data } = await axios.post<{ data: { taskId: string } }>(
			`${stack.emulator.url}/extApi/scheduleSms.php`,
			{ token: demoToken, from: 'MyShop', list: '0570002233,0570002234', msg: 'Hi' },
		);
		expect((await notify(readBackId, { ...right, tid: data.data.taskId })).status).toBe(200);
		expect(await executionsOf(readBack)).toBe(1);
	});
});
