import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiAutomation } from '../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

const service = serviceForTests();
const nodes: Record<string, () => INodeType> = {
	sms: () => new ExtApiSms(),
	voice: () => new ExtApiVoice(),
	chat: () => new ExtApiChat(),
	otp: () => new ExtApiOtp(),
	contacts: () => new ExtApiContacts(),
	subAdmin: () => new ExtApiSubAdmin(),
	automation: () => new ExtApiAutomation(),
};
const run = async (node: string, parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode({ node: nodes[node](), credential: service.credential(), parameters, items });

/** Requests to the operation itself, without the template listing it reads. */
const bodies = () => {
	const requests = service.control.requests();
	return service.bodies().filter((_body, index) => requests[index].endpoint !== 'waTemplates');
};

const voice = {
	resource: 'message',
	operation: 'send',
	caller: '0771234567',
	description: 'Reminder',
	phoneNumbers: '0501112233',
	content: 'text',
	text: 'Hello',
};
const chat = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumbers: '0501112233',
	template: { __rl: true, mode: 'code', value: '2002' },
};
const form = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;
const reply = { resource: 'message', operation: 'sendReply', to: '0501112233', text: 'Hi' };
const otp = { resource: 'code', operation: 'send', phone: '0501112233', channel: 'sms' };
const add = { resource: 'contact', operation: 'add', listCode: '1003', phoneNumbers: '0501112233' };
const automation = { resource: 'automation', operation: 'run', automationId: '701' };

interface Sent {
	name: string;
	node: string;
	parameters: INodeParameters;
	body: IDataObject;
	output: IDataObject;
	before?: () => void;
}
const taskId = expect.any(String) as unknown as string;

