import type { IDataObject, INode, INodeParameters, INodeType } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runNode, type NodeRunResult } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Every operation that must not happen twice × every point of failure × every setting. */
const service = serviceForTests();

jest.setTimeout(60_000);

const phones = ['0501112233', '0501112234', '0501112235'];
const texts = ['a', 'b', 'c'];
const perPhone = phones.map((phone, index) => ({ phone, text: texts[index], amount: index + 1 }));
/** Two phones with three texts each: three requests of a campaign. */
const perText = texts.flatMap((text) => phones.slice(0, 2).map((phone) => ({ phone, text })));

interface Operation {
	name: string;
	node: () => INodeType;
	parameters: INodeParameters;
	endpoint: string;
	items: IDataObject[];
	/** Items a loop hands over at a time, so that it takes three requests too. */
	batch: number;
	/** What a request does, a name for each thing that must happen only once. */
	deeds(body: IDataObject): string[];
}

const template = { __rl: true, mode: 'list', value: '2002' };
const form = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;
const recipients = (body: IDataObject): string[] =>
	body.listjson === undefined
		? String(body.list)
				.split(',')
				.map((phone) => `${phone} ${JSON.stringify(body.msg ?? body.params ?? '')}`)
		: Object.entries(body.listjson as IDataObject).map(
				([phone, content]) => `${phone} ${JSON.stringify(content)}`,
			);

const operations: Operation[] = [
	{
		name: 'SMS send',
		node: () => new ExtApiSms(),
		endpoint: 'scheduleSms',
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: 'MyShop',
			phoneNumbers: '={{ $json.phone }}',
			message: '={{ $json.text }}',
		},
		items: perPhone,
		batch: 1,
		deeds: recipients,
	},
	{
		name: 'SMS sendCampaign',
		node: () => new ExtApiSms(),
		endpoint: 'scheduleSms',
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			sender: 'MyShop',
			message: '{text}',
		},
		items: perText,
		batch: 2,
		deeds: recipients,
	},
	{
		name: 'Voice send',
		node: () => new ExtApiVoice(),
		endpoint: 'scheduleVms',
		parameters: {
			resource: 'message',
			operation: 'send',
			caller: '0771234567',
			description: 'Reminder',
			phoneNumbers: '={{ $json.phone }}',
			content: 'text',
			text: 'Hello',
		},
		items: perPhone,
		batch: 1,
		deeds: recipients,
	},
	{
		name: 'Voice sendCampaign',
		node: () => new ExtApiVoice(),
		endpoint: 'scheduleVms',
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			caller: '0771234567',
			description: '=About {{ $json.text }}',
			content: 'text',
			text: 'Hello',
		},
		items: perText,
		batch: 2,
		deeds: (body) => recipients(body).map((each) => `${String(body.desc)} ${each}`),
	},
	{
		name: 'Chat sendTemplate',
		node: () => new ExtApiChat(),
		endpoint: 'scheduleWa',
		parameters: {
			resource: 'message',
			operation: 'sendTemplate',
			phoneNumbers: '={{ $json.phone }}',
			template,
			parameters: form({ 'body.1': '={{ $json.text }}', 'body.2': 'X' }),
		},
		items: perPhone,
		batch: 1,
		deeds: recipients,
	},
	{
		name: 'Chat sendTemplateCampaign',
		node: () => new ExtApiChat(),
		endpoint: 'scheduleWa',
		parameters: {
			resource: 'message',
			operation: 'sendTemplateCampaign',
			template,
			parameters: form({ 'body.1': '{text}', 'body.2': 'X' }),
		},
		items: perText,
		batch: 2,
		deeds: recipients,
	},
	{
		name: 'Chat sendReply',
		node: () => new ExtApiChat(),
		endpoint: 'sendWa',
		parameters: {
			resource: 'message',
			operation: 'sendReply',
			to: '={{ $json.phone }}',
			text: '={{ $json.text }}',
		},
		items: perPhone,
		batch: 1,
		deeds: ({ to, msg }) => [`${String(to)} ${String(msg)}`],
	},
	{
		name: 'OTP send',
		node: () => new ExtApiOtp(),
		endpoint: 'sendOtp',
		parameters: {
			resource: 'code',
			operation: 'send',
			phone: '={{ $json.phone }}',
			channel: 'sms',
		},
		items: perPhone,
		batch: 1,
		deeds: ({ phone }) => [String(phone)],
	},
	{
		name: 'Sub-Admin balance update',
		node: () => new ExtApiSubAdmin(),
		endpoint: 'manageSu',
		parameters: {
			resource: 'balance',
			operation: 'update',
			subAdminCode: '501',
			change: 'add',
			amount: '={{ $json.amount }}',
		},
		items: perPhone,
		batch: 1,
		deeds: ({ amount }) => [String(amount)],
	},
	{
		name: 'Automation run',
		node: () => new ExtApiAutomation(),
		endpoint: 'autoWebhook',
		parameters: {
			resource: 'automation',
			operation: 'run',
			automationId: '701',
			fields: { field: [{ name: 'name', value: '={{ $json.text }}' }] },
		},
		items: perPhone,
		batch: 1,
		deeds: ({ name }) => [String(name)],
	},
];

