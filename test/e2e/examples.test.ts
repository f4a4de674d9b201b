// If this fails, an example that people import does not run.
import axios from 'axios';

import { nodeNames, nodeOf, readExample } from '../../demo/exampleWorkflows';
import { demoToken } from '../../demo/startStack';
import { chain, itemsStep } from '../../n8n/chain';
import { itemsOf } from '../../n8n/executions';
import type { Execution } from '../../n8n/types';
import { TRIGGER_PATH } from '../../nodes/shared/rules/addresses';
import { sendStep } from '../steps';
import { modelFor } from './support/agent';
import { openForm } from './support/form';
import { stackForTests } from './support/stack';
import { until } from './support/until';
import { importWithTable, tablesByHand } from './support/tables';

/** Each example is imported from its file as it is and run. The two of the demo have a test of their own. */

const stack = stackForTests();

/** Runs an example to its end, with something that happens meanwhile. */
async function runExample(file: string, meanwhile = async () => {}): Promise<Execution> {
	const running = stack.succeed(readExample(file), nodeNames.start);
	return (await Promise.all([running, meanwhile()]))[0];
}

const post = async (path: string, body: object) =>
	await axios.post<unknown>(`${stack.n8n.url}/webhook/${path}`, body, {
		validateStatus: () => true,
	});

const dataOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => json);

describe('examples', () => {
	it('invoice by chat: the attachment goes as a reply, or with a template', async () => {
		stack.control.changeSettings({ fetchCampaignFiles: true });
		stack.control.inbound('0570001001');
		const execution = await runExample('invoice-by-chat.json');
		expect(dataOf(execution, 'Sent')).toHaveLength(1);
		expect(dataOf(execution, 'Send with a template')).toHaveLength(1);
		const { entries } = stack.control.ledger();
		expect(entries.map(({ phone, channel }) => `${phone} ${channel}`)).toEqual([
			'0570001001 chatReply',
			'0570001002 chat',
		]);
		const downloads = await until(async () => {
			const all = stack.control.downloads();
			return all.length >= 2 ? all : undefined;
		});
		expect(downloads).toMatchObject([{ kind: 'document' }, { kind: 'document' }]);
		expect(downloads.map(({ address }) => new URL(address).searchParams.get('name'))).toEqual([
			'Invoice A-1001.pdf',
			'Invoice A-1002.pdf',
		]);
	});

	it('invoice by chat: what may have been sent goes by no other way', async () => {
		for (const phone of ['0570001001', '0570001002']) stack.control.inbound(phone);
		stack.control.addFaults([{ kind: 'resetAfter', endpoint: 'sendWa', nth: 2 }]);
		const execution = await runExample('invoice-by-chat.json');
		expect(dataOf(execution, 'To look at')).toMatchObject([
			{ phone: '0570001002', error: expect.stringMatching(/^The outcome is unknown/) as string },
		]);
		expect(stack.control.ledger()).toMatchObject({ total: 2, duplicates: [] });
	});

	it('status loop: looks until the campaign has ended', async () => {
		const { control } = stack.emulator;
		control.changeSettings({ campaignStepMs: 600_000 });
		const execution = await runExample('campaign-status-loop.json', async () => {
			const isAsked = ({ endpoint }: { endpoint: string | null }) => endpoint === 'taskStatus';
			await until(async () => control.requests().some(isAsked) || undefined);
			// START, and END.
			for (let step = 0; step < 2; step++) control.advance({ minutes: 10 });
		});
		expect(execution.runData['Campaign status'].length).toBeGreaterThan(1);
		expect(dataOf(execution, 'Result')).toMatchObject([{ status: 'done', notSent: [] }]);
	});

	it('contact sync: sorts registered, blocked and wrong contacts', async () => {
		const execution = await runExample('contact-sync.json');
		expect(dataOf(execution, 'Registered')).toEqual([
			{ phone: '0570001001', result: 'ALREADY_REG' },
			{ phone: '0570034444', result: 'OK' },
		]);
		expect(dataOf(execution, 'Blocked')).toEqual([
			{ phone: '0570011023', note: 'Chen opted out of this list' },
		]);
		expect(dataOf(execution, 'Rows to correct')).toEqual([
			{ phone: '12', reason: expect.stringContaining('a valid') as string },
		]);
		const added = stack.control.contacts(1001).find(({ phone }) => phone === '0570034444');
		expect(added?.fields).toMatchObject({ fname: 'Lior', lname: 'Green' });
	});
});

