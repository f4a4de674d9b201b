// If this fails, a person's answer does not resume the workflow, or something else does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';

import { demoOwner, startStack, type Stack } from '../../demo/startStack';
import { chain, itemsStep, START, type Step } from '../../n8n/chain';
import { ensureN8n } from '../../n8n/install';
import { startN8n } from '../../n8n/start';
import { startBrowser } from '../../n8n/editor/browser';
import { Phone } from '../../n8n/editor/phone';
import { itemsOf, readExecution, runWorkflow, waitForExecution } from '../../n8n/executions';
import type { WorkflowJson } from '../../n8n/types';
import { pageTexts } from '../../nodes/shared/question/pageTexts';
import { answerAtOnce } from '../answers';
import { linkTo, takePicture } from './support/phone';
import { until } from './support/until';
import { version } from './support/version';

/** A question to a person: a real n8n waits, and the person answers in a real browser of a phone's size. */

const ASK = 'Ask';
const MANAGER = '0570002233';
const OTHER = '0570002234';

let stack: Stack;
let browser: Browser;
let phone: Phone;

beforeAll(async () => {
	const userFolder = await mkdtemp(path.join(tmpdir(), 'extapi-n8n-'));
	stack = await startStack({ n8n: { userFolder }, emulator: { campaignStepMs: 60_000 } });
	browser = await startBrowser();
	phone = await Phone.of(browser);
});
afterAll(async () => {
	await browser?.close();
	// Another process than the stack began with, after the restart.
	await stack?.n8n.stop();
	await stack?.stop();
	await rm(stack.n8n.userFolder, { recursive: true, force: true });
});
beforeEach(() => stack.emulator.control.reset());

const askStep = (parameters: Record<string, unknown> = {}, type = 'extApiSms'): Step => ({
	name: ASK,
	type: `n8n-nodes-extapi.${type}`,
	parameters: {
		...{ resource: 'message', operation: 'sendAndWait', phoneNumbers: MANAGER },
		...{ message: 'Refund 120 to Dana Levi?', ...parameters },
		...(type === 'extApiSms' ? { sender: 'MyShop' } : {}),
	},
});

const order = itemsStep(`return [{ json: { order: 'A-1' } }];`);

/** Starts a workflow, and hands over its execution once it waits. */
async function start(json: WorkflowJson): Promise<string> {
	const workflow = await stack.client.createWorkflow(json, [stack.credential]);
	return await waiting(await runWorkflow(stack.client, workflow, START));
}

/** Starts one that asks. */
const ask = async (parameters: Record<string, unknown> = {}, type = 'extApiSms') =>
	await start(chain('Asking', [order, askStep(parameters, type)]));

/** Taps a button of a page, whose answer is taken then. */
async function tap(page: Page, button: string, title = 'Thank you'): Promise<void> {
	await page.getByRole('button', { name: button }).tap();
	await page.getByRole('heading', { name: title }).waitFor();
}

/** Answers what a phone was asked last. */
const answer = async (button: string) =>
	await tap(await phone.open(linkTo(stack, MANAGER)), button);

async function waiting(id: string): Promise<string> {
	await until(async () => {
		const { status } = await readExecution(stack.client, id);
		return status === 'new' || status === 'running' ? undefined : status;
	});
	const { status, error } = await readExecution(stack.client, id);
	expect({ status, error }).toEqual({ status: 'waiting', error: undefined });
	return id;
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

const soonOver = {
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
	},
};
const statusOf = async (id: string) => (await readExecution(stack.client, id)).status;

async function outputOf(id: string): Promise<Record<string, unknown>[]> {
	const execution = await waitForExecution(stack.client, id);
	expect(execution.error).toBeUndefined();
	expect(execution.status).toBe('success');
	return itemsOf(execution, ASK).map(({ json }) => json as Record<string, unknown>);
}

/** Asked first and looked at last: n8n looks only once a minute for those whose time is over. */
let unanswered: string;
beforeAll(async () => {
	unanswered = await ask({ options: soonOver });
});

