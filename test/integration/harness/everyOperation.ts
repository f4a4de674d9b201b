import axios from 'axios';
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiAutomation } from '../../../nodes/ExtApiAutomation/ExtApiAutomation.node';
import { ExtApiCampaign } from '../../../nodes/ExtApiCampaign/ExtApiCampaign.node';
import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiContacts } from '../../../nodes/ExtApiContacts/ExtApiContacts.node';
import { ExtApiOtp } from '../../../nodes/ExtApiOtp/ExtApiOtp.node';
import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiSubAdmin } from '../../../nodes/ExtApiSubAdmin/ExtApiSubAdmin.node';
import { ExtApiVoice } from '../../../nodes/ExtApiVoice/ExtApiVoice.node';

/** One operation with parameters that succeed for both of {@link twoItems}. */
export interface EveryOperation {
	/** As the README lists it, for example `ExtApi SMS: Message: Send`. */
	name: string;
	/** n8n's name of the node type, for example `extApiSms`. */
	type: string;
	node: () => INodeType;
	/** Script the operation itself calls. */
	endpoint: string;
	parameters: INodeParameters;
	/** True when one request serves all items. */
	isCollective?: true;
	/** True when repeating the request does no harm. */
	isHarmless?: true;
	/** True when a lost answer all the same leaves open whether it was done. */
	changesContacts?: boolean;
	/** Brings the service into the state the operation needs. */
	prepare?(emulator: Pick<Emulator, 'url' | 'control'>): Promise<void>;
}

/** Items every operation can work on. */
export const twoItems: IDataObject[] = [
	{ phone: '0501112233', text: 'one', amount: 1, code: '00000' },
	{ phone: '0501112234', text: 'two', amount: 2, code: '00001' },
];

/** So many items that per-item operations, except for those that ask for a state, can work on. */
export function manyItems(count: number): IDataObject[] {
	return Array.from({ length: count }, (_, index) => ({
		phone: `05011122${String(index).padStart(2, '0')}`,
		text: `text ${index}`,
		amount: 1,
		code: '00000',
	}));
}

const phone = '={{ $json.phone }}';
const text = '={{ $json.text }}';
const template = { __rl: true, mode: 'code', value: '2002' };
const form = (value: IDataObject) =>
	({ mappingMode: 'defineBelow', value }) as unknown as INodeParameters;
/** Makes two campaigns that wait for their time, so that they can be asked for and deleted; codes count up. */
export async function scheduleTwo({ url, control }: Pick<Emulator, 'url' | 'control'>) {
	for (const msg of ['first', 'second']) {
		await axios.post(`${url}/extApi/scheduleSms.php`, {
			...{ token: 'demo-token-full', from: 'MyShop', list: '0501112233,0501112234', msg },
			...{ dh: '10', di: '00', dy: '2035', dm: '01', dd: '05' },
		});
	}
	control.clearRequests();
}
const taskId = '={{ "70000000000000000" + ($itemIndex + 1) }}';

interface Group {
	node: string;
	type: string;
	make: () => INodeType;
	operations: Array<Omit<EveryOperation, 'name' | 'type' | 'node'> & { label: string }>;
}

