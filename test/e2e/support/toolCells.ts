import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { defaultVersion } from '../../../n8n/cache';
import { everyOperation, type EveryOperation } from '../../integration/harness/everyOperation';
import { byModel, type Tool } from './agent';

/** Arguments of a tool call, by the names the model reads. */
export type Arguments = Record<string, unknown>;

/** An operation as a tool, its required fields filled by the model. */
export interface Cell {
	/** As {@link everyOperation} names it. */
	operation: string;
	/** Tells cells of the same operation apart. */
	variant?: string;
	/** What the model reads about the tool. */
	says: string;
	/** Besides those of {@link everyOperation}. */
	parameters: Record<string, unknown>;
	/** The model's call. */
	call: Arguments;
	/** What the call sends, without the token. */
	body: Arguments;
	/** What the tool answers. */
	output: Array<Record<string, unknown>>;
	/** Changes of the call the node refuses, and what it says: the rule and the fix. */
	wrong?: { call: Arguments; says: [rule: string, fix: string] };
	/** Changes of the call the service refuses, or none when it refuses any; its words, and our fix. */
	refused: { call?: Arguments; says: [words: string, fix: string] };
}

const phone = '0501112233';
/** Code of the first campaign of a fresh emulator. */
export const task = '700000000000000001';
const located = { __rl: true, mode: 'code', value: byModel('Template') };
const token: Cell['refused'] = {
	says: ['token invalid or missing', 'Check the token in the credential'],
};
const listCode: Cell['wrong'] = {
	call: { List_Code: 'VIP' },
	says: ['List Code must hold digits only', 'Remove everything that is no digit.'],
};
const noList: Cell['refused'] = {
	call: { List_Code: '9999' },
	says: ['list not found', 'Check the list code in the service.'],
};
const subAdminCode: Cell['wrong'] = {
	call: { 'Sub-Admin_Code': 'Dana' },
	says: ['Sub-Admin Code must hold digits only', 'Remove everything that is no digit.'],
};
const noSubAdmin: Cell['refused'] = {
	call: { 'Sub-Admin_Code': '999' },
	says: ['sub-user not found', 'Use the code shown in the sub-admin table'],
};
const noAutomation: Cell['refused'] = {
	call: { Automation_ID: '999' },
	says: ['Automation not found', 'Check its ID, that it is active'],
};

