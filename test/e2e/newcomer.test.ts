// If this fails, someone who follows the README gets stuck, or needs more clicks than promised.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';

import { examplePath } from '../../demo/exampleWorkflows';
import { demoToken } from '../../demo/startStack';
import { chain, itemsStep, type Step } from '../../n8n/chain';
import type { Editor } from '../../n8n/editor/editor';
import type { StoredCredential, WorkflowJson } from '../../n8n/types';
import { sendStep } from '../steps';
import { AGENT, agentWorkflow, modelFor, toolName } from './support/agent';
import type { Answer } from './support/fakeModel';
import { Newcomer } from './support/newcomer';
import { linkTo } from './support/phone';
import { readmeSection } from './support/readme';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/**
 * Someone who opens the editor for the first time and does what the README says, in its words: a step that is
 * not possible as written fails here.
 */

/** More is a way that no one would call short. */
const mostClicks = {
	...{ credential: 3, sms: 6, campaign: 12, template: 10, approval: 6 },
	// From an empty workflow to the customers' phones, with the approver's tap.
	campaignApproval: 14,
	// Five make the branch; the others add what sends behind it.
	...{ branch: 5, errorOutput: 12 },
};

const stack = stackForTests({ own: true });
let editor: Editor;
let person: Newcomer;
let panel: Locator;

beforeEach(async () => {
	editor = await stack.editor();
	person = new Newcomer(editor.page);
	panel = editor.page.getByTestId('ndv');
});
afterEach(async () => await editor.page.context().close());

/** What the service was given, as channel, phone and the first line of the text. */
const ledger = () =>
	stack.control
		.ledger()
		.entries.map(({ channel, phone, text }) => `${channel} ${phone} ${text.split('\n')[0]}`);

/** Opens a workflow that is there already. */
async function open(workflow: WorkflowJson): Promise<void> {
	const { id } = await stack.store(workflow);
	await editor.openWorkflow(id);
}

const openTable = async (rows: object[], ...more: Step[]) =>
	await open(
		chain('Table', [
			{ ...itemsStep(`return ${JSON.stringify(rows)}`), name: 'Customers' },
			...more,
		]),
	);

async function pressFirstPlus(): Promise<void> {
	await editor.page.goto(`${stack.n8n.url}/workflow/new`);
	person = new Newcomer(editor.page);
	await person.click(editor.page.getByTestId('canvas-plus-button').first());
}

const pressPlusBehind = async (node: string) =>
	await person.click(editor.node(node).getByTestId('canvas-handle-plus').last());

const press = async (words: string) =>
	await person.click(panel.getByRole('button', { name: words, exact: true }).first());

async function close(): Promise<void> {
	// Before 2.41 the way out is a link above the panel.
	const cross = panel.getByTestId('ndv-close-button');
	await person.click(cross.or(editor.page.getByTestId('back-to-canvas')).first());
	await panel.waitFor({ state: 'hidden' });
}

/** The output of the open node holds a campaign code, and the report says what it took to get there. */
async function sees(what: string, word = 'taskId'): Promise<void> {
	await panel.getByTestId('output-panel').getByText(word).first().waitFor();
	await took(what);
}

async function took(what: string): Promise<void> {
	await editor.screenshot(`newcomer-${what.replaceAll(' ', '-')}`);
	process.stdout.write(`Newcomer: ${what} in ${person.clicks} clicks\n`);
}

const firstMessage = readmeSection('The first message in two minutes');
const fromTable = readmeSection('A campaign from a table');

