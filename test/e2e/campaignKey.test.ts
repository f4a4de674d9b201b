// If this fails, a campaign is sent twice on one version of n8n.
import { chain, itemsStep } from '../../n8n/chain';
import { itemsOf, waitForExecution } from '../../n8n/executions';
import type { Execution, StoredWorkflow } from '../../n8n/types';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

/** Campaign Key on n8n's own storage for processed items, on each version of n8n; a campaign run again is in campaignExamples.test.ts. */

const SEND = 'Send';
const stack = stackForTests({ emulator: { duplicates: 'keep' } });

/** Three requests of a campaign, with two recipients each: they differ in their description. */
const table = ['a', 'b', 'c'].flatMap((text, index) =>
	[0, 1].map((nth) => ({ phone: `05700022${30 + 2 * index + nth}`, text })),
);
const everybody = table.map(({ phone, text }) => `${phone} ${text}`).sort();
const rows = itemsStep(`return ${JSON.stringify(table)}.map((json) => ({ json }));`);
const campaign: Record<string, unknown> = {
	...{
		operation: 'sendCampaign',
		mode: 'send',
		recipient: 'phone',
		beforeSending: { campaignKey: 'spring' },
	},
	options: { description: '={{ $json.text }}' },
};
const perItem: Record<string, unknown> = {
	...{ operation: 'send', phoneNumbers: '={{ $json.phone }}' },
	beforeSending: { campaignKey: 'spring' },
	advanced: { requestsAtOnce: 1 },
};

async function store(parameters: Record<string, unknown>): Promise<StoredWorkflow> {
	const send = sendStep({ message: '={{ $json.text }}', ...parameters });
	return await stack.store(chain('Campaign Key', [rows, send]));
}

const breakSecond = (kind: 'errorWithoutAction' | 'resetAfter') =>
	stack.control.addFaults([{ kind, nth: 2, endpoint: 'scheduleSms' }]);
const sent = () =>
	stack.control
		.ledger()
		.entries.flatMap(({ phone, text, count }) => Array<string>(count).fill(`${phone} ${text}`))
		.sort();
const outcomes = (execution: Execution, node = SEND) =>
	itemsOf(execution, node).map(({ json }) => json.outcome);

it('Send, broken and run again: everyone exactly once', async () => {
	const workflow = await store(perItem);
	breakSecond('resetAfter');
	expect((await stack.run(workflow)).status).toBe('error');
	await stack.succeed(workflow);
	expect(sent()).toEqual(everybody);
	// Whose answer was lost may have it: no later execution knows more.
	const known = outcomes(await stack.run(workflow));
	expect(known.filter((outcome) => outcome !== 'alreadySent')).toEqual(['unknown']);
	expect(known).toContain('alreadySent');
	expect(sent()).toEqual(everybody);
});

it('two retries of the same failed execution send the rest once', async () => {
	breakSecond('errorWithoutAction');
	const failed = await stack.run(await store(campaign));
	for (let time = 0; time < 2; time++) {
		const path = `/executions/${failed.id}/retry`;
		const body = { loadWorkflow: false };
		const { id } = await stack.client.request<{ id: string }>('POST', path, body);
		expect((await waitForExecution(stack.client, id)).status).toBe('success');
		expect(sent()).toEqual(everybody);
	}
});

it('belongs to a node whatever its name, and not to its copies', async () => {
	const workflow = await store(campaign);
	await stack.run(workflow);
	const renamed = JSON.parse(
		JSON.stringify(workflow).replaceAll(`"${SEND}"`, '"Renamed"'),
	) as object;
	const path = `/workflows/${workflow.id}`;
	const stored = await stack.client.request<StoredWorkflow>('PATCH', path, renamed);
	expect(outcomes(await stack.run(stored), 'Renamed')).toEqual(['alreadySent']);
	expect(sent()).toEqual(everybody);

	await stack.run(await store(campaign));
	expect(sent()).toHaveLength(2 * everybody.length);
});
