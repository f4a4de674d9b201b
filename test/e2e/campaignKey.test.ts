// If this fails, a campaign is sent twice on one version of n8n.
import { startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START, type Step } from '../../n8n/chain';
import { itemsOf, runWorkflow, waitForExecution } from '../../n8n/executions';
import type { StoredWorkflow } from '../../n8n/types';

/** Campaign Key on n8n's own storage for processed items, on each version of n8n. */

const SEND = 'Send';
let stack: Stack;

beforeAll(async () => {
	stack = await startStack({ emulator: { duplicates: 'keep' } });
});
afterAll(async () => await stack?.stop());
beforeEach(() => stack.emulator.control.reset());

/** Three requests of a campaign, with two recipients each: they differ in their description. */
const table = ['a', 'b', 'c'].flatMap((text, index) =>
	[0, 1].map((nth) => ({ phone: `05700022${30 + 2 * index + nth}`, text })),
);
const everybody = table.map(({ phone, text }) => `${phone} ${text}`).sort();
const rows = itemsStep(`return ${JSON.stringify(table)}.map((json) => ({ json }));`);
const campaign: Record<string, unknown> = {
	...{ operation: 'sendCampaign', recipient: 'phone', beforeSending: { campaignKey: 'spring' } },
	options: { description: '={{ $json.text }}' },
};
const perItem: Record<string, unknown> = {
	...{ operation: 'send', phoneNumbers: '={{ $json.phone }}' },
	beforeSending: { campaignKey: 'spring' },
	advanced: { requestsAtOnce: 1 },
};

function workflowOf(parameters: Record<string, unknown>) {
	const send: Step = {
		name: SEND,
		type: 'n8n-nodes-extapi.extApiSms',
		parameters: {
			...{ resource: 'message', sender: 'MyShop', message: '={{ $json.text }}' },
			...parameters,
		},
	};
	return chain('Campaign Key', [rows, send]);
}

const store = async (parameters: Record<string, unknown>) =>
	await stack.client.createWorkflow(workflowOf(parameters), [stack.credential]);
const run = async (workflow: StoredWorkflow) =>
	await waitForExecution(stack.client, await runWorkflow(stack.client, workflow, START));
const retry = async (id: string) => {
	const body = { loadWorkflow: false };
	const path = `/executions/${id}/retry`;
	const { id: started } = await stack.client.request<{ id: string }>('POST', path, body);
	return await waitForExecution(stack.client, started);
};
const sent = () =>
	stack.emulator.control
		.ledger()
		.entries.flatMap(({ phone, text, count }) => Array<string>(count).fill(`${phone} ${text}`))
		.sort();
const flags = (execution: Awaited<ReturnType<typeof run>>, node = SEND) =>
	itemsOf(execution, node).map(({ json }) => json.alreadySent);

describe.each([
	['Send Campaign', campaign],
	['Send', perItem],
])('%s', (_name, parameters) => {
	it.each(['errorWithoutAction', 'resetAfter'] as const)(
		'broken by %s and run again: everyone exactly once',
		async (kind) => {
			const workflow = await store(parameters);
			stack.emulator.control.addFaults([{ kind, nth: 2, endpoint: 'scheduleSms' }]);
			expect((await run(workflow)).status).toBe('error');
			const again = await run(workflow);
			expect(again.status).toBe('success');
			expect(sent()).toEqual(everybody);
			expect(flags(await run(workflow)).every((flag) => flag === true)).toBe(true);
			expect(sent()).toEqual(everybody);
		},
	);

	it('two retries of the same failed execution send the rest once', async () => {
		const workflow = await store(parameters);
		const fault = { kind: 'errorWithoutAction', nth: 2, endpoint: 'scheduleSms' } as const;
		stack.emulator.control.addFaults([fault]);
		const failed = await run(workflow);
		expect((await retry(failed.id)).status).toBe('success');
		expect(sent()).toEqual(everybody);
		expect((await retry(failed.id)).status).toBe('success');
		expect(sent()).toEqual(everybody);
	});
});

it('belongs to a node whatever its name, and not to its copies', async () => {
	const workflow = await store(campaign);
	await run(workflow);
	const renamed = JSON.parse(
		JSON.stringify(workflow).replaceAll(`"${SEND}"`, '"Renamed"'),
	) as object;
	const path = `/workflows/${workflow.id}`;
	const stored = await stack.client.request<StoredWorkflow>('PATCH', path, renamed);
	expect(flags(await run(stored), 'Renamed')).toEqual([true]);
	expect(sent()).toEqual(everybody);

	await run(await store(campaign));
	expect(sent()).toHaveLength(2 * everybody.length);
});
