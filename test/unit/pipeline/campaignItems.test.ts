// If this fails, an output item is paired to the wrong row.
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { campaignItems } from '../../../nodes/shared/pipeline/campaignItems';
import type { CampaignRun } from '../../../nodes/shared/pipeline/campaignRun';
import { acceptedFate } from '../../../nodes/shared/pipeline/campaigns';
import { noOptions, type RunOptions } from '../../../nodes/shared/pipeline/runOptions';
import type { Fate } from '../../../nodes/shared/pipeline/fate';
import { leaveOut } from '../../../nodes/shared/pipeline/leftOut';
import { Ledger } from '../../../nodes/shared/ledger/ledger';
import type { RunState } from '../../../nodes/shared/ledger/runState';
import { rowsRun, type CampaignRow } from '../../../nodes/shared/pipeline/rows';

const ROWS = 6;
const rows = Array.from({ length: ROWS }, (_, item) => item);
const accepted = () => acceptedFate({ outcome: 'accepted', taskId: '1' });
const failed: Fate = { is: 'refused', why: { reason: 'It is wrong', fix: 'Correct it.' } };
const perRecipient: Partial<RunOptions> = { output: 'recipient' };

async function outputOf(
	setFate: (row: CampaignRow) => void,
	options: Partial<RunOptions> = {},
	settings: object = {},
) {
	const context = {
		getNode: () => ({
			name: 'SMS',
			type: 'extApiSms',
			parameters: { recipient: 'phone' },
			...settings,
		}),
		getInputData: () => rows.map((item) => ({ json: { row: item } })),
		getExecuteData: () => ({ source: {} }),
		getNodeParameter: () => 'phone',
		continueOnFail: () => true,
	} as unknown as IExecuteFunctions;
	const ledger = new Ledger({ memory: {}, runIndex: 0 } as RunState, 'message');
	const run = { ...rowsRun(context, ledger), options: { ...noOptions, ...options } } as CampaignRun;
	for (const row of run.rows) setFate(Object.assign(row, { phone: `057000223${row.item}` }));
	return (await campaignItems(run)).items;
}

describe('the output of a campaign', () => {
	afterEach(() => jest.restoreAllMocks());

	const shared = accepted();
	it.each<[string, (row: CampaignRow) => void, Partial<RunOptions>]>([
		['campaigns', (row) => (row.fate = accepted()), {}],
		['recipients', (row) => (row.fate = shared), perRecipient],
		['items that were refused', (row) => (row.fate = failed), {}],
		['recipients who are left out', (row) => leaveOut(row, 'They asked for it'), perRecipient],
	])(
		'lets n8n do other work between %s, however many there are',
		async (_name, setFate, options) => {
			// A clock by which each item takes long.
			let now = 0;
			jest.spyOn(Date, 'now').mockImplementation(() => (now += 1_000));
			const timers = jest.spyOn(globalThis, 'setTimeout');
			expect(await outputOf(setFate, options)).toHaveLength(ROWS);
			const pauses = timers.mock.calls.filter(([, ms]) => ms === 0);
			expect(pauses.length).toBeGreaterThanOrEqual(ROWS);
		},
	);

	const RETRY = { retryOnFail: true };
	const ERROR_OUTPUT = { onError: 'continueErrorOutput' };
	it.each<[string, number[], object, number[]]>([
		['a retry would run it again', [0], RETRY, [1, 0, 2, 3, 4, 5]],
		['a retry would run it again', [0, 1, 2, 3, 4], RETRY, [5, 0, 1, 2, 3, 4]],
		['errors have an output of their own', [0], ERROR_OUTPUT, [1, 0, 2, 3, 4, 5]],
		['the first was sent', [1, 2], RETRY, rows],
		['all failed', rows, RETRY, rows],
		['nothing comes of the order', [0], {}, rows],
	])('begins with what was sent where %s: %j failed', async (_name, bad, settings, order) => {
		const output = await outputOf(
			(row) => (row.fate = bad.includes(row.item) ? failed : shared),
			perRecipient,
			settings,
		);
		const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as { item: number }).item;
		expect(output.map(itemOf)).toEqual(order);
	});

	it.each(['campaign', 'recipient'] as const)(
		'of each %s keeps what an earlier try with a Campaign Key said of an item',
		async (output) => {
			const earlier = acceptedFate({ outcome: 'unknown', taskId: '1' });
			const fates = [earlier, shared];
			const items = await outputOf((row) => (row.fate = fates[row.item] ?? { is: 'open' }), {
				output,
			});
			expect(items.map(({ json }) => json.outcome)).toEqual(['unknown', 'accepted']);
		},
	);
});
