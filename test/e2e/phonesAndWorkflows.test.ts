// If this fails, people cannot see on the emulator's phones what their workflow sent.
import { chain } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import { sendStep, webhookStep } from '../steps';
import { PhonePage } from './support/phonePage';
import { stackForTests } from './support/stack';

/** Workflows of a real n8n and the phones beside it, each in the browser. */

const dana = '0570001001';
const stack = stackForTests();

/** Opens the emulator's page. */
async function open(view: string): Promise<PhonePage> {
	const page = await PhonePage.open(await stack.browser(), stack.emulator.url);
	await page.show(view);
	return page;
}

it('a reply opens the window, and a workflow answers it', async () => {
	const reply = sendStep(
		{
			...{ operation: 'sendReply', to: '={{ $json.body.from }}' },
			text: '=You wrote “{{ $json.body.text }}”. We are open until 20:00.',
		},
		{ node: 'extApiChat' },
	);
	await stack.publish(chain('Answer', [reply], webhookStep('chat')), ['chat']);

	const phone = await open(`phones/${dana}`);
	await phone.page.getByText('Closed', { exact: true }).waitFor();
	const address = phone.page.getByLabel('Post what recipients write to');
	await address.fill(`${stack.n8n.url}/webhook/chat`);
	await address.blur();
	await phone.page.getByLabel('Write a chat message as the recipient').fill('Open today?');
	await phone.page.getByRole('button', { name: 'Send', exact: true }).click();
	await phone.page.getByText('Open', { exact: true }).waitFor();
	await phone.page.getByText(/\/webhook\/chat: answered 200$/).waitFor();
	await phone.messages.getByText('You wrote “Open today?”. We are open until 20:00.').waitFor();
	await phone.screenshot('demo-reply');
});

it("a fault is chosen, and the workflow's error output shows it", async () => {
	const page = await open('faults');
	await page.page.getByLabel('Fault').selectOption('Plain error');
	await page.page.getByLabel('Endpoint').selectOption('scheduleSms');
	await page.page.getByLabel('Error text').fill('sender id not approved');
	await page.page.getByRole('button', { name: 'Set the fault' }).click();
	await page.page.getByText('1 request', { exact: true }).waitFor();

	const send = sendStep(
		{ operation: 'send', phoneNumbers: dana, message: 'Hello' },
		{ settings: { onError: 'continueErrorOutput' } },
	);
	const workflow = await stack.store(chain('Faulty', [send]));
	const faulty = await stack.succeed(workflow);
	expect(itemsOf(faulty, 'Send')).toEqual([]);
	expect(itemsOf(faulty, 'Send', 1)).toMatchObject([
		{ json: { error: expect.stringMatching(/sender/i) as string } },
	]);
	await page.page.getByText('Used up').waitFor();
	await page.show('requests');
	await page.page.getByText('Fault plainError').waitFor();
	expect(itemsOf(await stack.succeed(workflow), 'Send')).toHaveLength(1);
});