describe('a question by SMS', () => {
	it('goes on with one tap', async () => {
		const id = await ask();
		const page = await phone.open(linkTo(stack, MANAGER));
		await takePicture(page, 'answer-en-light');
		expect(await page.locator('.message').innerText()).toBe('Refund 120 to Dana Levi?');
		await tap(page, 'Approve');
		await takePicture(page, 'answer-thanks');
		expect(await outputOf(id)).toEqual([
			{
				...{ order: 'A-1', approved: true, answeredBy: MANAGER },
				answeredAt: expect.stringMatching(/^\d{4}-/) as string,
				...{ confirmedByCode: false, timedOut: false },
				sentTo: [{ phone: MANAGER, taskId: expect.stringMatching(/^\d+$/) as string }],
				messages: expect.any(Number) as number,
			},
		]);
	});

	it('may be declined', async () => {
		const id = await ask();
		const dark = await Phone.of(browser, 'dark');
		const page = await dark.open(linkTo(stack, MANAGER));
		await takePicture(page, 'answer-en-dark');
		await tap(page, 'Decline');
		await dark.close();
		expect(await outputOf(id)).toMatchObject([{ approved: false }]);
	});

	it('is not answered by previews and scanners, whatever they open', async () => {
		stack.emulator.control.changeSettings({ openLinksAfterMs: 600_000 });
		const id = await ask();
		stack.emulator.control.advance({ minutes: 10 });
		const opened = await until(async () => {
			const links = stack.emulator.control.openedLinks();
			return links.length === 4 ? links : undefined;
		});
		expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(await statusOf(id)).toBe('waiting');
		const page = await phone.open(linkTo(stack, MANAGER));
		await page.getByRole('button', { name: 'Approve' }).tap();
		expect(await outputOf(id)).toMatchObject([{ approved: true }]);
	});
});

describe('other ways to answer', () => {
	it('a free text', async () => {
		const id = await ask({ responseType: 'freeText', message: 'How much may be refunded?' });
		const page = await phone.open(linkTo(stack, MANAGER));
		await page.getByLabel('Your answer').fill('Only <b>100</b>');
		await tap(page, 'Send');
		expect(await outputOf(id)).toMatchObject([{ text: 'Only <b>100</b>' }]);
	});

	it('a form, whose mistakes are named while what was entered stays', async () => {
		const id = await ask({
			responseType: 'customForm',
			message: 'שלום דנה, שלוש שאלות לפני הביקור מחר:',
			formFields: {
				values: [
					{
						...{ fieldLabel: 'איך ההרגשה היום?', fieldType: 'radio', requiredField: true },
						fieldOptions: { values: [{ option: 'טובה' }, { option: 'לא טובה' }] },
					},
					{ fieldLabel: 'חום', fieldType: 'number' },
					{ fieldLabel: 'משהו נוסף?', fieldType: 'textarea' },
				],
			},
			options: { pageLanguage: 'he' },
		});
		const dark = await Phone.of(browser, 'dark');
		const page = await dark.open(linkTo(stack, MANAGER));
		await takePicture(page, 'form-he-dark');
		await page.getByLabel('חום').fill('הרבה');
		await page.getByLabel('לא טובה').check();
		await page.getByRole('button', { name: 'שליחה' }).tap();
		await page.getByText('יש להזין מספר.').waitFor();
		await takePicture(page, 'form-he-dark-wrong');
		await page.getByLabel('חום').fill('38.5');
		await tap(page, 'שליחה', 'תודה');
		await dark.close();
		expect(await outputOf(id)).toMatchObject([
			{ fields: { 'איך ההרגשה היום?': 'לא טובה', חום: 38.5, 'משהו נוסף?': null } },
		]);
	});

	it('by chat', async () => {
		stack.emulator.control.inbound(MANAGER);
		const message = 'לאשר החזר של 120 לדנה לוי?';
		const id = await ask({ message, options: { pageLanguage: 'he' } }, 'extApiChat');
		const page = await phone.open(linkTo(stack, MANAGER));
		await takePicture(page, 'answer-he-light');
		await tap(page, 'אישור', 'תודה');
		expect(await outputOf(id)).toMatchObject([{ approved: true, answeredBy: MANAGER }]);
	});

	it.each(['ar', 'ru'] as const)('in the language %s', async (pageLanguage) => {
		const id = await ask({ options: { pageLanguage } });
		const dark = await Phone.of(browser, 'dark');
		const page = await dark.open(linkTo(stack, MANAGER));
		await takePicture(page, `answer-${pageLanguage}-dark`);
		await page.getByRole('button').first().tap();
		await page.getByRole('heading', { name: pageTexts[pageLanguage].thanks.title }).waitFor();
		await dark.close();
		expect(await outputOf(id)).toMatchObject([{ approved: true }]);
	});

	it('with a one-time code, which a forwarded link does not bring', async () => {
		const id = await ask({ options: { confirmByCode: true } });
		const page = await phone.open(linkTo(stack, MANAGER));
		expect(stack.emulator.control.codes(MANAGER)).toEqual([]);
		await page.getByRole('button', { name: 'Approve' }).tap();
		await page.getByText('A code was sent to the phone number ending in 33').waitFor();
		await takePicture(page, 'answer-code');
		const [{ code }] = stack.emulator.control.codes(MANAGER);
		await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
		await page.getByRole('button', { name: 'Confirm' }).tap();
		await page.getByText('This code is wrong').waitFor();
		expect(await statusOf(id)).toBe('waiting');
		await page.getByLabel('Code').fill(code);
		await tap(page, 'Confirm');
		expect(await outputOf(id)).toMatchObject([{ approved: true, confirmedByCode: true }]);
	});
});