const sent: Sent[] = [
	{
		name: 'voice: every option',
		node: 'voice',
		parameters: {
			...voice,
			phoneNumbers: '0501112233,0501112234',
			options: {
				constantData: 'c',
				data: 'd',
				delay: 3,
				endService: '303',
				getDigits: '159',
				language: 'en',
				nextService: '302',
				notificationEmail: 'a@example.com',
				notificationPhone: '0501234567',
				retries: 2,
				retryInterval: 5,
				sendAt: '2035-01-05T10:00:00+02:00',
				stopTime: '2130',
				gender: 'female',
				voicemailDetection: 1,
			},
		},
		body: {
			from: '0771234567',
			desc: 'Reminder',
			list: '0501112233,0501112234',
			tts: 'Hello',
			constdata: 'c',
			data: 'd',
			int: 3,
			endsid: '303',
			getdigits: '159',
			lang: 'en',
			nextsid: '302',
			ne: 'a@example.com',
			np: '0501234567',
			retry: 2,
			retryint: 5,
			stop: '2130',
			gender: 'female',
			amd: 1,
			dh: '10',
			di: '00',
			dy: '2035',
			dm: '01',
			dd: '05',
		},
		output: { taskId },
	},
	{
		name: 'voice: a telephony service to lists',
		node: 'voice',
		parameters: {
			...voice,
			sendTo: 'lists',
			listCodes: '1001',
			content: 'service',
			serviceCode: '301',
		},
		body: { from: '0771234567', desc: 'Reminder', pid: '1001', sid: '301' },
		output: { taskId },
	},
	{
		name: 'voice: an MP3',
		node: 'voice',
		parameters: { ...voice, content: 'file', fileUrl: 'https://example.com/a.mp3', caller: '0' },
		body: { from: '0', desc: 'Reminder', list: '0501112233', fileurl: 'https://example.com/a.mp3' },
		output: { taskId },
	},
	{
		name: 'chat: a template without parameters',
		node: 'chat',
		parameters: { ...chat, template: { __rl: true, mode: 'list', value: '2001' } },
		body: { template: '2001', list: '0501112233' },
		output: { taskId },
	},
	{
		name: 'chat: the form, with every option; values of another template are left out',
		node: 'chat',
		parameters: {
			...chat,
			phoneNumbers: '0501112233,0501112234',
			template: { __rl: true, mode: 'list', value: '2003' },
			parameters: form({
				'header.1': 'A-1',
				'body.1': 'Dana',
				'body.2': '[phone_num]',
				'button.0': 'x/y?z=1',
				'body.9': 'stale',
				fileurl: '',
			}),
			options: {
				delay: 2,
				description: 'd',
				mostMessages: 5,
				notificationEmail: 'a@example.com',
				notificationPhone: '0501234567',
				notificationUrl: 'http://127.0.0.1:1/p',
				sendAt: '2035-01-05T10:00:00+02:00',
				sender: '0501234567',
				validateRecipients: true,
			},
		},
		body: {
			template: '2003',
			list: '0501112233,0501112234',
			params: {
				header: { '1': 'A-1' },
				body: { '1': 'Dana', '2': '[phone_num]' },
				button: { '0': 'x/y?z=1' },
			},
			int: 2,
			desc: 'd',
			ms: 5,
			ne: 'a@example.com',
			np: '0501234567',
			nu: 'http://127.0.0.1:1/p',
			from: '0501234567',
			validate: 1,
			dh: '10',
			di: '00',
			dy: '2035',
			dm: '01',
			dd: '05',
		},
		output: { taskId, count: 2 },
	},
	{
		name: 'chat: parameters as JSON to lists',
		node: 'chat',
		parameters: {
			...chat,
			sendTo: 'lists',
			listCodes: '1002',
			parametersFrom: 'json',
			parametersJson: '{"body":{"1":"[first_name]","2":"X"}}',
		},
		body: { template: '2002', pid: '1002', params: { body: { '1': '[first_name]', '2': 'X' } } },
		output: { taskId },
	},
	{
		name: 'chat: parameters as a list',
		node: 'chat',
		parameters: { ...chat, parametersFrom: 'list', parametersList: 'Dana, X' },
		body: { template: '2002', list: '0501112233', params: { body: { '1': 'Dana', '2': 'X' } } },
		output: { taskId },
	},
	{
		name: 'chat: own parameters for each number',
		node: 'chat',
		parameters: {
			...chat,
			sendTo: 'ownParameters',
			parametersByNumber: '{"050-1112233":{"body":{"1":"Dana","2":"X"}}}',
		},
		body: { template: '2002', listjson: { '0501112233': { body: { '1': 'Dana', '2': 'X' } } } },
		output: { taskId },
	},
	{
		name: 'chat: a document',
		node: 'chat',
		parameters: {
			...chat,
			template: { __rl: true, mode: 'list', value: '2005' },
			parameters: form({ fileurl: 'https://example.com/a.pdf' }),
		},
		body: { template: '2005', list: '0501112233', fileurl: 'https://example.com/a.pdf' },
		output: { taskId },
	},
	{
		name: 'chat: a default image is left to the service',
		node: 'chat',
		parameters: { ...chat, template: { __rl: true, mode: 'list', value: '2004' } },
		body: { template: '2004', list: '0501112233' },
		output: { taskId },
	},
	{
		name: 'chat: a reply',
		node: 'chat',
		parameters: { ...reply, options: { description: 'Support', sender: '0501234567' } },
		body: { to: '0501112233', msg: 'Hi', desc: 'Support', from: '0501234567' },
		output: { taskId },
		before: () => service.control.inbound('0501112233'),
	},
	{
		name: 'otp: every SMS option, none of other channels',
		node: 'otp',
		parameters: {
			...otp,
			options: {
				codeLength: 6,
				language: 'en',
				mostChat: 3,
				mostSms: 4,
				mostVoice: 5,
				smsSender: 'MyShop',
				smsText: 'Code',
				validity: 20,
				voiceCaller: '0771234567',
				voiceService: '301',
				webOtpDomain: 'shop.example.com',
				ownCode: '1234',
			},
		},
		body: {
			phone: '0501112233',
			type: 'sms',
			codelen: 6,
			lang: 'en',
			maxsms: 4,
			smsfrom: 'MyShop',
			smstext: 'Code',
			minvalid: 20,
			webotp: 'shop.example.com',
			precode: '1234',
		},
		output: { result: 'CODE_SENT', sent: true, channel: 'sms' },
	},
	{
		name: 'otp: every voice option',
		node: 'otp',
		parameters: {
			...otp,
			channel: 'vms',
			options: { language: 'en', mostVoice: 5, voiceCaller: '0771234567', voiceService: '301' },
		},
		body: {
			phone: '0501112233',
			type: 'vms',
			lang: 'en',
			maxvms: 5,
			vmsfrom: '0771234567',
			vmssid: '301',
		},
		output: { result: 'CODE_SENT', sent: true, channel: 'vms' },
	},
	{
		name: 'otp: by chat',
		node: 'otp',
		parameters: {
			...otp,
			channel: 'wa',
			template: { __rl: true, mode: 'list', value: '2007' },
			options: { chatSender: '0501234567', mostChat: 3 },
		},
		body: {
			phone: '0501112233',
			type: 'wa',
			watemplate: '2007',
			wafrom: '0501234567',
			maxwa: 3,
		},
		output: { result: 'CODE_SENT', sent: true, channel: 'wa' },
	},
	{
		name: 'otp: a wrong code',
		node: 'otp',
		parameters: {
			resource: 'code',
			operation: 'verify',
			phone: '0501112233',
			code: '00000',
			options: { codeLength: 5, validity: 10 },
		},
		body: { phone: '0501112233', code: '00000', codelen: 5, minvalid: 10 },
		output: { result: 'WRONG_CODE', valid: false },
	},
	{
		name: 'sender ID: request',
		node: 'sms',
		parameters: {
			resource: 'senderId',
			operation: 'requestCode',
			phone: '0501112233',
			channel: 'sms',
		},
		body: { phone: '0501112233', type: 'sms' },
		output: { result: 'CODE_SENT', sent: true, exists: false },
	},
	{
		name: 'sender ID: exists',
		node: 'sms',
		parameters: { resource: 'senderId', operation: 'requestCode', phone: '0501234567' },
		body: { phone: '0501234567', type: 'auto' },
		output: { result: 'PHONE_EXIST', sent: false, exists: true },
	},
	{
		name: 'sender ID: a wrong code',
		node: 'sms',
		parameters: {
			resource: 'senderId',
			operation: 'verifyCode',
			phone: '0501112233',
			code: '12345',
			options: { description: 'Desk' },
		},
		body: { phone: '0501112233', code: '12345', desc: 'Desk' },
		output: { result: 'WRONG_CODE', verified: false, exists: false },
	},
	{
		name: 'contacts: add with every field',
		node: 'contacts',
		parameters: {
			...add,
			contactFields: {
				birthday: '1990-12-31',
				data: 'a',
				data1: 'b',
				data2: 'c',
				data3: 'd',
				data4: 'e',
				firstName: 'Dana',
				ipAddress: '192.0.2.7',
				lastName: 'Levi',
			},
			options: { overwrite: false, unblock: true },
		},
		body: {
			act: 'add',
			pid: '1003',
			list: '0501112233',
			bd: '1990-12-31',
			data: 'a',
			data1: 'b',
			data2: 'c',
			data3: 'd',
			data4: 'e',
			fname: 'Dana',
			ip: '192.0.2.7',
			lname: 'Levi',
			update: 0,
			unblock: 1,
		},
		output: { phone: '0501112233', result: 'OK', added: true, updated: false, blocked: false },
	},
	{
		name: 'contacts: remove',
		node: 'contacts',
		parameters: { ...add, operation: 'remove' },
		body: { act: 'del', pid: '1003', list: '0501112233' },
		output: { phone: '0501112233', result: 'NOT_REG', removed: false },
	},
	{
		name: 'contacts: check',
		node: 'contacts',
		parameters: { resource: 'contact', operation: 'check', listCode: '1003', phone: '0501112233' },
		body: { act: 'check', pid: '1003', list: '0501112233' },
		output: { phone: '0501112233', result: 'NOT_REG', registered: false, blocked: false },
	},
	{
		name: 'sub-admin: get',
		node: 'subAdmin',
		parameters: { resource: 'balance', operation: 'get', subAdminCode: '501', balanceType: 'vms' },
		body: { act: 'creditcheck', suid: '501', type: 'vms' },
		output: { balance: 50 },
	},
	{
		name: 'sub-admin: add',
		node: 'subAdmin',
		parameters: { resource: 'balance', operation: 'update', subAdminCode: '501', amount: 10 },
		body: { act: 'creditupdate', suid: '501', type: 'sms', amount: 10 },
		output: { result: 'OK', updated: true, balance: 210 },
	},
	{
		name: 'sub-admin: subtract',
		node: 'subAdmin',
		parameters: {
			resource: 'balance',
			operation: 'update',
			subAdminCode: '501',
			change: 'subtract',
			amount: 10,
		},
		body: { act: 'creditupdate', suid: '501', type: 'sms', amount: -10 },
		output: { result: 'OK', updated: true, balance: 190 },
	},
	{
		name: 'sub-admin: too much',
		node: 'subAdmin',
		parameters: {
			resource: 'balance',
			operation: 'update',
			subAdminCode: '501',
			change: 'subtract',
			amount: 999,
		},
		body: { act: 'creditupdate', suid: '501', type: 'sms', amount: -999 },
		output: {
			result: 'AMOUNT_MISMATCH',
			updated: false,
			balance: null,
			meaning: expect.any(String) as unknown as string,
		},
	},
	{
		name: 'automation: pairs',
		node: 'automation',
		parameters: {
			...automation,
			fields: {
				field: [
					{ name: 'name', value: 'Dana' },
					{ name: 'phone', value: '050-1112233' },
				],
			},
		},
		body: { autoid: '701', name: 'Dana', phone: '050-1112233' },
		output: { runId: taskId },
	},
	{
		name: 'automation: JSON',
		node: 'automation',
		parameters: { ...automation, fieldsFrom: 'json', fieldsJson: '{"name":"Dana","city":null}' },
		body: { autoid: '701', name: 'Dana' },
		output: { runId: taskId },
	},
];

