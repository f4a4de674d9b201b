// If this fails, someone gets a message twice or none, or an output says of a row what did not happen.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { operationNamed } from '../operations';
import { form, scheduleTwo, template } from '../operations/items';
import { askingN8n } from './harness/asking';
import { turnOf } from './harness/callingAgent';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { retryExecution, runBranches } from './harness/runBranches';
import { failureOf, hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

const service = serviceForTests({ duplicates: 'keep' });
processedItemsForTests();
const awaited = waitingCampaigns(service);
const asking = askingN8n();

const CAMPAIGN = 'ExtApi SMS: Message: Send Campaign';
const SEND = 'ExtApi SMS: Message: Send';
const [P, Q, R, S] = ['0570002233', '0570002234', '0570002235', '0570002236'];
const CONTINUE = { onError: 'continueRegularOutput' } as const;
const ONE_AT_A_TIME = { advanced: { requestsAtOnce: 1 } };
/** One campaign for each sender. */
const bySender = { message: 'Hello', sender: '={{ $json.from }}' };
const [A, B] = ['MyShop', '0570004567'];

/** How often each phone or list got something. */
const counts = () => {
	const accepted = service.control.requests().filter((request) => request.accepted);
	const named = accepted.flatMap(({ parameters }) => {
		const { list, listjson, pid } = parameters as IDataObject;
		// A campaign of the test before may still be asked for.
		const ofSend = String(list ?? pid ?? '')
			.split(',')
			.filter(Boolean);
		return listjson ? Object.keys(listjson) : ofSend;
	});
	return Object.fromEntries(named.map((one) => [one, named.filter((x) => x === one).length]));
};

interface Try {
	operation?: string;
	parameters: INodeParameters;
	settings?: Partial<INode>;
}

/** A first try of which a request fails, and its retry with the node as it was changed meanwhile. */
async function retried(
	items: IDataObject[],
	fault: Parameters<typeof service.control.addFaults>[0][number],
	...tries: [first: Try, second: Try]
) {
	service.control.addFaults([fault]);
	const [first, second] = tries.map(({ operation = CAMPAIGN, parameters, settings }) => ({
		node: operationNamed(operation).node(),
		parameters: { ...operationNamed(operation).parameters, ...parameters },
		items: items.map((json) => ({ json })),
		credential: service.credential(),
		settings,
	}));
	const before = await runBranches(first);
	expect(before.error).toBeDefined();
	return await retryExecution(second, before.run, true);
}
const refuses = (nth: number) => ({ kind: 'plainError', nth, times: 1 }) as const;
const losesReply = { kind: 'resetAfter', nth: 1, times: 1 } as const;

describe('a list or a phone gets one message, whatever is changed before a retry', () => {
	const toLists = { sendTo: 'lists', message: 'Hello', listCodes: '={{ $json.list }}' };
	const lists = [{ list: '1001' }, { list: '1002' }];
	const [each, once] = ['each', 'once'].map((duplicates) => ({ beforeSending: { duplicates } }));
	const send: INodeParameters = { message: 'Hello', phoneNumbers: '={{ $json.phone }}' };
	const other = { phone: Q, from: B };

	it.each<[what: string, one: string, items: IDataObject[], first: Try, second: Try]>([
		[
			'List Codes',
			'1001',
			lists,
			{ operation: SEND, parameters: { ...toLists, ...ONE_AT_A_TIME } },
			{ operation: SEND, parameters: { ...toLists, listCodes: '1001' } },
		],
		[
			'the operation, of a list',
			'1001',
			lists,
			{ operation: SEND, parameters: { ...toLists, ...ONE_AT_A_TIME } },
			{ parameters: { ...toLists, listCodes: '1001' } },
		],
		[
			'Phone Column',
			P,
			[
				{ phone: P, other: P, from: A },
				{ ...other, other: P },
			],
			{ parameters: bySender },
			{ parameters: { ...bySender, recipient: 'other' } },
		],
		[
			'Duplicates',
			P,
			[{ phone: P, from: A }, other, { phone: P, from: B }],
			{ parameters: { ...bySender, ...each } },
			{ parameters: { ...bySender, ...once } },
		],
		[
			'the operation, of a phone',
			P,
			[{ phone: P }, { phone: P }],
			{ operation: SEND, parameters: { ...send, ...ONE_AT_A_TIME } },
			{ parameters: { message: 'Hello', recipient: 'phone', ...once } },
		],
	])('%s', async (_what, one, items, first, second) => {
		await retried(items, refuses(2), first, second);
		expect(counts()[one]).toBe(1);
	});
});

describe('an outcome that is unknown', () => {
	const again = { message: 'Hello', advanced: { unknownOutcome: 'sendAgain' } };

	it('stays unknown when the row is left out', async () => {
		const { main } = await retried(
			[{ phone: P }],
			losesReply,
			{ parameters: { message: 'Hello' } },
			{ parameters: { ...again, beforeSending: { leaveOut: P } }, settings: CONTINUE },
		);
		expect(main).toMatchObject([{ json: { outcome: 'unknown' } }]);
	});

	it.each([
		[CAMPAIGN, {}],
		[SEND, { phoneNumbers: P }],
	])('says why it was not repeated: %s', async (operation, own) => {
		const refused = { kind: 'plainError', nth: 2, times: 1, description: 'No IP' } as const;
		service.control.addFaults([refused]);
		const first = { operation, parameters: { message: 'Hello', ...own } };
		const second = { operation, parameters: { ...again, ...own }, settings: CONTINUE };
		const { main } = await retried([{ phone: P }], losesReply, first, second);
		const [item] = main;
		expect(item.json).toMatchObject({ outcome: 'unknown' });
		expect(failureOf(item)).toMatch(/outcome is unknown[^]*No IP/i);
	});

	it('of an awaited campaign to one number is said at once in a retry', async () => {
		service.control.addFaults([refuses(2)]);
		service.control.changeSettings({ campaignStepMs: 200 });
		const rows = [
			{ phone: P, text: 'a' },
			{ phone: Q, text: 'b', from: B },
		];
		const { end } = await awaited.run(
			rows,
			{},
			{
				parameters: { sender: `={{ $json.from || '${A}' }}` },
				// The first campaign has ended by then.
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1_500 },
				letsPass: () => true,
			},
		);
		const ended = await Promise.race([end, sleep(4_000)]);
		expect(ended?.[0].map(({ json: { endedBy, timedOut } }) => [endedBy, timedOut])).toEqual([
			['UNKNOWN', false],
			['END', false],
		]);
	});
});