describe('a newcomer with the README', () => {
	it('makes a credential, and saving tests it', async () => {
		// The first time there is none.
		await stack.client.request('delete', `/credentials/${stack.credential.id}`);
		await pressFirstPlus();
		await person.addAction(firstMessage.type('send sms'), firstMessage.press('Send SMS'));
		// Counted with the first SMS.
		person = new Newcomer(editor.page);
		await press(firstMessage.press('Connect to ExtApi'));
		const form = editor.page.getByTestId('editCredential-modal');
		const field = (label: string) =>
			form.getByText(firstMessage.field(label)).first().locator('xpath=following::input[1]');
		await person.write(field('Base URL'), stack.emulator.url);
		firstMessage.press('Tab');
		await person.tabTo(field('Token'), demoToken);
		await person.click(form.getByRole('button', { name: firstMessage.press('Save'), exact: true }));
		// The form stays open where the test of the connection fails.
		await form.waitFor({ state: 'hidden' });
		await panel.getByText('Connect to ExtApi').waitFor({ state: 'hidden' });
		await took('a credential');
		expect(stack.control.requests().length).toBeGreaterThan(0);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.credential);
		const made = await stack.client.request<StoredCredential[]>('get', '/credentials');
		expect(made).toHaveLength(1);
		[stack.credential] = made;
	});

	it('sends a first SMS', async () => {
		await pressFirstPlus();
		await person.addAction(firstMessage.type('send sms'), firstMessage.press('Send SMS'));
		await person.write(person.parameter('phoneNumbers'), '0570002299');
		await person.write(person.parameter('message'), 'Hello from a newcomer');
		await person.write(person.field(firstMessage.field('Sender')), 'MyShop');
		await press(firstMessage.press('Execute step'));
		await sees('an SMS', firstMessage.type('taskId'));
		expect(ledger()).toEqual(['sms 0570002299 Hello from a newcomer']);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.sms);
	});

	it('sends a campaign from a table, by drag', async () => {
		await openTable([
			{ mobile: '0570001001', first_name: 'Dana' },
			{ mobile: '0570001002', first_name: '' },
		]);
		await pressPlusBehind('Customers');
		await person.addAction(fromTable.type('send sms'), fromTable.press('Send SMS campaign'));
		await press(fromTable.press('Execute previous nodes'));
		await person.drag('mobile', person.field(fromTable.field('Phone Column')));
		expect(await person.field('Phone Column').inputValue()).toBe('mobile');
		const words = fromTable.type('Hello {first_name|there}, …').replace('…', 'spring is here');
		await person.write(person.field(fromTable.field('Message')), words);
		fromTable.press('Tab');
		await person.tabTo(person.field(fromTable.field('Sender')), 'MyShop');

		// A new campaign is a preview.
		fromTable.press('Preview');
		await press(fromTable.press('Execute step'));
		await panel.getByText('Nothing was sent: 2 recipients, 2 messages').first().waitFor();
		await sees('a preview', 'preview');
		expect(ledger()).toEqual([]);

		await person.choose(fromTable.field('Mode'), fromTable.press('Test'));
		await person.tabTo(person.field(fromTable.field('Test Numbers')), '0570002299');
		await press('Execute step');
		await sees('a test', 'sentTo');
		expect(ledger()).toEqual(['sms 0570002299 Hello Dana, spring is here']);

		await person.choose('Mode', fromTable.press('Send'));
		await press('Execute step');
		// The output of the test has the same columns: only the service knows when the campaign is there.
		await until(async () => (ledger().length > 1 ? true : undefined));
		await sees('a campaign by drag, with its preview and test');
		expect(ledger().slice(1)).toEqual([
			'sms 0570001001 Hello Dana, spring is here',
			'sms 0570001002 Hello there, spring is here',
		]);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.campaign);
	});

	it('may drag a column into the message too, beside a name in braces', async () => {
		const send = sendStep({
			...{ operation: 'sendCampaign', mode: 'send', recipient: 'mobile' },
			message: 'Hello {first_name|there} of ',
		});
		await openTable([{ mobile: '0570001001', first_name: 'Dana', city: 'Haifa' }], send);
		await editor.openNode('Send');
		await press('Execute previous nodes');
		await person.drag('city', person.parameter('message'));
		await press('Execute step');
		await sees('a drag into the message');
		expect(ledger()).toEqual([expect.stringMatching(/^sms 0570001001 Hello Dana of +Haifa$/)]);
	});

	it('sends a template to a table', async () => {
		const readme = readmeSection('A chat template to everyone');
		await openTable([{ phone: '0570001001', name: 'Noa' }]);
		await pressPlusBehind('Customers');
		await person.addAction(
			readme.type('chat template'),
			readme.press('Send chat template campaign'),
		);
		const { page } = editor;
		await person.click(panel.getByTestId('resource-locator-template').getByTestId('rlc-input'));
		await person.click(page.getByTestId('rlc-item').filter({ hasText: 'spring_sale' }));
		await person.write(person.parameter('parameters.value["body.1"]'), '{name}');
		await person.write(person.parameter('parameters.value["body.2"]'), 'SPRING20');
		await press(readme.press('Execute step'));
		await panel.getByText('Nothing was sent: 1 recipient').first().waitFor();
		expect(ledger()).toEqual([]);
		await person.choose(readme.field('Mode'), readme.press('Send'));
		await press('Execute step');
		await until(async () => (ledger().length > 0 ? true : undefined));
		await sees('a template');
		expect(ledger()).toEqual(['chat 0570001001 Hello Noa, your coupon is SPRING20.']);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.template);
	});

	it('asks for an approval', async () => {
		const readme = readmeSection('An approval');
		await pressFirstPlus();
		await person.addAction(readme.type('send sms'), readme.press('Send SMS and wait for response'));
		await person.write(person.parameter('phoneNumbers'), '0570002299');
		await person.write(person.parameter('message'), 'Refund 120 to Dana?');
		await person.write(person.parameter('sender'), 'MyShop');
		await press(readme.press('Execute step'));
		await until(async () => (ledger().length > 0 ? true : undefined));
		await took('an approval');
		expect(ledger()).toEqual([expect.stringMatching(/^sms 0570002299 Refund 120 to Dana\?/)]);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.approval);
	});

	it('leaves two out, sees a warning, and has a campaign approved on a phone', async () => {
		const readme = readmeSection('Start from the example');
		const { page } = editor;
		await page.goto(`${stack.n8n.url}/workflow/new`);
		// An empty canvas shows where its first node would go.
		await page.getByTestId('canvas-plus-button').first().waitFor();
		await person.paste(readFileSync(examplePath('campaign-after-approval.json'), 'utf8'));

		await person.open(editor.node(readme.press('Settings')));
		// In the order of the page that says what they are for.
		const names = ['leaveOut', 'approver', 'sender'].map((name) => readme.type(name));
		const setting = (name: string) =>
			person.parameter(`assignments.assignments.${names.indexOf(name)}.value`);
		await person.overwrite(setting('leaveOut'), '0570001001, 0570001002');
		await person.overwrite(setting('approver'), '0570002299');

		const words = 'Sale for {first_name|you}: http://shop.example.com';
		await person.goOn(readme.press('Customers'));
		await person.goOn(readme.press('Preview'));
		readme.field('Message');
		await person.overwrite(person.parameter('message'), words);
		await press(readme.press('Execute step'));
		await panel.getByText('a link does not begin with https://').first().waitFor();
		await took('a warning');
		readme.type('Esc');
		await editor.closeNode();

		readme.press('Execute workflow');
		await person.click(page.getByTestId('execute-workflow-button'));
		await until(async () => (ledger().length > 0 ? true : undefined));

		const phone = await stack.phone();
		const answers = await phone.open(linkTo(stack, '0570002299'));
		await answers.getByText('Sale for you: http://shop.example.com').first().waitFor();
		await person.click(answers.getByRole('button', { name: 'Approve' }));
		await until(async () => (ledger().length > 1 ? true : undefined));
		await took('a campaign approved on a phone');
		await phone.close();
		expect(ledger().slice(1)).toEqual(['sms 0570021003 Sale for you: http://shop.example.com']);
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.campaignApproval);
	});

	it('tries a trigger with its test URL', async () => {
		const readme = readmeSection('Events');
		await pressFirstPlus();
		await person.addAction(readme.type('campaign event'), readme.press('On all events'));
		await person.click(panel.getByText(readme.press('Webhook URLs')));
		await panel.getByText(readme.press('Test URL')).first().waitFor();
		const address = (await panel.getByText(/\/webhook-test\//).innerText()).trim();
		await press(readme.press('Execute step'));

		const sender = await stack.editor();
		const send = sendStep({
			...{ operation: 'send', phoneNumbers: '0570001001,0570001002' },
			message: 'Hello',
		});
		const { id } = await stack.store(chain('Send', [send]));
		await sender.openWorkflow(id);
		await sender.openNode('Send');
		const other = new Newcomer(sender.page);
		const option = readme.field('Notification URL');
		await other.addOption('Completion and Notifications', option);
		await other.write(other.field(option), address);
		await other.click(sender.page.getByTestId('ndv').getByTestId('node-execute-button'));
		const output = panel.getByTestId('output-panel');
		await output.getByText('START').first().waitFor();
		await took('a trigger with the test URL');
		const [taskId] = stack.control.campaigns().map(({ tid }) => tid);
		expect(await output.innerText()).toContain(taskId);
		expect(ledger()).toHaveLength(2);
		await sender.page.context().close();
	});

	it('sends to the rows of the error output in another way', async () => {
		const readme = readmeSection('When something fails');
		const send = sendStep({
			...{ operation: 'sendCampaign', mode: 'send', recipient: 'mobile' },
			message: 'Hello',
		});
		const rows = [{ mobile: '0570001001' }, { mobile: 'none', other: '0570021012', name: 'Roni' }];
		await openTable(rows, send);
		await editor.openNode('Send');
		await person.click(panel.getByText(readme.press('Settings'), { exact: true }));
		await person.choose(readme.field('On Error'), readme.press('Continue (using error output)'));
		await close();
		await pressPlusBehind('Send');
		await took('an error branch');
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.branch);
		await person.addAction('send sms', 'Send SMS campaign');
		const recipient = person.parameter('recipient');
		await recipient.clear();
		await person.write(recipient, 'other');
		await person.write(person.parameter('message'), 'Hello {name}');
		await person.write(person.parameter('sender'), 'MyShop');
		await person.choose('Mode', 'Send');
		await press('Execute step');
		await sees('a second send behind the error output');
		expect(person.clicks).toBeLessThanOrEqual(mostClicks.errorOutput);
		expect(ledger()).toEqual(['sms 0570001001 Hello', 'sms 0570021012 Hello Roni']);
	});

	it('gives an AI agent the node as a tool', async () => {
		const readme = readmeSection('AI agents');
		const calls: Answer[] = [];
		const { model, openAi } = await modelFor(stack, calls);
		try {
			await open(agentWorkflow([], 3, { openAi, extApi: stack.credential }));
			const input = editor
				.node(AGENT)
				.locator('[data-test-id="canvas-node-input-handle"][data-connection-type="ai_tool"]');
			expect(await input.innerText()).toContain(readme.field('Tool'));
			await person.click(input.getByTestId('canvas-handle-plus'));
			const tool = person.hit(readme.press('ExtApi SMS Tool'));
			await person.search(readme.type('send sms'), tool);
			await person.take(tool);
			await person.write(person.parameter('phoneNumbers'), '0570001001');
			await person.click(
				person
					.parameter('message')
					.locator('xpath=preceding::*[@data-test-id="from-ai-override-button"][1]'),
			);
			await person.write(person.parameter('sender'), 'MyShop');
			const name = await panel.getByTestId('inline-edit-preview').first().innerText();
			calls.push({ tool: toolName(name), arguments: { Message: 'Hello from the agent' } }, 'Done.');
			await close();
			await person.click(editor.page.getByTestId('execute-workflow-button'));
			const sent = await until(async () => (ledger().length > 0 ? ledger() : undefined));
			await took('an agent tool');
			expect(sent).toEqual(['sms 0570001001 Hello from the agent']);
		} finally {
			await model.stop();
		}
	});
});
