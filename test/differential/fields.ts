import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	addressValue,
	buttonValue,
	dateValue,
	digitsOf,
	domainValue,
	emailValue,
	numberAround,
	phoneValue,
	textAround,
	timeValue,
	webAddressValue,
} from './values';

/** A field of an operation and the parameter of the service it fills. */
export interface ComparedField {
	/** The operation, by its name in `everyOperation`. */
	operation: string;
	/** Path of the node parameter, for example `options.delay`; `/` stands for a dot in a name. */
	path: string;
	/** Name of the service's parameter. */
	wire: string;
	values: fc.Arbitrary<unknown>;
	/** The service's parameters for a value, where they are not just the value under its name. */
	toWire?: (value: unknown) => IDataObject;
	/** Other node parameters the field needs. */
	parameters?: INodeParameters;
	/** Parameters of the service, where they differ from the operation's own request. */
	body?: IDataObject;
	/** True: an empty value is refused. */
	isRequired?: true;
	/** True: the service looks at the form of a value before it looks it up in the account. */
	formFirst?: true;
}

const sms = 'ExtApi SMS: Message: Send';
const voice = 'ExtApi Voice: Message: Send';
const template = 'ExtApi Chat: Message: Send Template';
const reply = 'ExtApi Chat: Message: Send Reply';
const otp = 'ExtApi OTP: Code: Send';
const contact = 'ExtApi Contacts: Contact: Add';
const twoPhones = { phoneNumbers: '0501112233,0501112234' };
const form = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;

/** `2026-01-05T10:00` as the five parameters of a schedule. */
function scheduleOf(value: unknown): IDataObject {
	const [dy, dm, dd, dh, di] = String(value).split(/[-T:]/);
	return { dy, dm, dd, dh, di };
}