describe('every operation', () => {
	it.each(sent)('$name', async ({ node, parameters, body, output, before }) => {
		before?.();
		const { items, error } = await run(node, parameters);
		expect(error?.message).toBeUndefined();
		expect(bodies()).toEqual([body]);
		expect(items.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
			{ json: output, pairedItem: { item: 0 } },
		]);
	});

	const refused: Array<[string, string, INodeParameters, RegExp]> = [
		[
			'voice: a one-letter description',
			'voice',
			{ ...voice, description: 'x' },
			/^Description must have at least 2/,
		],
		[
			'voice: a long description',
			'voice',
			{ ...voice, description: 'x'.repeat(101) },
			/^Description is longer than 100/,
		],
		[
			'voice: a long text',
			'voice',
			{ ...voice, text: 'x'.repeat(1001) },
			/^Text is longer than 1,000/,
		],
		[
			'voice: the digit 0 alone',
			'voice',
			{ ...voice, options: { getDigits: '0' } },
			/^Get Digits must be/,
		],
		[
			'voice: digits with a service',
			'voice',
			{ ...voice, content: 'service', serviceCode: '301', options: { getDigits: 'all' } },
			/^Get Digits works only/,
		],
		['voice: 11 retries', 'voice', { ...voice, options: { retries: 11 } }, /^Retries must be/],
		['voice: 31 minutes', 'voice', { ...voice, options: { retryInterval: 31 } }, /^Retry Interval/],
		['voice: no time', 'voice', { ...voice, options: { stopTime: '2460' } }, /^Stop Time must be/],
		[
			'voice: long data',
			'voice',
			{ ...voice, options: { data: 'x'.repeat(51) } },
			/^Data is longer than 50/,
		],
		['voice: a caller with letters', 'voice', { ...voice, caller: 'MyShop' }, /^Caller must be/],
		[
			'chat: a missing parameter',
			'chat',
			{ ...chat, parameters: form({ 'body.1': 'a' }) },
			/^Template Parameters must fill body \{\{2\}\}/,
		],
		[
			'chat: a space in a button',
			'chat',
			{
				...chat,
				parametersFrom: 'json',
				template: { __rl: true, mode: 'code', value: '2003' },
				parametersJson: '{"header":{"1":"a"},"body":{"1":"a","2":"b"},"button":{"0":"a b"}}',
			},
			/space in the value of button "Track"/,
		],
		[
			'chat: a contact placeholder to numbers',
			'chat',
			{ ...chat, parameters: form({ 'body.1': '[first_name]', 'body.2': 'x' }) },
			/uses \[first_name\] in body \{\{1\}\}/,
		],
		[
			'chat: a pending template',
			'chat',
			{ ...chat, template: { __rl: true, mode: 'code', value: '2008' } },
			/^Template is 2008, which is not approved \(PENDING\)/,
		],
		[
			'chat: an outdated template',
			'chat',
			{ ...chat, template: { __rl: true, mode: 'code', value: '2009' } },
			/missing or outdated/,
		],
		[
			'chat: an unknown template',
			'chat',
			{ ...chat, template: { __rl: true, mode: 'code', value: '9999' } },
			/^Template is 9999/,
		],
		[
			'chat: no document',
			'chat',
			{ ...chat, template: { __rl: true, mode: 'code', value: '2005' } },
			/^Media Link must link a file \(pdf/,
		],
		[
			'chat: a document of another type',
			'chat',
			{
				...chat,
				template: { __rl: true, mode: 'code', value: '2005' },
				parameters: form({ fileurl: 'https://example.com/a.png' }),
			},
			/^Media Link must link a file of type pdf/,
		],
		[
			'chat: a link where none is taken',
			'chat',
			{
				...chat,
				template: { __rl: true, mode: 'code', value: '2001' },
				parametersFrom: 'json',
				fileUrl: 'https://example.com/a.png',
			},
			/^Media Link must not link a file/,
		],
		[
			'chat: own parameters with a hole',
			'chat',
			{ ...chat, sendTo: 'ownParameters', parametersByNumber: '{"0501112233":{"body":{"1":"a"}}}' },
			/^Parameters by Number for … must fill/,
		],
		['chat: an empty reply', 'chat', { ...reply, text: '' }, /^Text is required without a file/],
		[
			'chat: a long reply',
			'chat',
			{ ...reply, text: 'x'.repeat(2001) },
			/^Text is longer than 2,000/,
		],
		[
			'chat: a long caption',
			'chat',
			{ ...reply, text: 'x'.repeat(1001), options: { fileUrl: 'https://example.com/a.png' } },
			/most for a caption/,
		],
		[
			'chat: text with audio',
			'chat',
			{ ...reply, options: { fileUrl: 'https://example.com/a.mp3' } },
			/^Text must be empty with an audio file/,
		],
		[
			'chat: webp',
			'chat',
			{ ...reply, options: { fileUrl: 'https://example.com/a.webp' } },
			/^File Link links a webp/,
		],
		[
			'otp: a code of 2 digits',
			'otp',
			{ ...otp, options: { codeLength: 2 } },
			/^Code Length must be/,
		],
		['otp: 61 minutes', 'otp', { ...otp, options: { validity: 61 } }, /^Validity/],
		['otp: 11 messages', 'otp', { ...otp, options: { mostSms: 11 } }, /^Most SMS Messages must be/],
		[
			'otp: an own code of 9 digits',
			'otp',
			{ ...otp, options: { ownCode: '123456789' } },
			/^Own Code must have 3 to 8 digits/,
		],
		[
			'otp: webotp by voice',
			'otp',
			{
				...otp,
				channel: '={{ "vms" }}',
				template: { __rl: true, mode: 'code', value: '2007' },
				options: { webOtpDomain: 'a.com' },
			},
			/^Web OTP Domain works with the SMS channel only/,
		],
		[
			'otp: webotp with http',
			'otp',
			{ ...otp, options: { webOtpDomain: 'http://a.com' } },
			/^Web OTP Domain must be a domain/,
		],
		[
			'sender ID: abroad',
			'sms',
			{ resource: 'senderId', operation: 'requestCode', phone: '15551234567' },
			/^Phone Number must be an Israeli/,
		],
		[
			'contacts: a long first name',
			'contacts',
			{ ...add, contactFields: { firstName: 'x'.repeat(21) } },
			/^First Name is longer than 20/,
		],
		[
			'contacts: long data',
			'contacts',
			{ ...add, contactFields: { data1: 'x'.repeat(401) } },
			/^Data 1 is longer than 400/,
		],
		[
			'contacts: no birthday',
			'contacts',
			{ ...add, contactFields: { birthday: '1990-02-30' } },
			/^Birthday must be a real date/,
		],
		[
			'contacts: no IP',
			'contacts',
			{ ...add, contactFields: { ipAddress: '1.2.3' } },
			/^IP Address must be/,
		],
		[
			'contacts: fields for two numbers',
			'contacts',
			{ ...add, phoneNumbers: '0501112233,0501112234', contactFields: { firstName: 'Dana' } },
			/^First Name can be set only when adding exactly one number/,
		],
		[
			'sub-admin: zero',
			'subAdmin',
			{ resource: 'balance', operation: 'update', subAdminCode: '501', amount: 0 },
			/^Amount must be/,
		],
		[
			'automation: a long value',
			'automation',
			{ ...automation, fields: { field: [{ name: 'name', value: 'x'.repeat(501) }] } },
			/^Field "name" is longer than 500/,
		],
		[
			'automation: a name of the request',
			'automation',
			{ ...automation, fields: { field: [{ name: 'token', value: 'x' }] } },
			/^Field "token" has a name/,
		],
	];
	it.each(refused)(
		'refuses %s before any request leaves',
		async (_name, node, parameters, message) => {
			const { error } = await run(node, parameters);
			expect(error?.message).toMatch(message);
			expect(bodies()).toEqual([]);
		},
	);
});

