// If this fails, a failed row leaves a node as a success, or cannot be sent again.
import { chain, itemsStep, type Step } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { sendStep } from '../steps';
import { stackForTests } from './support/stack';

/**
 * What n8n itself makes of items that fail, on each of its versions: nothing that failed leaves as a
 * success, and a row on the error branch can be sent again.
 */

const SEND = 'Send';
const FALLBACK = 'Send something else';
const stack = stackForTests({ emulator: { duplicates: 'keep' } });

/** Two good rows around one with a bad phone and one whose expression fails. */
const rows = itemsStep(`return [
	{ json: { phone: '0570002233', text: 'one' } },
	{ json: { phone: '050-11', text: 'two' } },
	{ json: { phone: '0570002235', text: 'three', broken: true } },
	{ json: { phone: '0570002236', text: 'four', message: 'mine' } },
];`);
const failing = "={{ $json.broken ? $('Gone').item.json.x : $json.text }}";

const operations: Array<[string, Record<string, unknown>]> = [
	['Send', { operation: 'send', phoneNumbers: '={{ $json.phone }}' }],
	['Send Campaign', { operation: 'sendCampaign', mode: 'send', recipient: 'phone' }],
];

async function run(parameters: Record<string, unknown>, settings: Step['settings']) {
	const send = sendStep({ message: failing, ...parameters }, { settings });
	const sorry = { operation: 'send', phoneNumbers: '={{ $json.phone }}', message: 'Sorry' };
	const fallback = sendStep(sorry, { name: FALLBACK });
	const workflow = chain('False success', [rows, send, fallback]);
	const behind = { node: FALLBACK, type: 'main', index: 0 };
	workflow.connections[SEND] = { main: [[], [behind]] };
	return await stack.run(workflow);
}

const sent = () =>
	stack.control
		.ledger()
		.entries.map(({ phone, text }) => [phone, text])
		.sort();

describe.each(operations)('%s', (_name, parameters) => {
	it('sends the good rows, and the error branch can send to the others', async () => {
		const execution = await run(parameters, { onError: 'continueErrorOutput' });
		expect(itemsOf(execution, SEND, 1).map(({ json }) => json)).toMatchObject([
			{ phone: '050-11', text: 'two', error: expect.stringContaining('050-11') },
			{ phone: '0570002235', text: 'three', error: expect.any(String) },
		]);
		expect(itemsOf(execution, SEND).length).toBeGreaterThan(0);
		// The bad phone stops the second send, which says so and sends to no one.
		expect(execution.status).toBe('error');
		expect(sent()).toEqual([
			['0570002233', 'one'],
			['0570002236', 'four'],
		]);
	});

	it('with "Continue", failed rows hold their columns and an error', async () => {
		const execution = await run(parameters, { onError: 'continueRegularOutput' });
		const failed = itemsOf(execution, SEND).filter(({ json }) => json.error !== undefined);
		expect(failed.map(({ json }) => json)).toMatchObject([
			{ phone: '050-11', text: 'two' },
			{ phone: '0570002235', text: 'three' },
		]);
		expect(sent()).toHaveLength(2);
	});
});
