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
import { startsFor, triggerFields } from '../../nodes/ExtApiTrigger/triggerFields';
import { notificationKey } from '../../nodes/shared/service/notificationAddress';
import { meant } from '../operations/meant';
import { OneCredential } from './harness/credentials';
import { hostile, MOST_MS, processorTime, SIZE } from './harness/hostile';
import { serviceForTests } from './harness/serviceForTests';
import { calledTrigger } from './harness/triggerN8n';
import triggerCalls from './triggerCalls.json';

const service = serviceForTests({ campaignStepMs: 60_000 });
const WEBHOOK_ID = '4f3c2b1a-0000-4000-8000-000000000001';
const token = 'demo-token-full';
const key = (channel: 'sms' | 'chat' = 'sms') =>
	notificationKey(token, 'trigger', WEBHOOK_ID, channel);

/** A call of the trigger's address, and what comes of it. */
interface Call {
	what: string;
	/** With `<missing>` for a parameter that does not come, and `<key>` for the right key. */
	query: IDataObject;
	key?: keyof typeof keys;
	parameters?: INodeParameters;
	/** The HTTP status where the trigger answers by itself. */
	status?: number;
	/** A part of the event that starts the workflow; null where it does not start. */
	event: IDataObject | null;
	/** How often n8n opened the credential, and which parameters were read. */
	opened?: number;
	read?: string[];
	/** What n8n answers for the trigger, or a part of what the trigger answers. */
	said?: IDataObject;
	body?: IDataObject;
}
const calls = triggerCalls as unknown as Call[];
const keys = {
	right: key,
	none: () => '',
	wrong: () => `sms-${'0'.repeat(64)}`,
	'too short': () => `sms-${'0'.repeat(63)}`,
	'of another workflow': () => notificationKey(token, 'trigger', 'other', 'sms'),
	'of another channel': () => key('chat').replace('chat', 'sms'),
};
const callOf = (query: IDataObject): IDataObject =>
	JSON.parse(JSON.stringify(query).replaceAll('<key>', key()), (_name, value: unknown) =>
		value === '<missing>' ? undefined : value,
	) as IDataObject;

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
		of = token,
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
	const credentials = new OneCredential(service.credential(of));
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
	const log: string[] = [];
	const logger = { ...context.logger, warn: (text: string) => log.push(text) };
	const logging = Object.create(context, { logger: { value: logger } }) as IWebhookFunctions;
	const result = await trigger.webhook.call(logging);
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
	return { status, body, event, said, log, timesOpened, namesRead: [...namesRead] };
}

describe('ExtApi Trigger', () => {
	it('offers its events in order, and says which only one channel sends', () => {
		const events = triggerFields.find(({ name }) => name === 'events')!;
		const [, ...others] = events.options as INodePropertyOptions[];
		const names = others.map(({ name }) => name);
		expect(names).toEqual([...names].sort());
		expect(others.filter(({ value }) => startsFor(['*'], String(value)))).toEqual(others);
		expect(events.required).toBe(true);
		const about = (value: string) => others.find((event) => event.value === value)?.description;
		expect(about('RATE_LIMIT')).toMatch(/ \(chat only\)$/);
		expect(about('NO_MSG_LEFT')).toMatch(/ \(SMS only\)$/);
		expect(about('END')).not.toMatch(/only\)$/);
	});

	it('asks for a credential, without which it could prove nothing, and shows one address', () => {
		const { credentials, webhooks, version } = new ExtApiTrigger().description;
		expect(credentials).toEqual([expect.objectContaining({ name: 'extApi', required: true })]);
		expect(webhooks?.map(({ ndvHideUrl = false }) => ndvHideUrl)).toEqual([false, true]);
		// Workflows are saved with it, and n8n does not run a node of a version that it does not know.
		expect(version).toBe(1.1);
	});

	it('starts for no one where the credential has no token, whose keys anybody can make', async () => {
		const forged = notificationKey('', 'trigger', WEBHOOK_ID, 'sms');
		const { status, event } = await notify({ msg: 'END', tid: '7' }, forged, {}, { of: '' });
		expect([status, event]).toEqual([403, undefined]);
	});

	it.each(calls)('$what', async ({ query, key: given, parameters, event, ...expected }) => {
		const result = await notify(callOf(query), keys[given ?? 'right'](), parameters);
		const { timesOpened, namesRead, said, body } = result;
		expect(result.status).toBe(expected.status);
		if (event === null) expect(result.event).toBeUndefined();
		else {
			const { query: typed, ...parts } = meant(event) as IDataObject;
			expect(result.event).toMatchObject(parts);
			expect(Date.parse(String(result.event?.receivedAt))).not.toBeNaN();
			if (typed !== undefined) {
				expect(result.event?.query).toEqual(typed === '<missing>' ? undefined : typed);
			}
		}
		if (expected.opened !== undefined) expect(timesOpened).toBe(expected.opened);
		// Whether it is a link for a person shows by another name.
		if (expected.read) expect(namesRead).toEqual(expected.read);
		if (expected.said) expect(said).toEqual(expected.said);
		if (expected.body) expect(body).toMatchObject(meant(expected.body) as IDataObject);
		// The service does not read what it gets; a person reads n8n's log.
		expect(result.log).toEqual(result.status === 500 ? [body?.message] : []);
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