describe('one recipient', () => {
	const campaign = operationRuns(service, CAMPAIGN, { message: 'Hello' });

	it.each<[who: string, beforeSending: INodeParameters]>([
		['left by Leave Out', { leaveOut: Q }],
		['that is left by nothing', {}],
	])('gets the message without the Notification Email, %s', async (_who, beforeSending) => {
		const items = beforeSending.leaveOut ? [{ phone: P }, { phone: Q }] : [{ phone: P }];
		const notifications = { notificationEmail: 'dana@example.com' };
		const result = await campaign(items, { beforeSending, notifications });
		expect(result.error).toBeUndefined();
		const messages = service.bodies().filter(({ msg }) => msg !== undefined);
		expect(messages).toEqual([{ list: P, msg: 'Hello', from: 'MyShop' }]);
		expect(hintsOf(result).join()).toContain('Notification Email');
	});

	it('gets a good row where an earlier one is blocked', async () => {
		const { items } = await campaign(
			[
				{ phone: P, name: 'undefined' },
				{ phone: P, name: 'Dana' },
			],
			{
				message: 'Hello {name}',
				options: { output: 'recipient' },
				beforeSending: { campaignKey: 'k', checks: { refuse: { checks: ['brokenValues'] } } },
			},
			{ settings: CONTINUE },
		);
		expect(items.map(({ json }) => json.outcome)).toEqual(['refused', 'accepted']);
	});

	it('gets several messages of Send in the order of their items', async () => {
		service.control.addFaults([{ kind: 'http429', nth: 1, times: 1, retryAfter: 1 }]);
		const texts = ['1', '2', '3', '4'];
		await operationRuns(service, SEND)(
			texts.map((text) => ({ text })),
			{ phoneNumbers: P, message: '={{ $json.text }}' },
		);
		const accepted = service.control
			.requests()
			.filter((request) => request.accepted && request.endpoint === 'scheduleSms');
		expect(accepted.map(({ parameters }) => (parameters as IDataObject).msg)).toEqual(texts);
	});
});

it('a check of all texts looks at those of an earlier try, too', async () => {
	const names = ['Dana', 'Noam', 'Noam', 'Noam'];
	const items = [P, Q, R, S].map((phone, at) => ({
		...{ phone, name: names[at], from: at === 0 ? A : B },
	}));
	const parameters = {
		...{ ...bySender, message: 'Hello {name}' },
		beforeSending: { checks: { refuse: { checks: ['sameForAll'] } } },
	};
	const { error } = await retried(items, refuses(2), { parameters }, { parameters });
	expect(error).toBeUndefined();
	expect(counts()).toEqual({ [P]: 1, [Q]: 1, [R]: 1, [S]: 1 });
});

