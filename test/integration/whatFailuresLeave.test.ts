// If this fails, what a failed request left is told wrongly, or keeps someone from a message.
import { WorkflowExecute } from 'n8n-core';
import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { retryOf } from './harness/retry';
import { additionalData, NODE, runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
processedItemsForTests();
const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
const SEND = 'ExtApi SMS: Message: Send';
const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';
const ADD_MANY = 'ExtApi Contacts: Contact: Add Many';
const toPhone = { sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' };
const toModel = { ...toPhone, phoneNumbers: "={{ /* $fromAI('phone') */ $json.phone }}" };
const tool = { settings: { type: 'underTestTool', ...CONTINUE } };
const ONE = { phone: '0570002233' };
const outcomes = ({ items }: Pick<NodeRunResult, 'items'>) => items.map(({ json }) => json.outcome);
const countsOf = (error: unknown) =>
	(error as { context: { counts: IDataObject } } | undefined)?.context.counts;
const fails = (...faults: IDataObject[]) => service.control.addFaults(faults as never);
const saved = ({ run }: NodeRunResult) => JSON.stringify({ ...run.data, waitTill: undefined });

it.each(['stop', 'continue'])(
	'contacts: what was added is not called not tried (%s)',
	async (how) => {
		fails({ kind: 'plainError', endpoint: 'poolMembers', nth: 2, times: 1 });
		const parameters: INodeParameters = {
			...{ resource: 'contact', operation: 'addMany', listCode: '1003', recipient: 'phone' },
			...{ contactFields: { firstName: '{phone}' }, advanced: { requestsAtOnce: 1 } },
		};
		const items = [ONE, { phone: '0570002234' }];
		const node = new ExtApiContacts();
		const first = await runNode({ node, credential: service.credential(), items, parameters });
		expect(countsOf(first.error)).toMatchObject({ accepted: 1, refused: 1 });
		const own = first.workflow.getNode(NODE)!;
		own.parameters.advanced = { requestsAtOnce: '={{ $json.nothing }}' };
		if (how === 'continue') Object.assign(own, CONTINUE);
		const again = await retryOf(first, saved(first), service.credential());
		expect(service.control.contacts(1003)).toHaveLength(1);
		if (how === 'stop') expect(countsOf(again.error)).toMatchObject({ accepted: 1 });
		else expect(outcomes(again)[0]).toBe('accepted');
	},
);

it('contacts: On Error: Stop sends nothing after a chunk of 10,000 that was refused', async () => {
	fails({ kind: 'plainError', endpoint: 'poolMembers', nth: 1, times: 1 });
	const items = Array.from({ length: 20_001 }, (_, n) => ({ phone: `057${1_000_000 + n}` }));
	const { error } = await operationRuns(service, ADD_MANY, { recipient: 'phone' })(items);
	expect(error).toBeDefined();
	expect(service.control.requests()).toHaveLength(1);
});

it('tool: a 429 is waited for, also after an unknown outcome that is to be sent again', async () => {
	const advanced = { requestsAtOnce: 1, unknownOutcome: 'sendAgain' };
	fails(
		{ kind: 'resetBefore', endpoint: 'scheduleSms', nth: 1, times: 1 },
		{ kind: 'http429', retryAfter: 0, endpoint: 'scheduleSms', nth: 2, times: 1 },
	);
	const result = await operationRuns(service, SEND, { ...toModel, advanced }, tool)([ONE, ONE]);
	expect(outcomes(result)).toEqual(['unknown', 'accepted']);
});

it('tool: a Campaign Key holds nothing that no request was made for with it', async () => {
	const beforeSending = { campaignKey: "={{ $json.late || $itemIndex ? 'b' : 'a' }}" };
	const calls = operationRuns(service, SEND, { ...toModel, beforeSending }, tool);
	fails({ kind: 'resetBefore', endpoint: 'scheduleSms', nth: 1, times: 1 });
	expect(outcomes(await calls([ONE, ONE]))).toEqual(['unknown', 'unknown']);
	expect(service.bodies()).toHaveLength(1);
	expect(outcomes(await calls([{ ...ONE, late: 1 }]))).toEqual(['accepted']);
});

/** A node whose execution is canceled. */
function canceledBy(signal: AbortSignal): INodeType {
	const node: INodeType = new ExtApiSms();
	const execute = node.execute!;
	const value = () => signal;
	const own = { getExecutionCancelSignal: { value, writable: true, configurable: true } };
	node.execute = async function () {
		return await execute.call(Object.create(this, own) as typeof this);
	};
	return node;
}

it.each<[string, INodeParameters]>([
	[SEND, toPhone],
	[CAMPAIGN, { mode: 'send', recipient: 'phone', message: 'Hello' }],
])('%s: canceled in the pause of a 429, it is not unknown', async (name, own) => {
	const runs = operationRuns(service, name, { ...own, beforeSending: { campaignKey: 'spring' } });
	const controller = new AbortController();
	fails({ kind: 'http429', retryAfter: 2, endpoint: 'scheduleSms', nth: 1, times: 1 });
	setTimeout(() => controller.abort(), 1_000);
	const { error } = await runs([ONE], {}, { node: canceledBy(controller.signal) });
	expect(service.control.requests().map(({ accepted }) => accepted)).toEqual([false]);
	const again = await runs([ONE]);
	expect([countsOf(error)?.unknown, outcomes(again)]).toEqual([0, ['accepted']]);
});

it('question: a retried execution does not wait for an answer that no link can bring', async () => {
	fails({ kind: 'resetAfter', endpoint: 'scheduleSms', times: 1 });
	const first = await runNode({
		...{ node: new ExtApiSms(), credential: service.credential(), items: [{ order: 1 }] },
		parameters: {
			...{ resource: 'message', operation: 'sendAndWait', message: 'Refund?' },
			...{ sender: 'MyShop', phoneNumbers: ONE.phone },
		},
		n8n: { webhookWaitingBaseUrl: 'http://127.0.0.1:1/waiting' },
	});
	const data = JSON.parse(saved(first)) as NodeRunResult['run']['data'];
	data.resultData.runData[NODE].pop();
	const n8n = { ...additionalData(service.credential()), executionId: '2' };
	const run = await new WorkflowExecute(n8n, 'retry', data).processRunExecutionData(first.workflow);
	expect(service.bodies().map(({ msg }) => String(msg).split('/').at(-2))).toEqual(['1']);
	expect(run.waitTill).toBeUndefined();
});

it('preview: what an earlier try sent is not refused because a balance cannot be read', async () => {
	fails({ kind: 'plainError', endpoint: 'scheduleSms', nth: 2, times: 1 });
	const items = [
		{ ...ONE, d: 'a' },
		{ phone: '0570002234', d: 'b' },
	];
	const options = { description: '={{ $json.d }}' };
	const own = { mode: 'send', recipient: 'phone', message: 'Hello', options };
	const first = await operationRuns(service, CAMPAIGN, own)(items);
	expect(countsOf(first.error)).toMatchObject({ accepted: 1 });
	const node = first.workflow.getNode(NODE)!;
	Object.assign(node.parameters, { mode: 'preview', beforeSending: { checkBalance: true } });
	Object.assign(node, CONTINUE);
	fails({ kind: 'plainError', endpoint: 'scheduleSms', nth: 1, times: 1 });
	const again = await retryOf(first, saved(first), service.credential());
	expect(outcomes(again)[0]).toBe('accepted');
});