describe('results', () => {
	it('verifies the code that was sent', async () => {
		await run('otp', otp);
		const [{ code }] = service.control.codes('0501112233');
		const { items } = await run('otp', {
			resource: 'code',
			operation: 'verify',
			phone: '0501112233',
			code,
		});
		expect(items[0].json).toEqual({ result: 'CODE_VALID', valid: true });
	});

	it('says when the quota is used up, as data', async () => {
		await run('otp', otp, [{}, {}]);
		expect((await run('otp', otp)).items[0].json).toEqual({
			result: 'MAX_SENT',
			sent: false,
			channel: null,
		});
	});

	it('makes a verified number a sender', async () => {
		await run('sms', {
			resource: 'senderId',
			operation: 'requestCode',
			phone: '0501112233',
			channel: 'sms',
		});
		const [{ code }] = service.control.codes('0501112233');
		const { items } = await run('sms', {
			resource: 'senderId',
			operation: 'verifyCode',
			phone: '0501112233',
			code,
		});
		expect(items[0].json).toMatchObject({ result: 'OK', verified: true });
	});

	it('gives a result for each number of a contact list', async () => {
		const phoneNumbers = '0501112233,0501112234';
		await run('contacts', add);
		const { items } = await run('contacts', { ...add, phoneNumbers, options: { overwrite: true } });
		expect(items.map(({ json }) => [json.phone, json.result, json.added, json.updated])).toEqual([
			['0501112233', 'ALREADY_REG', false, true],
			['0501112234', 'OK', true, false],
		]);
	});

	it('lists templates with filters and limit, paired', async () => {
		const all = { resource: 'template', operation: 'getAll' };
		const { items } = await run('chat', {
			...all,
			returnAll: true,
			filters: { category: 'AUTHENTICATION', status: 'APPROVED' },
		});
		expect(items.map(({ json }) => json.code)).toEqual([2007, 2018]);
		expect(service.bodies()).toEqual([{ category: 'AUTHENTICATION', status: 'APPROVED' }]);
		const limited = await run('chat', { ...all, limit: 3 }, [{}, {}]);
		expect(limited.items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
			0, 0, 0, 1, 1, 1,
		]);
		const one = await run('chat', {
			resource: 'template',
			operation: 'get',
			template: { __rl: true, mode: 'code', value: '2010' },
		});
		expect(one.items[0].json).toMatchObject({ code: 2010, language: 'he' });
	});

	it('fetches the template listing once for many items', async () => {
		const items = Array.from({ length: 20 }, (_, index) => ({
			phone: `05011122${index + 10}`,
			code: index % 2 ? 2001 : 2004,
		}));
		const { error } = await run(
			'chat',
			{
				...chat,
				phoneNumbers: '={{ $json.phone }}',
				template: { __rl: true, mode: 'code', value: '={{ $json.code }}' },
			},
			items,
		);
		expect(error).toBeUndefined();
		expect(bodies()).toHaveLength(20);
		expect(
			service.control.requests().filter(({ endpoint }) => endpoint === 'waTemplates'),
		).toHaveLength(1);
	});

	it('sends all fields of the item to an automation', async () => {
		await run('automation', { ...automation, fieldsFrom: 'item' }, [
			{ name: 'Dana', phone: '050-1112233', tags: ['a'] },
		]);
		expect(bodies()).toEqual([
			{ autoid: '701', name: 'Dana', phone: '050-1112233', tags: '["a"]' },
		]);
		expect(service.control.runs()[0].variables['trigger.phone']).toBe('972501112233');
	});

	it('warns of names the automation overwrites', async () => {
		const { items } = await run('automation', { ...automation, fieldsFrom: 'item' }, [
			{ name: 'Dana', time: '10:00' },
		]);
		expect(items[0].json).toMatchObject({ overwrittenFields: ['time'] });
	});

	it('says to use a template when the reply window is closed', async () => {
		const { error } = await run('chat', reply);
		expect(error?.message).toMatch(/^The reply window for this recipient is closed/);
		expect(error?.description).toMatch(/Use "Send Template" instead/);
	});
});
