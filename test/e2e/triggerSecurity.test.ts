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
const key = notificationKey(demoToken, 'trigger', webhookId, 'sms');

const stack = stackForTests();
let workflow: StoredWorkflow;

beforeAll(async () => {
	const trigger = triggerStep(webhookId, { events: ['*'] });
	const paths = [`${webhookId}/${TRIGGER_PATH}`];
	workflow = await stack.publish(chain(webhookId, [], trigger), paths, 'GET');
});

/** What n8n answers to a notification, and how many executions there are once it had time to start one. */
async function notify(query: string) {
	const url = `${stack.n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}?via=extapi&get=1&${query}`;
	const { status, data } = await axios.get<unknown>(url, { validateStatus: () => true });
	await sleep(300);
	return { status, data, executions: (await listExecutions(stack.client, workflow.id)).length };
}

it('starts for a real notification, once', async () => {
	const good = `key=${key}&msg=END&tid=700000000000000001&info=10`;
	for (const started of [true, false]) {
		const data = { received: true, started };
		expect(await notify(good)).toEqual({ status: 200, data, executions: 1 });
	}
});

it.each([
	['a wrong key', `key=${key.replace(/./g, 'a')}&msg=END&tid=1`],
	['a parameter given twice', `key=${key}&msg=END&tid=1&tid=2`],
	['a list', `key=${key}&msg[]=END&tid=1`],
	['an object', `key=${key}&msg=END&tid[a]=1`],
	['an odd count', `key=${key}&msg=END&tid=1&info[]=5`],
])('refuses %s', async (_title, query) => {
	expect(await notify(query)).toMatchObject({ status: 403, executions: 1 });
});