it('a row that breaks two rules is one error item', async () => {
	const clock = (minutes: number) =>
		new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16);
	const ends = { from: clock(2), until: clock(60) };
	const { items } = await operationRuns(service, CAMPAIGN)(
		[P, Q, R].map((phone) => ({ phone })),
		{
			message: 'Hello',
			timing: { timeZone: 'UTC', spreadOver: 0.1, quietHours: { hours: ends } },
			notifications: { notificationUrl: 'https://example.com', waitForCompletion: true },
		},
		{ settings: CONTINUE },
	);
	expect(items).toHaveLength(3);
});

it('rows beyond a Message Limit are not said to be sent', async () => {
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const { items } = await chat([{ phone: P }, { phone: Q }], {
		...{ template: template('2002'), parameters: form({ 'body.1': 'a', 'body.2': 'b' }) },
		...{ options: { output: 'recipient' }, advanced: { mostMessages: 1 } },
	});
	expect(items.map(({ json }) => json.outcome)).toEqual(['unknown', 'unknown']);
});

describe('a call of a model', () => {
	/** Calls in the order of their items, each with these fields of the model. */
	const calls = async (operation: string, items: IDataObject[], parameters: INodeParameters) => {
		const settings = { type: 'underTestTool' };
		const run = operationRuns(service, operation, ONE_AT_A_TIME, { settings });
		const { items: output } = await run(items, parameters);
		return output.map(({ json }) => json);
	};
	const field = (name: string) => `={{ /* $fromAI('${name}') */ $json.${name} }}`;

	it('with the same text at another time sends nothing', async () => {
		const items = ['2035-01-05T10:00', '2035-01-06T10:00'].map((at) => ({ at }));
		const own = { phoneNumbers: P, message: 'Hello', timing: { sendAt: field('at') } };
		const [, second] = await calls(SEND, items, own);
		expect(second.outcome).toBe('refused');
		expect(counts()).toEqual({ [P]: 1 });
	});

	it.each<[operation: string, parameters: INodeParameters]>([
		['ExtApi Campaign: Campaign: Delete', { taskId: '700000000000000009' }],
		[
			'ExtApi Sub-Admin: Balance: Update',
			{ subAdminCode: '501', change: 'subtract', amount: 999_999 },
		],
	])('that changed nothing is answered in the same way again: %s', async (operation, own) => {
		await scheduleTwo(service);
		const [first, second] = await calls(operation, [{}, {}], own);
		expect(first.outcome).toBe('refused');
		expect(second).toEqual(first);
	});

	const sendAt = '2035-01-05T10:00';
	const voice = { caller: '0771234567', content: 'text', text: 'Hello' };
	const chat = { template: template('2002'), parameters: form({ 'body.1': 'a', 'body.2': 'b' }) };
	it.each<[label: string, operation: string, own: INodeParameters]>([
		['Send At', SEND, { message: 'Hello', timing: { sendAt: field('no') } }],
		['Time Zone', SEND, { message: 'Hello', timing: { sendAt, timeZone: field('no') } }],
		['Delay', SEND, { message: 'Hello', timing: { delay: field('no') } }],
		['Stop Time', 'ExtApi Voice: Message: Send', { ...voice, timing: { stopTime: field('no') } }],
		[
			'Message Limit',
			'ExtApi Chat: Message: Send Template',
			{ ...chat, advanced: { mostMessages: field('no') } },
		],
	])('without the %s it was asked for sends nothing', async (label, operation, own) => {
		const [only] = await calls(operation, [{}], { phoneNumbers: P, ...own });
		const error = expect.stringContaining(label) as string;
		expect(only).toMatchObject({ outcome: 'refused', error });
		expect(counts()).toEqual({});
	});

	it('that was approved once sends nothing the second time', async () => {
		const { node, parameters } = operationNamed(SEND);
		const message = field('text');
		const tool = { node: node(), parameters: { ...parameters, phoneNumbers: Q, message } };
		const call = { toolParameters: { text: 'Hello' } };
		const turn = { ...turnOf(call), again: 1, toolType: 'smsTool', tool };
		const execution = await asking.ask({}, { settings: { type: 'underTestHitlTool' }, turn });
		await asking.answerNext({ decision: 'approve' });
		const again = await asking.answerNext({ decision: 'approve' });
		expect(again.html).toContain('The same request was made before');
		await execution.end;
		expect(asking.service.bodies().filter(({ msg }) => msg === 'Hello')).toHaveLength(1);
	});
});
