// If this fails, a person's answer does not resume the workflow, or something else does.
import type { Locator, Page } from 'playwright-core';

import { chain, itemsStep, type Step } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import type { Phone } from '../../n8n/editor/phone';
import { pageTexts } from '../../nodes/shared/pages/pageTexts';
import { sendStep } from '../steps';
import { linkTo, takePicture } from './support/phone';
import { stackForTests } from './support/stack';
import { until } from './support/until';

/**
 * A question to a person: a real n8n waits, and the person answers in a real browser of a phone's size. What each kind of
 * answer and forged link comes to is in the integration tests.
 */

const ASK = 'Ask';
const MANAGER = '0570002233';

const stack = stackForTests({ emulator: { campaignStepMs: 60_000 } });
let phone: Phone;
/** Asked first and looked at last: n8n looks only once a minute for those whose time is over. */
let unanswered: { id: string; link: string };

beforeAll(async () => {
	phone = await stack.phone();
	const id = await ask({ options: { limitWaitTime: 0.5 } });
	unanswered = { id, link: linkTo(stack, MANAGER) };
});

const question = { phoneNumbers: MANAGER, message: 'Refund 120 to Dana Levi?' };
const askStep = (parameters: Record<string, unknown> = {}, name = ASK): Step =>
	sendStep({ operation: 'sendAndWait', ...question, ...parameters }, { name });

const order = itemsStep(`return [{ json: { order: 'A-1' } }];`);

const ask = async (parameters: Record<string, unknown> = {}) =>
	await stack.ask(chain('Asking', [order, askStep(parameters)]));

/** Taps a button of a page, whose answer is taken then. */
async function tap(page: Page, button: string, title = 'Thank you'): Promise<void> {
	await page.getByRole('button', { name: button }).tap();
	await page.getByRole('heading', { name: title }).waitFor();
}

/** Answers what a phone was asked last. */
const answer = async (button: string) =>
	await tap(await phone.open(linkTo(stack, MANAGER)), button);

/** Sends the form of a page as a browser does. */
async function post(link: string, fields: Record<string, string>) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	const answer = await fetch(link, { method: 'POST', body });
	return { status: answer.status, html: await answer.text() };
}

/** Where the text of an element begins and ends. */
async function textBox(element: Locator): Promise<{ left: number; right: number }> {
	return await element.evaluate((node) => {
		const range = node.ownerDocument.createRange();
		range.selectNodeContents(node);
		const { left, right } = range.getBoundingClientRect();
		return { left: Math.round(left), right: Math.round(right) };
	});
}

const outputOf = async (id: string, name = ASK) =>
	itemsOf(await stack.success(id), name).map(({ json }) => json);

it('goes on with one tap', async () => {
	const id = await ask();
	const page = await phone.open(linkTo(stack, MANAGER));
	await takePicture(page, 'answer-en-light');
	expect(await page.locator('.message').innerText()).toBe('Refund 120 to Dana Levi?');
	await tap(page, 'Approve');
	await takePicture(page, 'answer-thanks');
	const answered = { order: 'A-1', approved: true, answeredBy: MANAGER, timedOut: false };
	expect(await outputOf(id)).toMatchObject([answered]);
});

it.each([
	['he', 'light', 'לאשר החזר של 120 לדנה לוי?'],
	['ar', 'dark', 'هل توافق على رد مبلغ 120؟'],
] as const)('the page is written from right to left: %s, %s', async (language, colors, message) => {
	const texts = pageTexts[language];
	const options = { pageLanguage: language };
	const id = await ask({ message, responseType: 'freeText', options });
	const own = await stack.phone(colors);
	const page = await own.open(linkTo(stack, MANAGER));
	await page.getByLabel(texts.yourAnswer).fill('A-17');
	await takePicture(page, `answer-${language}-${colors}`);
	expect((await textBox(page.locator('label').first())).right).toBeGreaterThan(300);
	await page.getByRole('button', { name: texts.send }).tap();
	await page.getByRole('heading', { name: texts.thanks.title }).waitFor();
	await own.close();
	expect(await outputOf(id)).toMatchObject([{ text: 'A-17' }]);
});

it('a forged answer opens and changes nothing', async () => {
	const id = await ask();
	const link = new URL(linkTo(stack, MANAGER));
	const isSigned = link.searchParams.has('signature');
	const tamper = async (change: (url: URL) => void, method = 'GET') => {
		const forged = new URL(link);
		change(forged);
		const body = new FormData();
		body.append('decision', 'approve');
		const answer = await fetch(forged, method === 'POST' ? { method, body } : {});
		return answer.status;
	};
	for (const method of ['GET', 'POST']) {
		for (const name of isSigned ? ['k', 'signature'] : ['k']) {
			expect(await tamper((url) => url.searchParams.set(name, '1'), method)).toBe(
				isSigned ? 401 : 403,
			);
		}
		expect(await tamper((url) => url.searchParams.delete('k'), method)).toBe(isSigned ? 401 : 403);
	}
	expect(await stack.statusOf(id)).toBe('waiting');
});

it('goes on without an answer when the time is over, and a later answer changes nothing', async () => {
	const { id, link } = unanswered;
	const ended = await outputOf(id);
	expect(ended).toMatchObject([{ order: 'A-1', approved: false, timedOut: true }]);
	expect((await post(link, { decision: 'approve' })).html).not.toContain('Thank you');
	expect(await outputOf(id)).toEqual(ended);
});

describe('where an execution may wait', () => {
	it('in a sub-workflow: the calling one goes on with the answer', async () => {
		const first: Step = {
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const called = await stack.store(chain('Called', [askStep()], first));
		// n8n 2 runs only what is published.
		await stack.client.activate(called).catch(() => undefined);
		const call: Step = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: called.id },
				options: { waitForSubWorkflow: true },
			},
		};
		const id = await stack.ask(chain('Calling', [order, call]));
		await answer('Approve');
		expect(await outputOf(id, 'Call')).toMatchObject([{ order: 'A-1', approved: true }]);
	});

	it('in a node of any name, whose workflow is renamed and changed meanwhile', async () => {
		const name = `Ask "Dana's" {{ node }} \\ שאלה`;
		const workflow = await stack.store(chain('Renamed', [order, askStep({}, name)]));
		const id = await stack.ask(workflow);
		const nodes = workflow.nodes.map((node) =>
			node.name === name ? { ...node, name: 'Another', parameters: {} } : node,
		);
		await stack.client.request('PATCH', `/workflows/${workflow.id}`, { nodes, connections: {} });
		await answer('Approve');
		expect(await outputOf(id, name)).toMatchObject([{ approved: true }]);
	});

	it('for each of two branches that lead to the node', async () => {
		const json = chain('Branches', [order, askStep()]);
		const to = { node: ASK, type: 'main', index: 0 };
		json.connections[order.name] = { main: [[to, to]] };
		const id = await stack.ask(json);
		const first = linkTo(stack, MANAGER);
		await answer('Approve');
		await until(async () => (linkTo(stack, MANAGER) === first ? undefined : true));
		await stack.waiting(id);
		await answer('Decline');
		expect(await outputOf(id)).toMatchObject([{ approved: true }, { approved: false }]);
	});
});