/** Every field whose values the node checks. */
export const comparedFields: ComparedField[] = [
	{
		operation: sms,
		path: 'sender',
		wire: 'from',
		values: fc.oneof(textAround(2, 11), phoneValue),
		formFirst: true,
	},
	{
		operation: sms,
		path: 'message',
		wire: 'msg',
		values: textAround(1, 70, 1000),
		isRequired: true,
	},
	{ operation: sms, path: 'phoneNumbers', wire: 'list', values: phoneValue, isRequired: true },
	{ operation: sms, path: 'options.delay', wire: 'int', values: numberAround(2, 180) },
	{ operation: sms, path: 'options.notificationPhone', wire: 'np', values: phoneValue },
	{
		operation: sms,
		path: 'options.notificationEmail',
		wire: 'ne',
		values: emailValue,
		parameters: twoPhones,
		body: { list: twoPhones.phoneNumbers },
	},
	{ operation: sms, path: 'options.notificationUrl', wire: 'nu', values: webAddressValue },
	{
		operation: sms,
		path: 'options.sendAt',
		wire: 'schedule',
		values: timeValue,
		toWire: scheduleOf,
	},
	{
		operation: sms,
		path: 'listCodes',
		wire: 'pid',
		values: fc.oneof(digitsOf(0, 6), textAround(4)),
		parameters: { sendTo: 'lists' },
		body: { list: undefined },
		isRequired: true,
	},
	{
		operation: sms,
		path: 'messagesByNumber',
		wire: 'listjson',
		values: fc
			.tuple(phoneValue.map(String), textAround(1, 1000))
			.map(([phone, text]) => ({ [phone]: text })),
		parameters: { sendTo: 'ownMessages' },
		body: { list: undefined, msg: undefined },
	},
	{
		operation: voice,
		path: 'description',
		wire: 'desc',
		values: textAround(2, 100),
		isRequired: true,
	},
	{ operation: voice, path: 'text', wire: 'tts', values: textAround(1, 1000), isRequired: true },
	{ operation: voice, path: 'caller', wire: 'from', values: phoneValue, isRequired: true },
	{ operation: voice, path: 'options.data', wire: 'data', values: textAround(1, 50) },
	{ operation: voice, path: 'options.constantData', wire: 'constdata', values: textAround(1, 50) },
	{
		operation: voice,
		path: 'options.getDigits',
		wire: 'getdigits',
		values: fc.oneof(
			digitsOf(0, 11),
			fc.constantFrom('no', 'all', 'num', '0', 'ALL'),
			textAround(3),
		),
	},
	{
		operation: voice,
		path: 'options.stopTime',
		wire: 'stop',
		values: fc.oneof(digitsOf(3, 5), fc.constantFrom('2400', '2359', '0000', '12:30', '1260')),
	},
	{ operation: voice, path: 'options.retries', wire: 'retry', values: numberAround(1, 10) },
	{ operation: voice, path: 'options.voicemailDetection', wire: 'amd', values: numberAround(0, 2) },
	{
		operation: voice,
		path: 'options.retryInterval',
		wire: 'retryint',
		values: numberAround(1, 30),
		parameters: { options: { retries: 2 } },
		body: { retry: 2 },
	},
	{
		operation: voice,
		path: 'fileUrl',
		wire: 'fileurl',
		values: webAddressValue,
		parameters: { content: 'file' },
		body: { tts: undefined },
		isRequired: true,
	},
	{
		operation: template,
		path: 'parameters.value.body/1',
		wire: 'params',
		values: textAround(1, 100),
		toWire: (value) => ({ params: { body: { 1: value, 2: 'X' } } }),
		isRequired: true,
	},
	{
		operation: template,
		path: 'parameters.value.button/0',
		wire: 'params: button',
		parameters: {
			template: { __rl: true, mode: 'code', value: '2003' },
			parameters: form({ 'header.1': 'A', 'body.1': 'B', 'body.2': 'C' }),
		},
		values: buttonValue,
		body: { template: '2003' },
		toWire: (value) => ({
			params: { header: { 1: 'A' }, body: { 1: 'B', 2: 'C' }, button: { 0: value } },
		}),
		isRequired: true,
	},
	{ operation: template, path: 'options.mostMessages', wire: 'ms', values: numberAround(1) },
	{ operation: reply, path: 'to', wire: 'to', values: phoneValue, isRequired: true },
	{
		operation: reply,
		path: 'text',
		wire: 'msg',
		values: textAround(1, 1000, 2000),
		isRequired: true,
	},
	{ operation: otp, path: 'phone', wire: 'phone', values: phoneValue, isRequired: true },
	{ operation: otp, path: 'options.codeLength', wire: 'codelen', values: numberAround(3, 8) },
	{ operation: otp, path: 'options.validity', wire: 'minvalid', values: numberAround(1, 60) },
	{ operation: otp, path: 'options.mostSms', wire: 'maxsms', values: numberAround(1, 10) },
	{ operation: otp, path: 'options.mostVoice', wire: 'maxvms', values: numberAround(1, 10) },
	{ operation: otp, path: 'options.mostChat', wire: 'maxwa', values: numberAround(1, 10) },
	{
		operation: otp,
		path: 'options.ownCode',
		wire: 'precode',
		values: fc.oneof(digitsOf(2, 9), textAround(4)),
	},
	{ operation: otp, path: 'options.webOtpDomain', wire: 'webotp', values: domainValue },
	{
		operation: 'ExtApi OTP: Code: Verify',
		path: 'code',
		wire: 'code',
		values: fc.oneof(digitsOf(2, 9), textAround(5)),
		isRequired: true,
	},
	{ operation: contact, path: 'phoneNumbers', wire: 'list', values: phoneValue, isRequired: true },
	{ operation: contact, path: 'contactFields.firstName', wire: 'fname', values: textAround(20) },
	{ operation: contact, path: 'contactFields.lastName', wire: 'lname', values: textAround(20) },
	{ operation: contact, path: 'contactFields.data', wire: 'data', values: textAround(1000) },
	...[1, 2, 3, 4].map((number) => ({
		operation: contact,
		path: `contactFields.data${number}`,
		wire: `data${number}`,
		values: textAround(400),
	})),
	{ operation: contact, path: 'contactFields.birthday', wire: 'bd', values: dateValue },
	{ operation: contact, path: 'contactFields.ipAddress', wire: 'ip', values: addressValue },
	{
		operation: contact,
		path: 'listCode',
		wire: 'pid',
		values: fc.oneof(digitsOf(0, 6), textAround(4)),
		isRequired: true,
	},
	{
		operation: 'ExtApi SMS: Sender ID: Request Code',
		path: 'phone',
		wire: 'phone',
		values: phoneValue,
		isRequired: true,
	},
	{
		operation: 'ExtApi Sub-Admin: Balance: Update',
		path: 'amount',
		wire: 'amount',
		// The sign comes from "Change".
		values: numberAround(1, 1000).filter((value) => Number(value) >= 0),
		isRequired: true,
	},
	{
		operation: 'ExtApi Sub-Admin: Balance: Get',
		path: 'subAdminCode',
		wire: 'suid',
		values: fc.oneof(digitsOf(0, 6), textAround(4)),
		isRequired: true,
	},
	{
		operation: 'ExtApi Campaign: Campaign: Get Status',
		path: 'taskId',
		wire: 'tid',
		values: fc.oneof(digitsOf(0, 25), textAround(6)),
		isRequired: true,
	},
	{
		operation: 'ExtApi Automation: Automation: Run',
		path: 'automationId',
		wire: 'autoid',
		values: fc.oneof(digitsOf(0, 5), textAround(3)),
		isRequired: true,
	},
	{
		operation: 'ExtApi Automation: Automation: Run',
		path: 'fields.field.0.value',
		wire: 'name',
		values: textAround(1, 500),
	},
];