describe.each(['he', 'ar'] as const)(
	'the page that asks for a code, in the language %s',
	(language) => {
		const texts = pageTexts[language];

		it.each(['light', 'dark'] as const)('is written from right to left, %s', async (colors) => {
			const message = { he: 'לאשר החזר של 120 לדנה לוי?', ar: 'هل توافق على رد مبلغ 120؟' }[
				language
			];
			const values = { approvalType: 'double', approveLabel: 'Refund 120 ₪ (A-17)' };
			const options = { pageLanguage: language, confirmByCode: true };
			const id = await ask({ message, approvalOptions: { values }, options });
			const own = await Phone.of(browser, colors);
			const page = await own.open(linkTo(stack, MANAGER));
			await page.getByRole('button', { name: values.approveLabel }).tap();
			await page.getByText(texts.codeSent).waitFor();
			await takePicture(page, `answer-code-${language}-${colors}`);
			// What is in another script stands below its label all the same.
			const [label, answer, field] = await Promise.all(
				['dt', 'dd', 'label'].map(async (name) => await textBox(page.locator(name).first())),
			);
			expect(answer.right).toBe(label.right);
			expect(field.right).toBeGreaterThan(300);

			stack.emulator.control.addFaults([{ kind: 'resetAfter', endpoint: 'sendOtp', times: 1 }]);
			const [{ code }] = stack.emulator.control.codes(MANAGER);
			for (const says of [texts.codeUnchecked, texts.codeSpent]) {
				await page.getByLabel(texts.code).fill(code);
				await page.getByRole('button', { name: texts.confirm }).tap();
				await page.getByText(says).waitFor();
				expect(await statusOf(id)).toBe('waiting');
			}
			await takePicture(page, `answer-code-spent-${language}-${colors}`);
			await page.getByRole('button', { name: texts.newCode }).tap();
			await page.getByText(texts.codeSent).waitFor();
			await page.getByLabel(texts.code).fill(stack.emulator.control.codes(MANAGER).at(-1)!.code);
			await page.getByRole('button', { name: texts.confirm }).tap();
			await page.getByRole('heading', { name: texts.thanks.title }).waitFor();
			await own.close();
			expect(await outputOf(id)).toMatchObject([{ approved: true, confirmedByCode: true }]);
		});
	},
);