describe('OTP login', () => {
	const phone = '0570002233';
	const start = async (body: object) => await post('otp-login/start', body);
	const verify = async (body: object) => await post('otp-login/verify', body);

	beforeAll(async () => {
		await stack.publish(readExample('otp-login.json'), ['otp-login/start', 'otp-login/verify']);
	});

	it('sends a code, refuses a wrong one, accepts the right one', async () => {
		expect(await start({ phone })).toMatchObject({ status: 200, data: { sent: true } });
		const [{ code, text }] = stack.control.codes(phone);
		expect(text).toBe(`Your MyShop code is ${code}`);
		expect(code).toMatch(/^\d{6}$/);

		const wrong = code === '000000' ? '111111' : '000000';
		expect(await verify({ phone, code: wrong })).toMatchObject({
			status: 401,
			data: { valid: false },
		});
		expect(await verify({ phone, code })).toMatchObject({ status: 200, data: { valid: true } });
	});

	it('says that too many codes were asked for', async () => {
		await start({ phone });
		await start({ phone });
		expect(await start({ phone })).toMatchObject({
			status: 429,
			data: { sent: false, message: expect.stringContaining('wait 5 minutes') as string },
		});
		expect(stack.control.codes(phone)).toHaveLength(2);
	});

	it.each([{ phone: '12' }, {}])('answers 400 to %j', async (body) => {
		expect((await start(body)).status).toBe(400);
		expect((await verify({ ...body, code: '123456' })).status).toBe(400);
		expect((await verify({ phone })).status).toBe(400);
	});

	it('answers 502 when the service fails, without its words', async () => {
		const fault = { kind: 'plainError', endpoint: 'sendOtp' } as const;
		stack.control.addFaults([{ ...fault, description: 'token invalid' }]);
		const { status, data } = await start({ phone });
		expect(status).toBe(502);
		expect(JSON.stringify(data)).not.toContain('token');
	});
});

describe('Campaign events to a table', () => {
	it('keeps one row per campaign, with its end, counts and failed numbers', async () => {
		stack.control.changeSettings({ campaignStepMs: 500 });
		const file = 'campaign-events-to-table.json';
		const { workflow, rows: tableRows } = await importWithTable(stack, file, [
			'Row of the campaign',
		]);
		await stack.client.activate(workflow);
		const { webhookId } = nodeOf(workflow, nodeNames.trigger);
		await stack.client.waitForWebhook(`${webhookId}/${TRIGGER_PATH}`, 'GET');

		const send = async (...phones: string[]) => {
			const sms = sendStep({
				...{ operation: 'sendCampaign', mode: 'send', recipient: 'phone', message: 'Hello' },
				notifications: { notificationUrl: `${stack.n8n.url}/webhook/${webhookId}/${TRIGGER_PATH}` },
			});
			const items = JSON.stringify(phones.map((phone) => ({ json: { phone } })));
			const json = chain('Send', [itemsStep(`return ${items};`), sms]);
			return String(dataOf(await stack.succeed(json), 'Send')[0].taskId);
		};
		const good = await send('0570001001', '0570001002');
		const halfFailed = await send('0570001003', '0570000000', '0570020000');

		const events = 5;
		const creations = tablesByHand ? 0 : 1;
		const executions = await stack.executionsOf(workflow, events + creations);
		expect(executions.map(({ error }) => error)).toEqual(executions.map(() => undefined));
		const rows = await tableRows();
		expect(rows).toHaveLength(2);
		const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
		const ended = { channel: 'sms', endedBy: 'END', startedAt: time, endedAt: time };
		expect(rows).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ ...ended, taskId: good, sentCount: 2, failedCount: null }),
				expect.objectContaining({
					...{ ...ended, taskId: halfFailed, sentCount: 1, failedCount: 2 },
					failedNumbers: '0570000000, 0570020000',
				}),
			]),
		);
	});
});

