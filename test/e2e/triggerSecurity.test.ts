// If this fails, a forged call starts a workflow.
import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';

import { demoToken } from '../../demo/startStack';
import { chain } from '../../n8n/chain';
import { listExecutions } from '../../n8n/executions';
import type { StoredWorkflow } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { notificationKey } from '../../nodes/shared/service/notificationAddress';
import { triggerStep } from '../steps';
import { stackForTests } from './support/stack';

/** Forged and odd notifications as a real n8n takes in their query; what makes a key right is in the integration tests. */

const webhookId = 'd0000000-0000-4000-8000-000000000001';
const readBackId = 'd0000000-0000-4000-8000-000000000002';
const key = notificationKey(demoToken, 'trigger', webhookId, 'sms');
const otherKey = notificationKey(demoToken, 'trigger', readBackId, 'sms');
const good = { key, via: 'extapi', get: '1', msg: 'END', tid: '700000000000000001', info: '10' };

const HUNG_UP = 0;

const stack = stackForTests();
let workflow: StoredWorkflow;
let readBack: StoredWorkflow;

async function triggerWorkflow(id: string, options: object): Promise<StoredWorkflow> {
	const trigger = triggerStep(id, { events: ['*'], options });
	return await stack.publish(chain(id, [], trigger), [`${id}/${TRIGGER_PATH}`], 'GET');
}

beforeAll(async () => {
	workflow = await triggerWorkflow(webhookId, {});
	readBack = await triggerWorkflow(readBackId, { readBack: true });
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
	expect(await executionsOf(of)).toBe(before);
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
		['no key', 'key=&msg=END&tid=1'],
		['a wrong key', `key=${key.replace(/./g, 'a')}&msg=END&tid=1`],
		["another workflow's key", `key=${otherKey}&msg=END&tid=1`],
		['a campaign code that is none', `key=${key}&msg=END&tid=1%20OR%201`],
		['a parameter given twice', `key=${key}&msg=END&tid=1&tid=2`],
		['a type given twice', `key=${key}&msg=END&msg=START&tid=1`],
		['a list', `key=${key}&msg[]=END&tid=1`],
		['an object', `key=${key}&msg=END&tid[a]=1`],
		['an odd count', `key=${key}&msg=END&tid=1&info[]=5`],
	])('refuses %s', async (_title, query) => {
		expect((await forge(`via=extapi&get=1&${query}`)).status).toBe(403);
	});

	it('refuses a notification of 1 MB', async () => {
		const { status } = await forge({ ...good, tid: '2', info: '5'.repeat(1024 * 1024) });
		expect([HUNG_UP, 403, 413, 414, 431]).toContain(status);
	});

	it('refuses campaigns the service does not know, when it reads them back', async () => {
		const right = { ...good, key: otherKey };
		expect((await forge({ ...right, tid: '123' }, readBack, readBackId)).status).toBe(403);
		const { data } = await axios.post<{ data: { taskId: string } }>(
			`${stack.emulator.url}/extApi/scheduleSms.php`,
			{ token: demoToken, from: 'MyShop', list: '0570002233,0570002234', msg: 'Hi' },
		);
		expect((await notify(readBackId, { ...right, tid: data.data.taskId })).status).toBe(200);
		expect(await executionsOf(readBack)).toBe(1);
	});
});