describe('several people', () => {
	it('the first answer decides; afterward the others read that there is nothing to do', async () => {
		const id = await ask({ phoneNumbers: `${MANAGER},${OTHER}` });
		const [first, second] = [linkTo(stack, MANAGER), linkTo(stack, OTHER)];
		const slow = await phone.open(second);
		const quick = await phone.open(first);
		await tap(quick, 'Decline');
		expect(await outputOf(id)).toMatchObject([{ approved: false, answeredBy: MANAGER }]);
		await slow.getByRole('button', { name: 'Approve' }).tap();
		await slow.getByText('No action required').waitFor();
		expect(await outputOf(id)).toHaveLength(1);
	});

	it('of two answers at the same moment one counts', async () => {
		const id = await ask({ phoneNumbers: `${MANAGER},${OTHER}` });
		const links = [linkTo(stack, MANAGER), linkTo(stack, OTHER)];
		const said = await answerAtOnce([...links, ...links]);
		expect(said.filter((page) => page.includes('Thank you'))).toHaveLength(1);
		const [{ approved, answeredBy }] = await outputOf(id);
		expect(answeredBy).toBe(approved ? MANAGER : OTHER);
		const { runData } = await readExecution(stack.client, id);
		expect(runData[ASK]).toHaveLength(1);
	});
});

describe('a forged answer', () => {
	it('opens and changes nothing', async () => {
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
			expect(await tamper((url) => url.searchParams.delete('k'), method)).toBe(
				isSigned ? 401 : 403,
			);
		}
		expect(await tamper(() => {}, 'POST')).toBe(403);
		expect(await statusOf(id)).toBe('waiting');
	});
});

describe('an answer that does not count', () => {
	/** Sends the form of a page as a browser does. */
	const post = async (link: string, fields: Record<string, string>) => {
		const body = new FormData();
		for (const [name, value] of Object.entries(fields)) body.append(name, value);
		const answer = await fetch(link, { method: 'POST', body });
		return { status: answer.status, html: await answer.text() };
	};
	const proofOf = async (link: string) =>
		/name="proof" value="([^"]+)"/.exec(await (await fetch(link)).text())![1];
	/** A link with the parameters of another one. */
	const mixed = (link: string, other: string, names: string[]) => {
		const address = new URL(link);
		for (const name of names) {
			const value = new URL(other).searchParams.get(name);
			if (value !== null) address.searchParams.set(name, value);
		}
		return String(address);
	};
	const everything = ['k', 'signature'];

	it('has the keys of another person, execution or node', async () => {
		const id = await ask({ phoneNumbers: `${MANAGER},${OTHER}` });
		const [own, others] = [linkTo(stack, MANAGER), linkTo(stack, OTHER)];
		const proof = await proofOf(own);
		const answer = { proof, decision: 'approve' };
		const tried = [await post(others, answer), await post(mixed(own, others, ['k']), answer)];
		stack.emulator.control.reset();
		const twoNodes = chain('Two questions', [
			order,
			askStep(),
			{ ...askStep(), name: 'Ask again' },
		]);
		const second = await start(twoNodes);
		const secondLink = linkTo(stack, MANAGER);
		tried.push(
			await post(secondLink, answer),
			await post(mixed(secondLink, own, everything), answer),
			await post(mixed(own, secondLink, everything), answer),
		);
		const ofFirstNode = { proof: await proofOf(secondLink), decision: 'approve' };
		const said = await post(secondLink, ofFirstNode);
		expect(said.html).toContain('Thank you');
		await until(async () => (linkTo(stack, MANAGER) === secondLink ? undefined : true));
		await waiting(second);
		const thirdLink = linkTo(stack, MANAGER);
		tried.push(
			await post(thirdLink, ofFirstNode),
			await post(mixed(thirdLink, secondLink, everything), ofFirstNode),
			await post(secondLink, ofFirstNode),
		);
		for (const { status, html } of tried) {
			expect(html).not.toContain('Thank you');
			// A node that has its answer is n8n's own to speak for.
			if (!html.includes('No action required')) expect([401, 403, 404]).toContain(status);
		}
		expect([await statusOf(id), await statusOf(second)]).toEqual(['waiting', 'waiting']);
	});

	it('comes in another form than the one of the page', async () => {
		const id = await ask();
		const link = linkTo(stack, MANAGER);
		const proof = await proofOf(link);
		const fields = { proof, decision: 'approve' };
		const bodies: Array<[string, string]> = [
			['application/json', JSON.stringify(fields)],
			['application/json', JSON.stringify({ data: fields, files: {} })],
			['application/json', JSON.stringify({ data: { proof, decision: ['approve'] } })],
			['application/x-www-form-urlencoded', String(new URLSearchParams(fields))],
			['text/plain', String(new URLSearchParams(fields))],
		];
		for (const [type, body] of bodies) {
			const headers = { 'Content-Type': type };
			const { status } = await fetch(link, { method: 'POST', headers, body });
			expect({ type, status }).toEqual({ type, status: 400 });
		}
		for (const decision of ['approve ', 'Approve', 'approve\u0000', 'true']) {
			expect((await post(link, { proof, decision })).status).toBe(400);
		}
		expect((await post(link, { ...fields, proof: `${proof} ` })).status).toBe(403);
		expect(await statusOf(id)).toBe('waiting');
		expect((await post(link, fields)).html).toContain('Thank you');
		expect(await outputOf(id)).toMatchObject([{ approved: true }]);
	});

	it('comes after the time is over, or a second time', async () => {
		const id = await ask({ options: soonOver });
		const link = linkTo(stack, MANAGER);
		const proof = await proofOf(link);
		const [ended] = await outputOf(id);
		const late = await post(link, { proof, decision: 'approve' });
		expect(late.html).not.toContain('Thank you');
		expect(await outputOf(id)).toEqual([ended]);
		expect(ended).toMatchObject({ timedOut: true });

		const other = await ask();
		const twice = linkTo(stack, MANAGER);
		const own = await proofOf(twice);
		expect((await post(twice, { proof: own, decision: 'decline' })).html).toContain('Thank you');
		const again = await post(twice, { proof: own, decision: 'approve' });
		expect(again.html).not.toContain('Thank you');
		expect(await outputOf(other)).toMatchObject([{ approved: false }]);
	});
});