describe('Balance alarm', () => {
	const operator = '0570004567';
	const messages = () => stack.control.ledger().entries.map(({ text }) => text);

	/** Moves messages to the sub-admin that has too few of them when the emulator starts. */
	async function fillSubAdmin() {
		await axios.post(`${stack.emulator.url}/extApi/manageSu.php`, {
			...{ token: demoToken, suid: 503, act: 'creditupdate', type: 'sms', amount: 500 },
		});
	}

	it('tells the operator once, and again after all was well', async () => {
		const { control } = stack.emulator;
		const workflow = await stack.store(readExample('balance-alarm.json'));
		const look = async () => {
			await stack.succeed(workflow, nodeNames.start);
			return messages();
		};

		const subAdmin = 'SMS balance: sub-admin 503 has 10.';
		expect(await look()).toEqual([subAdmin]);
		expect(control.ledger().entries[0].phone).toBe(operator);
		await fillSubAdmin();
		expect(await look()).toEqual([subAdmin]);

		control.changeAccount({ sms: 40 });
		const account = 'SMS balance: the account has 40.';
		expect(await look()).toEqual([subAdmin, account]);
		expect(await look()).toEqual([subAdmin, account]);

		control.changeAccount({ sms: 5_000 });
		expect(await look()).toEqual([subAdmin, account]);
		control.changeAccount({ sms: 30 });
		expect(await look()).toEqual([subAdmin, account, 'SMS balance: the account has 30.']);
	});

	it('tries again when the message could not be sent', async () => {
		const workflow = await stack.store(readExample('balance-alarm.json'));
		stack.control.addFaults([
			{ kind: 'plainError', description: 'No IP', match: { list: operator }, times: 1 },
		]);
		const failed = await stack.run(workflow, nodeNames.start);
		expect(failed.status).toBe('error');
		expect(failed.error?.message).toMatch(/^The alarm was not sent: .*No IP/);
		expect(messages()).toEqual([]);

		await stack.succeed(workflow, nodeNames.start);
		expect(messages()).toEqual(['SMS balance: sub-admin 503 has 10.']);
	});

	it('tells once when it runs by itself', async () => {
		const example = readExample('balance-alarm.json');
		// Only so that the test need not wait for hours; on a busy machine a run takes more than a second.
		nodeOf(example, 'Every hour').parameters.rule = {
			interval: [{ field: 'seconds', secondsInterval: 6 }],
		};
		const workflow = await stack.publish(example, []);
		const executions = await stack.executionsOf(workflow, 3);
		await stack.client.deactivate(workflow);
		expect(executions.map(({ mode, status, error }) => [mode, status, error?.message])).toEqual(
			executions.map(() => ['trigger', 'success', undefined]),
		);
		expect(messages()).toEqual(['SMS balance: sub-admin 503 has 10.']);
	});
});

describe('Form to automation', () => {
	beforeAll(async () => {
		await stack.publish(readExample('form-to-automation.json'), []);
	});

	/** Fills in the form, submits it and waits for a page with the given text. */
	async function submitUntil(text: string) {
		const page = await openForm(stack, 'interest');
		await page.getByLabel('Name').fill('Dana Levi');
		await page.getByLabel('Phone').fill('057-000-2233');
		await page.getByLabel('City').fill('Haifa');
		await page.getByLabel('Interest').selectOption('Special offers');
		await page.getByLabel('Call me on').fill('2030-05-14');
		await page.getByRole('button', { name: 'Submit' }).click();
		await page.getByText(text).waitFor();
		await page.close();
	}

	it('starts the automation with what was entered', async () => {
		await submitUntil('Thank you, Dana Levi');
		expect(stack.control.runs()).toMatchObject([
			{
				autoid: 701,
				variables: {
					'trigger.name': 'Dana Levi',
					'trigger.phone': '972570002233',
					'trigger.city': 'Haifa',
				},
			},
		]);
		// The emulator's automation declares no more, and drops the others.
		const [{ parameters }] = stack.control.requests();
		expect(parameters).toMatchObject({ interest: 'Special offers', callOn: '2030-05-14' });
	});

	it('says so when the automation could not be started', async () => {
		stack.control.addFaults([{ kind: 'plainError', description: 'No IP' }]);
		await submitUntil('That did not work');
		expect(stack.control.runs()).toEqual([]);
	});
});

describe('AI agent reply', () => {
	it('sends the reply of the model once, to the customer who wrote', async () => {
		const phone = '0570002233';
		const text = 'We are open from 9 to 18.';
		const { model, openAi } = await modelFor(stack, [
			...[{ tool: 'Send_chat_reply', arguments: { text } }, 'The customer has the answer.'],
		]);
		try {
			const example = readExample('ai-agent-reply.json');
			const workflow = await stack.publish(example, ['chat-message'], 'POST', openAi);
			stack.control.inbound(phone);
			await post('chat-message', { from: phone, text: 'When are you open?' });

			const [execution] = await stack.executionsOf(workflow, 1);
			expect(execution.error).toBeUndefined();
			expect(dataOf(execution, 'Answer the customer')).toEqual([
				{ output: 'The customer has the answer.' },
			]);
		} finally {
			await model.stop();
		}
		expect(model.requests).toHaveLength(2);
		const [{ messages, tools }] = model.requests;
		expect(JSON.stringify(messages)).toContain('When are you open?');
		// The recipient comes from the workflow, so no text of a customer can talk the model into another.
		expect(tools?.map((tool) => Object.keys(tool.function?.parameters?.properties ?? {}))).toEqual([
			['text'],
		]);
		expect(JSON.stringify(model.requests)).not.toContain(demoToken);
		expect(stack.control.ledger()).toMatchObject({
			entries: [{ channel: 'chatReply', phone, text, count: 1 }],
			total: 1,
		});
	});
});
