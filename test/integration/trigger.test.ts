// If this fails, a workflow starts for a forged or filtered event, or misses a real one.
import 'reflect-metadata';
import type {
	IDataObject,
	INodeParameters,
	INodePropertyOptions,
	IWebhookFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { ExtApiTrigger } from '../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { triggerFields } from '../../nodes/ExtApiTrigger/triggerFields';
import { notificationKey } from '../../nodes/shared/service/notificationAddress';
import { OneCredential } from './harness/credentials';
import { hostile, MOST_MS, processorTime, SIZE } from './harness/hostile';
import { serviceForTests } from './harness/serviceForTests';
import { calledTrigger } from './harness/triggerN8n';

const service = serviceForTests({ campaignStepMs: 60_000 });
const WEBHOOK_ID = '4f3c2b1a-0000-4000-8000-000000000001';
const token = 'demo-token-full';
const key = (channel: 'sms' | 'chat' = 'sms') =>
	notificationKey(token, 'trigger', WEBHOOK_ID, channel);

let workflows = 0;

/** Lets the trigger answer one request, in n8n-core's real webhook context. */
async function notify(
	query: IDataObject,
	given = key(),
	parameters: INodeParameters = {},
	{
		id = `w${++workflows}`,
		mode = 'webhook' as WorkflowExecuteMode,
		headers = {} as IDataObject,
	} = {},
) {
	const trigger = new ExtApiTrigger();
	const answered: { status?: number; body?: IDataObject } = {};
	const response = {
		status: (status: number) => {
			answered.status = status;
			return response;
		},
		json: (body: IDataObject) => {
			answered.body = body;
			return response;
		},
	};
	const credentials = new OneCredential(service.credential(token));
	const opened = jest.spyOn(credentials, 'getDecrypted');
	const namesRead = new Set<string>();
	const noted = new Proxy({ key: given, ...query } as IDataObject, {
		get: (target, name: string) => {
			namesRead.add(name);
			return target[name];
		},
	});
	const additionalData = {
		credentialsHelper: credentials,
		httpRequest: { query: noted, params: {}, headers, body: {} },
		httpResponse: response,
	};
	const own = { id, webhookId: WEBHOOK_ID, parameters, mode };
	const called = calledTrigger(trigger, { ...own, additionalData });
	const { running: workflow, context } = called;
	const result = await trigger.webhook.call(context as unknown as IWebhookFunctions);
	const timesOpened = opened.mock.calls.length;
	const { workflowData, noWebhookResponse = false } = result;
	// As n8n answers (2.41.1, `webhook-helpers`): a workflow that starts, by what the description says first.
	const { responseData } = trigger.description.webhooks![0];
	const node = workflow.getNode('Trigger')!;
	const key = 'firstEntryJson';
	const read = [node, responseData, mode, {}, undefined, key] as const;
	const described = workflow.expression.getComplexParameterValue(...read);
	const said = (workflowData && described) || result.webhookResponse;
	// n8n answers by itself unless a node says that it has.
	expect(noWebhookResponse).toBe(answered.status !== undefined);
	const { status, body } = answered;
	const event = workflowData?.[0][0].json;
	return { status, body, event, said, timesOpened, namesRead: [...namesRead] };
}

describe('ExtApi Trigger', () => {
	const numbers = (info: string) => ({ msg: 'CP_SEND_ERROR', info });

	it('offers its events in order, and says which only one channel sends', () => {
		const events = triggerFields.find(({ name }) => name === 'events')!;
		const [, ...others] = events.options as INodePropertyOptions[];
		const names = others.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		const about = (value: string) => others.find((event) => event.value === value)?.description;
		expect(about('RATE_LIMIT')).toMatch(/ \(chat only\)$/);
		expect(about('NO_MSG_LEFT')).toMatch(/ \(SMS only\)$/);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['START', { msg: 'START' }, { event: 'START', failedNumbers: [] }],
		['END', { info: '12' }, { event: 'END', info: '12', sentCount: 12, failedNumbers: [] }],
		['CP_SEND_ERROR', numbers('0501,0502'), { failedNumbers: ['0501', '0502'] }],
		['CP_SEND_ERROR of one number, no count', numbers('0501'), { failedNumbers: ['0501'] }],
		['END with words where a count is documented', { info: 'soon' }, { info: 'soon' }],
	])('turns %s into an event', async (_name, query, event) => {
		const tid = '912345678901234567890';
		const { event: got } = await notify({ get: '1', msg: 'END', tid, ...query });
		expect(got).toMatchObject({ taskId: tid, channel: 'sms', ...event });
		expect(Date.parse(String(got?.receivedAt))).not.toBeNaN();
	});

	it('hands on what a person typed behind the address, and nothing of its own', async () => {
		const told = { get: '1', msg: 'END', tid: '7', info: '12', via: 'extapi' };
		expect((await notify(told)).event).not.toHaveProperty('query');
		const { event } = await notify({ ...told, page: '17', twice: ['1', '2'] });
		expect(event?.query).toEqual({ page: '17', twice: ['1', '2'] });
	});

	it.each<[string, string]>([
		['a key of the right length', `sms-${'0'.repeat(64)}`],
		['a key for another workflow', notificationKey(token, 'trigger', 'other', 'sms')],
		['a key for another channel under this name', key('chat').replace('chat', 'sms')],
	])('answers 403 and starts nothing for %s', async (_name, given) => {
		const result = await notify({ msg: 'END', tid: '7', info: '1' }, given);
		expect(result).toMatchObject({ status: 403, event: undefined, timesOpened: 1 });
		// Whether it is a link for a person shows by another name.
		expect(result.namesRead).toEqual(['o', 'key']);
	});

	it.each<[string, IDataObject, string]>([
		['without a key', {}, ''],
		['with a key that can be none', {}, `sms-${'0'.repeat(63)}`],
		['with the key twice', { key: [key(), key()] }, ''],
	])('turns a call away before n8n opens the credential: %s', async (_name, query, given) => {
		const result = await notify({ msg: 'END', tid: '7', info: '1', ...query }, given);
		expect(result).toMatchObject({ status: 403, event: undefined, timesOpened: 0 });
	});

	it.each<[string, IDataObject]>([
		['without an event', { msg: undefined }],
		['with an event from Object.prototype', { msg: 'constructor' }],
		['with two events', { msg: ['END', 'START'] }],
		['with an event of the other channel', { msg: 'RATE_LIMIT' }],
		['without a campaign code', { tid: undefined }],
		['with an odd campaign code', { tid: '7;drop' }],
	])('turns a call with the right key away: %s', async (_name, query) => {
		const result = await notify({ msg: 'END', tid: '7', info: '1', ...query });
		expect(result).toMatchObject({ status: 403, event: undefined });
	});

	it('hands on no token, wherever it is in the call', async () => {
		const told = { get: '1', msg: 'END', tid: '7', info: `token=${token}` };
		const { event } = await notify({ ...told, page: encodeURIComponent(token), two: [token, '1'] });
		expect(event).toMatchObject({ info: 'token=…', query: { page: '…', two: ['…', '1'] } });
		const named = await notify({ ...told, [`by ${token}`]: '1' });
		expect(named.event?.query).toEqual({ 'by …': '1' });
	});

	it('asks for a credential, without which it could prove nothing', () => {
		const { credentials } = new ExtApiTrigger().description;
		expect(credentials).toEqual([expect.objectContaining({ name: 'extApi', required: true })]);
	});

	it.each<[string, INodeParameters, boolean]>([
		['another event', { events: ['START'] }, false],
		['this event', { events: ['START', 'END'] }, true],
		['other events in a text', { events: 'NO_MSG_LEFT, start' }, false],
	])('filters by %s', async (_name, parameters, starts) => {
		const end = { msg: 'END', tid: '7', info: '1' };
		const { event, said, status } = await notify(end, key(), parameters);
		expect(status).toBeUndefined();
		expect(event !== undefined).toBe(starts);
		expect(said).toEqual({ received: true, started: starts });
	});

	it.each<[parameters: object]>([
		[{ events: [] }],
		[{ events: '={{ undefined }}' }],
		[{ events: 'END, BACKEND' }],
	])('lets nothing in where the events cannot be read, %j, and says so', async (parameters) => {
		const end = { msg: 'END', tid: '7' };
		const { event, body, status } = await notify(end, key(), parameters as INodeParameters);
		expect([event, status]).toEqual([undefined, 500]);
		expect(body).toMatchObject({ message: expect.stringMatching(/^Events /) });
	});
});

describe('equal notifications', () => {
	const end = (tid: string) => ({ msg: 'END', tid, info: '1' });
	const started = (results: Array<{ event?: IDataObject }>) =>
		results.filter(({ event }) => event !== undefined).length;

	it.each<[IDataObject, IDataObject, starts: number]>([
		[{}, {}, 1],
		[{ msg: 'STOP' }, { msg: 'END' }, 2],
		[{ tid: '7' }, { tid: '70' }, 2],
		// During a campaign several may tell of numbers that failed.
		[{ msg: 'CP_SEND_ERROR', info: '1' }, { msg: 'CP_SEND_ERROR', info: '2' }, 2],
		[{ msg: 'CP_SEND_ERROR', info: '1' }, { msg: 'CP_SEND_ERROR', info: '1' }, 1],
	])('%j and then %j start it %s times', async (one, other, starts) => {
		const id = JSON.stringify([one, other]);
		const first = await notify({ ...end('7'), ...one }, key(), {}, { id });
		const again = await notify({ ...end('7'), ...other }, key(), {}, { id });
		expect(started([first, again])).toBe(starts);
	});

	it('start the workflow once when they come at the same moment, and again later', async () => {
		const call = async () => await notify(end('7'), key(), {}, { id: 'at once' });
		expect(started(await Promise.all([call(), call(), call()]))).toBe(1);
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
		expect(started([await call()])).toBe(1);
		clock.mockRestore();
	});

	it('start each workflow of their own, and one that is tried out every time', async () => {
		const calls = [
			{ id: 'one' },
			{ id: 'other' },
			...Array(2).fill({ id: 'tried', mode: 'manual' }),
		];
		const results = await Promise.all(
			calls.map((call: object) => notify(end('7'), key(), {}, call)),
		);
		expect(started(results)).toBe(4);
		// To try a trigger out takes nothing from what an active one remembers.
		await notify(end('8'), key(), {}, { id: 'one', mode: 'manual' });
		expect(started([await notify(end('7'), key(), {}, { id: 'one' })])).toBe(0);
	});
});

describe('a call is answered at once', () => {
	it.each(['key', 'msg', 'tid', 'info', 'o', 'page'])(
		`whatever ${SIZE / 1_000},000 characters are in its parameter %s`,
		async (name) => {
			const call = { msg: 'CP_SEND_ERROR', tid: '7', info: '0570002233' };
			for (const text of hostile('0570002233')) {
				for (const query of [
					{ ...call, [name]: text },
					{ ...call, [text]: text },
				]) {
					const notified = async () => await notify(query, key());
					expect(await processorTime(notified)).toBeLessThan(MOST_MS);
				}
			}
		},
	);

	it('whatever its headers are', async () => {
		for (const text of hostile()) {
			const headers = Object.fromEntries(
				['content-type', 'user-agent', 'accept-language', 'purpose'].map((name) => [name, text]),
			);
			const notified = async () => await notify({ msg: 'END', tid: '7' }, key(), {}, { headers });
			expect(await processorTime(notified)).toBeLessThan(MOST_MS);
		}
	});
});