it('HTML and script of a message and of labels are text', async () => {
	const code = '<script>document.title="run"</script><img src=x onerror="document.title=1">';
	const values = { approvalType: 'double', approveLabel: `"><b>${'x'.repeat(10)}` };
	const id = await ask({ message: code, approvalOptions: { values } });
	const context = await browser.newContext();
	const page = await context.newPage();
	await page.goto(linkTo(stack, MANAGER));
	expect(await page.locator('.message').innerText()).toBe(code);
	expect(await page.title()).toBe('Your answer is needed');
	expect(await page.locator('script, img, b').count()).toBe(0);
	await page.getByRole('button', { name: values.approveLabel }).click();
	await page.getByRole('heading', { name: 'Thank you' }).waitFor();
	await context.close();
	expect(await outputOf(id)).toMatchObject([{ approved: true }]);
});

it('goes on without an answer when the time is over', async () => {
	const [output] = await outputOf(unanswered);
	expect(output).toMatchObject({ order: 'A-1', approved: false, timedOut: true });
});

describe('where an execution may wait', () => {
	/** The nodes of a workflow that another one calls. */
	const called = async () => {
		const first: Step = {
			name: 'Called',
			type: 'n8n-nodes-base.executeWorkflowTrigger',
			typeVersion: 1.1,
			parameters: { inputSource: 'passthrough' },
		};
		const workflow = await stack.client.createWorkflow(chain('Called', [askStep()], first), [
			stack.credential,
		]);
		// n8n 2 runs only what is published.
		await stack.client.activate(workflow).catch(() => undefined);
		return workflow;
	};

	it('in a sub-workflow: the calling one goes on with the answer', async () => {
		const { id: workflowId } = await called();
		const call: Step = {
			name: 'Call',
			type: 'n8n-nodes-base.executeWorkflow',
			typeVersion: 1.2,
			parameters: {
				workflowId: { __rl: true, mode: 'id', value: workflowId },
				options: { waitForSubWorkflow: true },
			},
		};
		const calling = await stack.client.createWorkflow(chain('Calling', [order, call]));
		const id = await waiting(await runWorkflow(stack.client, calling, START));
		await answer('Approve');
		const execution = await waitForExecution(stack.client, id);
		expect(execution.status).toBe('success');
		// Before 2.0 n8n hands a calling workflow its own input when the called one has waited.
		const answered = version === '1.123' ? {} : { approved: true };
		const [{ json }] = itemsOf(execution, 'Call');
		expect(json).toMatchObject({ order: 'A-1', ...answered });
	});

	it('in a node of any name, whose workflow is renamed and changed meanwhile', async () => {
		const name = `Ask "Dana's" {{ node }} \\ שאלה`;
		const workflow = await stack.client.createWorkflow(
			chain('Renamed', [order, { ...askStep(), name }]),
			[stack.credential],
		);
		const id = await waiting(await runWorkflow(stack.client, workflow, START));
		const nodes = workflow.nodes.map((node) =>
			node.name === name ? { ...node, name: 'Another', parameters: {} } : node,
		);
		await stack.client.request('PATCH', `/workflows/${workflow.id}`, { nodes, connections: {} });
		await answer('Approve');
		const execution = await waitForExecution(stack.client, id);
		expect(itemsOf(execution, name).map(({ json }) => json)).toMatchObject([{ approved: true }]);
	});

	it('in a loop: each round asks anew, and the link of the round before is worthless', async () => {
		const loop: Step = {
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		};
		const items = itemsStep(`return [1, 2].map((order) => ({ json: { order } }));`);
		const message = '=Refund order {{ $json.order }}?';
		const json = chain('Loop', [items, loop, askStep({ message })]);
		json.connections.Loop = { main: [[], [{ node: ASK, type: 'main', index: 0 }]] };
		json.connections[ASK] = { main: [[{ node: 'Loop', type: 'main', index: 0 }]] };
		const id = await start(json);
		const first = linkTo(stack, MANAGER);
		const page = await phone.open(first);
		await tap(page, 'Approve');
		await until(async () => (linkTo(stack, MANAGER) === first ? undefined : true));
		await waiting(id);
		expect((await fetch(first)).status).toBe(403);
		const second = await phone.open(linkTo(stack, MANAGER));
		expect(await second.locator('.message').innerText()).toBe('Refund order 2?');
		await second.getByRole('button', { name: 'Decline' }).tap();
		const outputs = await outputOf(id);
		expect(outputs).toMatchObject([
			{ order: 1, approved: true },
			{ order: 2, approved: false },
		]);
	});

	it('for each of two branches that lead to the node', async () => {
		const json = chain('Branches', [order, askStep()]);
		const to = { node: ASK, type: 'main', index: 0 };
		json.connections[order.name] = { main: [[to, to]] };
		const id = await start(json);
		const first = linkTo(stack, MANAGER);
		await answer('Approve');
		await until(async () => (linkTo(stack, MANAGER) === first ? undefined : true), 30_000);
		await waiting(id);
		await answer('Decline');
		expect(await outputOf(id)).toMatchObject([{ approved: true }, { approved: false }]);
	});

	it('over a restart of n8n', async () => {
		const id = await ask();
		const link = linkTo(stack, MANAGER);
		const page = await phone.open(link);
		const { userFolder, url } = stack.n8n;
		await stack.n8n.stop();
		const installation = await ensureN8n(version);
		const preferredPort = Number(new URL(url).port);
		stack.n8n = await startN8n({ installation, userFolder, preferredPort });
		expect(stack.n8n.url).toBe(url);
		await stack.client.logIn(demoOwner);
		expect(await statusOf(id)).toBe('waiting');
		await tap(page, 'Approve');
		expect(await outputOf(id)).toMatchObject([{ approved: true }]);
	});
});
