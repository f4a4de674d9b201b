// If this fails, what a canceled or retried execution left is told wrongly; other cases are stories/whatFailuresLeave.json.
import type { INodeType } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { execute, NODE } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
processedItemsForTests();
const endpoint = 'scheduleSms';
const ONE = { phone: '0570002233' };

/** A node whose execution is canceled. */
function canceledBy(signal: AbortSignal): INodeType {
	const node: INodeType = new ExtApiSms();
	const execution = node.execute!;
	const value = () => signal;
	const own = { getExecutionCancelSignal: { value, writable: true, configurable: true } };
	node.execute = async function () {
		return await execution.call(Object.create(this, own) as typeof this);
	};
	return node;
}

it.each(['Send', 'Send Campaign'])(
	'%s: canceled in the pause of a 429, it is not unknown',
	async (name) => {
		const runs = operationRuns(service, `ExtApi SMS: Message: ${name}`, {
			...{ message: 'Hello', beforeSending: { campaignKey: 'spring' } },
		});
		const controller = new AbortController();
		service.control.addFaults([{ kind: 'http429', retryAfter: 2, endpoint, nth: 1, times: 1 }]);
		setTimeout(() => controller.abort(), 1_000);
		const { error } = await runs([ONE], {}, { node: canceledBy(controller.signal) });
		expect(service.control.requests().map(({ accepted }) => accepted)).toEqual([false]);
		expect(error).toMatchObject({ context: { counts: { unknown: 0 } } });
		expect((await runs([ONE])).items).toMatchObject([{ json: { outcome: 'accepted' } }]);
	},
);

it('canceled while a reply is on its way, it is unknown, and not waited for', async () => {
	const runs = operationRuns(service, 'ExtApi SMS: Message: Send', { message: 'Hello' });
	const controller = new AbortController();
	service.control.addFaults([{ kind: 'delay', ms: 10_000, endpoint }]);
	setTimeout(() => controller.abort(), 1_000);
	const begin = Date.now();
	const { error } = await runs([ONE], {}, { node: canceledBy(controller.signal) });
	expect(Date.now() - begin).toBeLessThan(8_000);
	expect(error).toMatchObject({ context: { outcome: 'unknown' } });
});

it('a retried execution does not wait for an answer that no link can bring', async () => {
	service.control.addFaults([{ kind: 'resetAfter', endpoint, times: 1 }]);
	const n8n = { webhookWaitingBaseUrl: 'http://127.0.0.1:1/waiting' };
	const asks = operationRuns(service, 'ExtApi SMS: Message: Send and Wait for Response');
	const { run, workflow } = await asks([{ order: 1 }], {}, { n8n });
	const data = structuredClone({ ...run.data, waitTill: undefined });
	data.resultData.runData[NODE].pop();
	const options = { node: new ExtApiSms(), parameters: {}, credential: service.credential() };
	const again = { ...options, n8n: { executionId: '2' } };
	const retried = await execute(again, workflow, data, 'retry');
	expect(service.bodies().map(({ msg }) => String(msg).split('/').at(-2))).toEqual(['1']);
	expect(retried.waitTill).toBeUndefined();
});