/** Every operation a model can use, some in variants. */
export const cells: Cell[] = [
	{
		operation: 'ExtApi SMS: Message: Send',
		says: 'Send an SMS in ExtApi SMS',
		parameters: {
			phoneNumbers: byModel('Phone Numbers'),
			message: byModel('Message'),
			sender: byModel('Sender'),
		},
		call: { Phone_Numbers: '050-111-2233', Message: 'Your order is ready', Sender: 'MyShop' },
		body: { list: phone, msg: 'Your order is ready', from: 'MyShop' },
		output: [{ taskId: task }],
		wrong: {
			call: { Phone_Numbers: '12' },
			says: ['Phone Numbers holds "12"', 'Use a local number with its leading 0'],
		},
		refused: {
			call: { Sender: 'Nobody' },
			says: ['sender id not approved', 'Use a sender ID approved in the account'],
		},
	},
	{
		operation: 'ExtApi SMS: Message: Send',
		variant: 'a message for each number',
		says: 'Send an SMS in ExtApi SMS',
		parameters: {
			sendTo: 'ownMessages',
			messagesByNumber: byModel('Messages by Number', 'json'),
			sender: byModel('Sender'),
		},
		call: { Messages_by_Number: { [phone]: 'one', '0501112234': 'two' }, Sender: 'MyShop' },
		body: { listjson: { [phone]: 'one', '0501112234': 'two' }, from: 'MyShop' },
		output: [{ taskId: task }],
		wrong: {
			call: { Messages_by_Number: [phone] },
			says: ['Messages by Number must be an object', 'Write it like {"0501234567": "Hello"}.'],
		},
		refused: {
			call: { Sender: 'Nobody' },
			says: ['sender id not approved', 'Use a sender ID approved in the account'],
		},
	},
	{
		operation: 'ExtApi SMS: Balance: Get',
		says: 'Get how many SMS messages are left in ExtApi SMS',
		parameters: {},
		call: {},
		body: { act: 'credit' },
		output: [{ balance: 100_000 }],
		refused: token,
	},
	{
		operation: 'ExtApi SMS: Sender ID: Request Code',
		says: 'Send a code to a number to make it a sender ID in ExtApi SMS',
		parameters: { phone: byModel('Phone Number') },
		call: { Phone_Number: phone },
		body: { phone, type: 'sms' },
		output: [{ result: 'CODE_SENT', sent: true, exists: false }],
		wrong: {
			call: { Phone_Number: '1700123456' },
			says: ['Phone Number must be an Israeli', 'Use a number like 0501234567.'],
		},
		refused: {
			says: ['phone must be a valid Israeli phone', 'Use a number like 0501234567.'],
		},
	},
	{
		operation: 'ExtApi SMS: Sender ID: Verify Code',
		says: 'Confirm a sender ID with the code it received in ExtApi SMS',
		parameters: { phone: byModel('Phone Number'), code: byModel('Code') },
		call: { Phone_Number: phone, Code: '12345' },
		body: { phone, code: '12345' },
		output: [{ result: 'WRONG_CODE', verified: false, exists: false }],
		wrong: {
			call: { Code: '12 a' },
			says: ['Code must hold digits only', 'Remove everything that is no digit.'],
		},
		refused: token,
	},
	{
		operation: 'ExtApi Voice: Message: Send',
		says: 'Call a phone and play a message in ExtApi Voice',
		parameters: {
			phoneNumbers: byModel('Phone Numbers'),
			text: byModel('Text'),
			caller: byModel('Caller'),
			subject: byModel('Description'),
		},
		call: { Phone_Numbers: phone, Text: 'Hello', Caller: '0771234567', Description: 'Reminder' },
		body: { list: phone, tts: 'Hello', from: '0771234567', desc: 'Reminder' },
		output: [{ taskId: task }],
		wrong: {
			call: { Description: 'R' },
			says: ['Description must have at least 2 characters', 'Write a longer text.'],
		},
		refused: {
			call: { Caller: '0779999999' },
			says: ['invalid caller number', 'Use a number defined in the account'],
		},
	},
	{
		operation: 'ExtApi Chat: Message: Send Template',
		says: 'Send an approved chat template in ExtApi Chat',
		parameters: {
			phoneNumbers: byModel('Phone Numbers'),
			parameters: {
				mappingMode: 'defineBelow',
				value: {
					'body.1': byModel('Body {{1}} (e.g. Dana)'),
					'body.2': byModel('Body {{2}} (e.g. SPRING10)'),
				},
			},
		},
		call: {
			Phone_Numbers: phone,
			Body___1____e_g__Dana_: 'Noam',
			Body___2____e_g__SPRING10_: 'SUMMER',
		},
		body: { template: '2002', list: phone, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
		output: [{ taskId: task }],
		wrong: {
			call: { Body___2____e_g__SPRING10_: '' },
			says: ['must fill body {{2}}', 'Enter a value, for example "SPRING10".'],
		},
		refused: {
			says: ['template is not approved (PAUSED)', 'Choose a template whose status is APPROVED'],
		},
	},
	{
		operation: 'ExtApi Chat: Message: Send Template',
		variant: 'a template of its choice',
		says: 'Send an approved chat template in ExtApi Chat',
		parameters: {
			template: located,
			phoneNumbers: byModel('Phone Numbers'),
			parametersFrom: 'json',
			parametersJson: byModel('Parameters JSON', 'json'),
		},
		call: {
			Template: '2002',
			Phone_Numbers: phone,
			Parameters_JSON: { body: { 1: 'Noam', 2: 'SUMMER' } },
		},
		body: { template: '2002', list: phone, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
		output: [{ taskId: task }],
		wrong: {
			call: { Template: '2099' },
			says: ['Template is 2099, which the account does not have', 'Choose a template'],
		},
		refused: {
			says: ['template is not approved (PAUSED)', 'Choose a template whose status is APPROVED'],
		},
	},
	{
		operation: 'ExtApi Chat: Message: Send Reply',
		says: 'Reply to a chat message of the last 24 hours in ExtApi Chat',
		parameters: { to: byModel('To'), text: byModel('Text') },
		call: { To: phone, Text: 'We are open until 20:00.' },
		body: { to: phone, msg: 'We are open until 20:00.' },
		output: [{ taskId: task }],
		wrong: {
			call: { Text: 'x'.repeat(2001) },
			says: ['Text is longer than 2,000 characters', 'Shorten the text.'],
		},
		refused: {
			call: { To: '0521234567' },
			says: ['window', 'Use "Send Template" instead.'],
		},
	},
	{
		operation: 'ExtApi Chat: Template: Get',
		says: 'Get a chat template and its parameters in ExtApi Chat',
		parameters: { template: located },
		call: { Template: '2002' },
		body: { template: '2002' },
		output: [{ code: 2002, displayName: 'spring_sale', status: 'APPROVED' }],
		wrong: {
			call: { Template: 'spring_sale' },
			says: ['Template must hold digits only', 'Remove everything that is no digit.'],
		},
		refused: {
			call: { Template: '2099' },
			says: ['template not found', 'check its code'],
		},
	},
	{
		operation: 'ExtApi Chat: Template: Get Many',
		says: 'Get many chat templates in ExtApi Chat',
		parameters: { limit: 1, filters: { category: 'AUTHENTICATION' } },
		call: {},
		body: { category: 'AUTHENTICATION' },
		output: [{ code: 2007, category: 'AUTHENTICATION' }],
		refused: {
			says: ['permission denied for chat-channel services', 'Give the token the chat-channel'],
		},
	},
	{
		operation: 'ExtApi OTP: Code: Send',
		says: 'Send a one-time code to a phone in ExtApi OTP',
		parameters: { phone: byModel('Phone Number') },
		call: { Phone_Number: phone },
		body: { phone, type: 'sms' },
		output: [{ result: 'CODE_SENT', sent: true, channel: 'sms' }],
		wrong: {
			call: { Phone_Number: 'Dana' },
			says: ['Phone Number holds characters', 'Use a local number with its leading 0'],
		},
		refused: {
			says: ['phone must be a valid phone number', 'Use a local number with its leading 0'],
		},
	},
	{
		operation: 'ExtApi OTP: Code: Send',
		variant: 'by chat',
		says: 'Send a one-time code to a phone in ExtApi OTP',
		parameters: { channel: 'wa', phone: byModel('Phone Number'), template: located },
		call: { Phone_Number: phone, Template: '2007' },
		body: { phone, type: 'wa', watemplate: '2007' },
		output: [{ result: 'CODE_SENT', sent: true, channel: 'wa' }],
		wrong: {
			call: { Template: '' },
			says: ['Template is required', 'Choose an authentication template.'],
		},
		refused: {
			says: ['phone must be a valid phone number', 'Use a local number with its leading 0'],
		},
	},
	{
		operation: 'ExtApi OTP: Code: Verify',
		says: 'Check the one-time code a person entered in ExtApi OTP',
		parameters: { phone: byModel('Phone Number'), code: byModel('Code') },
		call: { Phone_Number: phone, Code: '12345' },
		body: { phone, code: '12345' },
		output: [{ result: 'WRONG_CODE', valid: false }],
		wrong: { call: { Code: '' }, says: ['Code is required', 'Fill the field.'] },
		refused: token,
	},
	{
		operation: 'ExtApi Contacts: Contact: Add',
		says: 'Add contacts to a distribution list in ExtApi Contacts',
		parameters: {
			listCode: byModel('List Code'),
			phoneNumbers: byModel('Phone Numbers'),
		},
		call: { List_Code: '1003', Phone_Numbers: phone },
		body: { act: 'add', pid: '1003', list: phone },
		output: [{ phone, result: 'OK', added: true, updated: false, blocked: false }],
		wrong: listCode,
		refused: noList,
	},
	{
		operation: 'ExtApi Contacts: Contact: Remove',
		says: 'Remove contacts from a distribution list in ExtApi Contacts',
		parameters: {
			listCode: byModel('List Code'),
			phoneNumbers: byModel('Phone Numbers'),
		},
		call: { List_Code: '1001', Phone_Numbers: '0501111001' },
		body: { act: 'del', pid: '1001', list: '0501111001' },
		output: [{ phone: '0501111001', result: 'OK', removed: true }],
		wrong: listCode,
		refused: noList,
	},
	{
		operation: 'ExtApi Contacts: Contact: Check',
		says: 'Look up a phone in a distribution list in ExtApi Contacts',
		parameters: { listCode: byModel('List Code'), phone: byModel('Phone Number') },
		call: { List_Code: '1001', Phone_Number: '0501111001' },
		body: { act: 'check', pid: '1001', list: '0501111001' },
		output: [{ phone: '0501111001', result: 'REG', registered: true, blocked: false }],
		wrong: listCode,
		refused: noList,
	},
	{
		operation: 'ExtApi Sub-Admin: Balance: Get',
		says: 'Get the balance of a sub-admin in ExtApi Sub-Admin',
		parameters: { subAdminCode: byModel('Sub-Admin Code') },
		call: { 'Sub-Admin_Code': '501' },
		body: { act: 'creditcheck', suid: '501', type: 'sms' },
		output: [{ balance: 200 }],
		wrong: subAdminCode,
		refused: noSubAdmin,
	},
	{
		operation: 'ExtApi Sub-Admin: Balance: Update',
		says: 'Add or subtract messages of a sub-admin in ExtApi Sub-Admin',
		parameters: {
			subAdminCode: byModel('Sub-Admin Code'),
			amount: byModel('Amount', 'number'),
		},
		call: { 'Sub-Admin_Code': '501', Amount: 7 },
		body: { act: 'creditupdate', suid: '501', type: 'sms', amount: 7 },
		output: [{ result: 'OK', updated: true, balance: 207 }],
		wrong: { call: { Amount: -7 }, says: ['Amount must be a whole number from 1', 'Enter'] },
		refused: noSubAdmin,
	},
	{
		operation: 'ExtApi Campaign: Campaign: Get Status',
		says: 'Get the status of a campaign in ExtApi Campaign',
		parameters: { taskId: byModel('Campaign Code') },
		call: { Campaign_Code: task },
		body: { act: 'status', tid: task },
		output: [{ taskId: task, status: 'pending', finished: false }],
		wrong: {
			call: { Campaign_Code: 'the last one' },
			says: ['Campaign Code must hold digits only', 'Remove everything that is no digit.'],
		},
		refused: token,
	},
	{
		operation: 'ExtApi Campaign: Campaign: Delete',
		says: 'Delete a campaign that has not started in ExtApi Campaign',
		parameters: { taskId: byModel('Campaign Code') },
		call: { Campaign_Code: task },
		body: { act: 'del', tid: task },
		output: [{ taskId: task, deleted: true }],
		wrong: {
			call: { Campaign_Code: 'the last one' },
			says: ['Campaign Code must hold digits only', 'Remove everything that is no digit.'],
		},
		refused: token,
	},
	{
		operation: 'ExtApi Automation: Automation: Run',
		says: 'Run an automation in ExtApi Automation',
		parameters: {
			automationId: byModel('Automation ID'),
			fields: { field: [{ name: 'city', value: byModel('field0_Value') }] },
		},
		call: { Automation_ID: '701', field0_Value: 'Haifa' },
		body: { autoid: '701', city: 'Haifa' },
		output: [{ runId: expect.stringMatching(/^\d+$/) as string }],
		wrong: {
			call: { field0_Value: 'x'.repeat(501) },
			says: ['Field "city" is longer than 500 characters', 'Shorten the text.'],
		},
		refused: noAutomation,
	},
	{
		operation: 'ExtApi Automation: Automation: Run',
		variant: 'with fields of its choice',
		says: 'Run an automation in ExtApi Automation',
		parameters: {
			automationId: byModel('Automation ID'),
			fieldsFrom: 'json',
			fieldsJson: byModel('Fields JSON', 'json'),
		},
		call: { Automation_ID: '701', Fields_JSON: { name: 'Dana', city: 'Haifa' } },
		body: { autoid: '701', name: 'Dana', city: 'Haifa' },
		output: [{ runId: expect.stringMatching(/^\d+$/) as string }],
		wrong: {
			call: { Fields_JSON: ['Dana'] },
			says: ['Fields JSON must be an object', 'Write it like {"name": "Dana"}.'],
		},
		refused: noAutomation,
	},
];
/** The cells with a name each, for the report. */
export const labelled = cells.map((cell) => ({
	...cell,
	label: [cell.operation, cell.variant].filter(Boolean).join(', '),
}));

const isOldN8n = ['1.123', '2.0'].includes(process.env.N8N_TEST_VERSION ?? defaultVersion);
/** Up to 2 an agent runs its tools itself, from 3 on n8n runs them as nodes. */
export const AGENT_2 = 2.2;
export const AGENT_3 = isOldN8n ? 3 : 3.1;
/** Versions of the AI Agent that differ in how they run tools. */
export const agents = [AGENT_2, AGENT_3];

/** The operation a cell is about. */
export const operationOf = ({ operation }: Cell): EveryOperation =>
	everyOperation.find(({ name }) => name === operation)!;

/** The longest name of a tool that models take; versions before 2.1 of n8n do not shorten it. */
export const LONGEST_NAME = 64;

/** The tool, named as the editor names it. */
export function toolOf(cell: Cell): Tool {
	const { type, parameters } = operationOf(cell);
	return {
		name: cell.says,
		type,
		parameters: { ...parameters, ...cell.parameters },
		// There an error of a tool ends the agent's run, unless the tool is told to continue.
		settings: isOldN8n ? { onError: 'continueRegularOutput' } : {},
	};
}

/** The fields a node shows when it is a tool. */
export function shownFields({ type, node }: EveryOperation, parameters: object): INodeProperties[] {
	const description = { ...node().description, name: `${type}Tool` };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INode['parameters'],
		true,
		false,
		null,
		description,
	)!;
	return description.properties.filter((field) =>
		NodeHelpers.displayParameter(values, field, null, description),
	);
}

/** Whether a node offers an operation when it is a tool. */
export function isOffered(operation: EveryOperation): boolean {
	const { resource } = operation.parameters;
	const chosen = shownFields(operation, { resource }).find(({ name }) => name === 'operation');
	const offered = (chosen?.options ?? []) as INodePropertyOptions[];
	return offered.some(({ value }) => value === operation.parameters.operation);
}