const groups: Group[] = [
	{
		node: 'ExtApi SMS',
		type: 'extApiSms',
		make: () => new ExtApiSms(),
		operations: [
			{
				label: 'Message: Send',
				endpoint: 'scheduleSms',
				parameters: {
					resource: 'message',
					operation: 'send',
					sender: 'MyShop',
					phoneNumbers: phone,
					message: text,
				},
			},
			{
				label: 'Message: Send Campaign',
				endpoint: 'scheduleSms',
				isCollective: true,
				parameters: {
					resource: 'message',
					operation: 'sendCampaign',
					sender: 'MyShop',
					recipient: 'phone',
					message: '{text}',
				},
			},
			{
				label: 'Balance: Get',
				endpoint: 'scheduleSms',
				isHarmless: true,
				parameters: { resource: 'balance', operation: 'get' },
			},
			{
				label: 'Sender ID: Request Code',
				endpoint: 'senderVerify',
				parameters: { resource: 'senderId', operation: 'requestCode', phone, channel: 'sms' },
			},
			{
				label: 'Sender ID: Verify Code',
				endpoint: 'senderVerify',
				parameters: { resource: 'senderId', operation: 'verifyCode', phone, code: '12345' },
			},
		],
	},
	{
		node: 'ExtApi Voice',
		type: 'extApiVoice',
		make: () => new ExtApiVoice(),
		operations: [
			{
				label: 'Message: Send',
				endpoint: 'scheduleVms',
				parameters: {
					resource: 'message',
					operation: 'send',
					caller: '0771234567',
					description: 'Reminder',
					phoneNumbers: phone,
					content: 'text',
					text,
				},
			},
			{
				label: 'Message: Send Campaign',
				endpoint: 'scheduleVms',
				isCollective: true,
				parameters: {
					resource: 'message',
					operation: 'sendCampaign',
					recipient: 'phone',
					caller: '0771234567',
					description: 'Reminder',
					content: 'text',
					text: 'Hello',
				},
			},
		],
	},
	{
		node: 'ExtApi Chat',
		type: 'extApiChat',
		make: () => new ExtApiChat(),
		operations: [
			{
				label: 'Message: Send Template',
				endpoint: 'scheduleWa',
				parameters: {
					resource: 'message',
					operation: 'sendTemplate',
					phoneNumbers: phone,
					template,
					parameters: form({ 'body.1': text, 'body.2': 'X' }),
				},
			},
			{
				label: 'Message: Send Template Campaign',
				endpoint: 'scheduleWa',
				isCollective: true,
				parameters: {
					resource: 'message',
					operation: 'sendTemplateCampaign',
					recipient: 'phone',
					template,
					parameters: form({ 'body.1': '{text}', 'body.2': 'X' }),
				},
			},
			{
				label: 'Message: Send Reply',
				endpoint: 'sendWa',
				prepare: async ({ control }) =>
					twoItems.forEach((item) => control.inbound(String(item.phone))),
				parameters: { resource: 'message', operation: 'sendReply', to: phone, text },
			},
			{
				label: 'Template: Get',
				endpoint: 'waTemplates',
				isHarmless: true,
				parameters: { resource: 'template', operation: 'get', template },
			},
			{
				label: 'Template: Get Many',
				endpoint: 'waTemplates',
				isHarmless: true,
				parameters: { resource: 'template', operation: 'getAll' },
			},
		],
	},
	{
		node: 'ExtApi OTP',
		type: 'extApiOtp',
		make: () => new ExtApiOtp(),
		operations: [
			{
				label: 'Code: Send',
				endpoint: 'sendOtp',
				parameters: { resource: 'code', operation: 'send', phone, channel: 'sms' },
			},
			{
				label: 'Code: Verify',
				endpoint: 'sendOtp',
				isHarmless: true,
				parameters: { resource: 'code', operation: 'verify', phone, code: '={{ $json.code }}' },
			},
		],
	},
	{
		node: 'ExtApi Contacts',
		type: 'extApiContacts',
		make: () => new ExtApiContacts(),
		operations: [
			...(['add', 'remove', 'check'] as const).map((operation) => ({
				label: `Contact: ${operation[0].toUpperCase()}${operation.slice(1)}`,
				endpoint: 'poolMembers',
				isHarmless: true as const,
				changesContacts: operation !== 'check',
				parameters: {
					resource: 'contact',
					operation,
					listCode: '1003',
					[operation === 'check' ? 'phone' : 'phoneNumbers']: phone,
				},
			})),
			...(['addMany', 'removeMany'] as const).map((operation) => ({
				label: operation === 'addMany' ? 'Contact: Add Many' : 'Contact: Remove Many',
				endpoint: 'poolMembers',
				isCollective: true as const,
				isHarmless: true as const,
				changesContacts: true,
				parameters: { resource: 'contact', operation, listCode: '1003', recipient: 'phone' },
			})),
		],
	},
	{
		node: 'ExtApi Sub-Admin',
		type: 'extApiSubAdmin',
		make: () => new ExtApiSubAdmin(),
		operations: [
			{
				label: 'Balance: Get',
				endpoint: 'manageSu',
				isHarmless: true,
				parameters: { resource: 'balance', operation: 'get', subAdminCode: '501' },
			},
			{
				label: 'Balance: Update',
				endpoint: 'manageSu',
				parameters: {
					resource: 'balance',
					operation: 'update',
					subAdminCode: '501',
					change: 'add',
					amount: '={{ $json.amount }}',
				},
			},
		],
	},
	{
		node: 'ExtApi Campaign',
		type: 'extApiCampaign',
		make: () => new ExtApiCampaign(),
		operations: [
			{
				label: 'Campaign: Get Status',
				endpoint: 'taskStatus',
				isHarmless: true,
				prepare: scheduleTwo,
				parameters: { resource: 'campaign', operation: 'getStatus', taskId },
			},
			{
				label: 'Campaign: Delete',
				endpoint: 'taskStatus',
				prepare: scheduleTwo,
				parameters: { resource: 'campaign', operation: 'delete', taskId },
			},
			{
				label: 'Campaign: Wait',
				endpoint: 'taskStatus',
				isHarmless: true,
				prepare: scheduleTwo,
				parameters: {
					resource: 'campaign',
					operation: 'wait',
					taskId,
					options: { interval: 1, timeLimit: 0 },
				},
			},
		],
	},
	{
		node: 'ExtApi Automation',
		type: 'extApiAutomation',
		make: () => new ExtApiAutomation(),
		operations: [
			{
				label: 'Automation: Run',
				endpoint: 'autoWebhook',
				parameters: {
					resource: 'automation',
					operation: 'run',
					automationId: '701',
					fields: { field: [{ name: 'name', value: text }] },
				},
			},
		],
	},
];

/** Every operation of every node, as far as it sends requests. */
export const everyOperation: EveryOperation[] = groups.flatMap(({ node, type, make, operations }) =>
	operations.map(({ label, ...operation }) => ({
		...operation,
		name: `${node}: ${label}`,
		type,
		node: make,
	})),
);

/** Those that n8n's declarative engine runs, with a request for each item. */
export const perItemOperations = everyOperation.filter(({ node, parameters }) => {
	const ofResource = node().customOperations?.[String(parameters.resource)];
	return ofResource?.[String(parameters.operation)] === undefined;
});
