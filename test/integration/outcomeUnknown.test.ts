// If this fails, an error branch sends again what may have arrived.
import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { hintsOf, NODE } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** An item whose request may have been accepted differs from one that certainly was not. */
const service = serviceForTests();

const campaign = 'ExtApi SMS: Message: Send Campaign';
const send = 'ExtApi SMS: Message: Send';
const addMany = 'ExtApi Contacts: Contact: Add Many';
const add = 'ExtApi Contacts: Contact: Add';
const cases = [
	[campaign, { recipient: 'phone', message: '{text}' }],
	[send, { sendTo: 'numbers', phoneNumbers: '={{ $json.phone }}', message: 'Hello' }],
] as const;
/** A campaign takes two requests for two texts to one phone. */
const rows: IDataObject[] = [
	{ phone: '0570002233', text: 'one' },
	{ phone: 'nobody', text: 'two' },
	{ phone: '0570002233', text: 'three' },
];
const LOST = /The outcome is unknown/;

async function run(
	operation: string,
	parameters: IDataObject,
	onError: INode['onError'],
	items = rows,
) {
	const sends = operationRuns(service, operation, parameters as INodeParameters);
	const result = await sends(items, {}, { settings: { onError } });
	expect(result.error).toBeUndefined();
	const [main, failed = []] = result.run.data.resultData.runData[NODE][0].data?.main ?? [];
	// As n8n saves it.
	const saved = JSON.parse(JSON.stringify({ main, failed })) as Record<
		'main' | 'failed',
		INodeExecutionData[]
	>;
	return { ...saved, hints: hintsOf(result) };
}
const byPhone = (items: INodeExecutionData[], phone: unknown) =>
	items.map(({ json }) => json).find((json) => json.phone === phone);

describe.each(cases)('%s', (operation, parameters) => {
	beforeEach(() => service.control.addFaults([{ kind: 'resetAfter', nth: 1 }]));

	it.each([
		['continueRegularOutput' as const, 'main' as const],
		['continueErrorOutput' as const, 'failed' as const],
	])('says it beside the error, with %s', async (onError, output) => {
		const { [output]: items, hints, main } = await run(operation, parameters, onError);
		expect(byPhone(items, '0570002233')).toEqual({
			...rows[0],
			error: expect.stringMatching(LOST),
			outcome: 'unknown',
		});
		expect(byPhone(items, 'nobody')).toEqual({
			...rows[1],
			error: expect.any(String),
			outcome: 'refused',
		});
		expect(main.filter(({ json }) => json.error === undefined)).toHaveLength(1);
		expect(hints).toContain(
			"2 of 3 items failed, and 1 of them may have been sent ('outcome': unknown): check in the service before you run them again. Each says why in 'error'.",
		);
	});

	it.each([
		['continueRegularOutput' as const, 'main' as const],
		['continueErrorOutput' as const, 'failed' as const],
	])('moves a column of that name, with %s', async (onError, output) => {
		const own = rows.map((row) => ({ ...row, outcome: 'mine' }));
		const { [output]: items } = await run(operation, parameters, onError, own);
		const at = { inputColumns: { outcome: 'mine' } };
		expect(byPhone(items, '0570002233')).toMatchObject({ outcome: 'unknown', ...at });
		// A row that failed before says nothing of this time.
		expect(byPhone(items, 'nobody')).toMatchObject({ outcome: 'refused', ...at });
	});
});

describe('other operations', () => {
	it.each([add, addMany])('%s says it as well', async (operation) => {
		service.control.addFaults([{ kind: 'resetAfter', nth: 1 }]);
		const parameters =
			operation === add
				? { phoneNumbers: '={{ $json.phone }}', phone: '={{ $json.phone }}', listCode: '1001' }
				: { recipient: 'phone', listCode: '1001' };
		const { failed, hints } = await run(operation, parameters, 'continueErrorOutput', [rows[0]]);
		expect(failed.map(({ json }) => json)).toMatchObject([{ ...rows[0], outcome: 'unknown' }]);
		expect(hints).toEqual([
			"1 of 1 items failed, and 1 of them may have been added ('outcome': unknown): run them again. Each says why in 'error'.",
		]);
	});

	it('leaves a question alone, which changes nothing', async () => {
		service.control.addFaults([{ kind: 'resetAfter' }]);
		const { failed } = await run('ExtApi SMS: Balance: Get', {}, 'continueErrorOutput', [rows[0]]);
		expect(failed.map(({ json }) => json)).toEqual([{ ...rows[0], error: expect.any(String) }]);
	});
});

it('a row that is sent at last says nothing of an earlier try', async () => {
	const again = [{ ...rows[0], error: 'The outcome is unknown', outcome: 'unknown' }];
	const parameters = { recipient: 'phone', message: 'Hello', options: { output: 'recipient' } };
	const { main } = await run(campaign, parameters, 'continueErrorOutput', again);
	expect(main.map(({ json }) => json.outcome)).toEqual(['accepted']);
	const { text, ...row } = rows[0];
	expect(main[0].json).toMatchObject({ taskId: expect.any(String), ...row });
	expect(main[0].json.inputColumns).toMatchObject({ outcome: 'unknown', text });
});