interface Fault extends Omit<FaultRule, 'nth'> {
	name: string;
	/** Whether the node can know that nothing was done: then a try again is right. */
	isCertain: boolean;
}

const faults: Fault[] = [
	{ name: 'reset before acceptance', kind: 'resetBefore', isCertain: false },
	{ name: 'reset after acceptance', kind: 'resetAfter', isCertain: false },
	{ name: 'HTTP 500 before acceptance', kind: 'http500', isCertain: false },
	{ name: 'HTTP 500 after acceptance', kind: 'http500', accept: true, isCertain: false },
	{ name: 'cut JSON', kind: 'cutJson', isCertain: false },
	{ name: 'empty body', kind: 'emptyBody', isCertain: false },
	{ name: 'HTTP 429', kind: 'http429', retryAfter: 0, isCertain: true },
	{ name: 'plain error', kind: 'plainError', isCertain: true },
	{ name: 'error without action', kind: 'errorWithoutAction', isCertain: true },
];
const points = { first: 1, middle: 2, last: 3 };

const pauses = { batching: { batch: { batchSize: 1, batchInterval: 10 } } };
const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continues = { onError: 'continueRegularOutput' } as const;
interface Setting {
	name: string;
	settings: Partial<INode>;
	inLoop?: true;
	/** n8n pauses after each item: the first may have failed before the last is prepared. */
	hasPauses?: true;
}
const settings: Setting[] = [
	{ name: 'Retry On Fail', settings: retry },
	{ name: 'On Error: Continue', settings: continues },
	{ name: 'both', settings: { ...retry, ...continues } },
	{ name: 'Retry On Fail in a loop', settings: retry, inLoop: true },
	{
		name: 'both, with a pause after each item',
		settings: { ...retry, ...continues },
		hasPauses: true,
	},
	{ name: 'Retry On Fail, with a pause after each item', settings: retry, hasPauses: true },
	{ name: 'both in a loop', settings: { ...retry, ...continues }, inLoop: true },
];

const cells = operations.flatMap((operation) =>
	settings.flatMap((setting) =>
		faults.map((fault) => ({
			operation,
			setting,
			fault,
			title: `${operation.name}, ${setting.name}, ${fault.name}`,
		})),
	),
);
let tried = 0;

/** How often each deed was done, by the service's own record. */
function deedsDone({ endpoint, deeds }: Operation): Map<string, number> {
	const done = new Map<string, number>();
	for (const request of service.control.requests()) {
		if (request.endpoint !== endpoint || !request.accepted) continue;
		for (const deed of deeds(request.parameters as IDataObject)) {
			done.set(deed, (done.get(deed) ?? 0) + 1);
		}
	}
	return done;
}

/** Messages of the errors a person sees, of the node or of its items. */
function errorsOf({ error, items }: NodeRunResult): string[] {
	const ofItems = items.flatMap((item) =>
		item.error || item.json.error
			? [String(item.error?.message ?? (item.json.error as string))]
			: [],
	);
	return error ? [error.message, ...ofItems] : ofItems;
}

async function tryCell(
	operation: Operation,
	{ settings: nodeSettings, inLoop, hasPauses }: Setting,
	{ name: _name, isCertain, ...fault }: Fault,
	nth: number,
) {
	service.control.reset();
	for (const phone of phones) service.control.inbound(phone);
	service.control.addFaults([{ ...fault, nth, endpoint: operation.endpoint } as FaultRule]);
	const result = await runNode({
		node: operation.node(),
		credential: service.credential(),
		items: operation.items,
		parameters: {
			...operation.parameters,
			...(hasPauses ? { requestOptions: pauses } : {}),
		},
		settings: nodeSettings,
		loopOver: inLoop && operation.batch,
	});
	tried++;
	const done = deedsDone(operation);
	// Nobody twice, whatever happens.
	expect([...done].filter(([, times]) => times > 1)).toEqual([]);

	const errors = errorsOf(result);
	const stops = nodeSettings.onError === undefined;
	// HTTP 429 is repeated by the node itself; what the service refused, by Retry On Fail.
	const isRepeated = isCertain && (fault.kind === 'http429' || nodeSettings.retryOnFail === true);
	// With "Continue" n8n tries again only when the first item of the output is an error.
	if (isRepeated && (stops || fault.kind === 'http429' || errors.length === 0)) {
		expect(errors).toEqual([]);
		expect(done.size).toBe(operation.items.length);
		return;
	}
	// Nobody lost in silence: each thing not done, or not known to be done, has its error.
	const missing = operation.items.length - done.size;
	if (missing > 0 || !isCertain) expect(errors.length).toBeGreaterThan(0);
	if (!stops) {
		expect(errors.length).toBeGreaterThanOrEqual(missing);
		expect(result.error).toBeUndefined();
	}
	for (const message of errors) {
		if (isCertain) expect(message).not.toMatch(/outcome is unknown/);
		else expect(message).toMatch(/^The outcome is unknown/);
	}
}

describe('sent once', () => {
	it.each(cells)('$title', async ({ operation, setting, fault }) => {
		for (const nth of Object.values(points)) await tryCell(operation, setting, fault, nth);
	});

	afterAll(() => {
		const expected = cells.length * Object.keys(points).length;
		process.stdout.write(`Sent-once matrix: ${tried} of ${expected} cells tried\n`);
	});
});
