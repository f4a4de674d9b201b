import type { IDataObject } from 'n8n-workflow';

import {
	asNumber,
	asPhone,
	buttonValue,
	numberAround,
	textAround,
	phoneValue,
} from '../differential/values';
import { byModel } from './byModel';
import { sentParameters } from './chatParameters';
import {
	anyCode,
	codes,
	form,
	phone,
	template,
	text,
	forEachItem,
	openReplyWindows,
	twoItems,
} from './items';
import { type OperationRow, comparison } from './row';
import { chatSendAndWait } from './sendAndWait';
import {
	recipients,
	sentTo,
	twoPhones,
	later,
	scheduled,
	laterOnWire,
	everyNotice,
	everyNoticeOnWire,
	toBoth,
} from './sending';

const number = '0570002233';
const full = template('2003');
const fullForm = {
	'header.1': 'A-1',
	'body.1': 'Dana',
	'body.2': '[phone_num]',
	'button.0': 'x/y?z=1',
};

const sendTemplate: OperationRow = {
	resource: 'message',
	operation: 'sendTemplate',
	parameters: {
		phoneNumbers: phone,
		template: template('2002'),
		parameters: form({ 'body.1': text, 'body.2': 'X' }),
	},
	effect: 'once',
	once: { deeds: recipients },
	built: {
		listjson: ['parametersByNumber'],
		params: ['parameters', 'parametersJson'],
		fileurl: ['fileField'],
	},
	sends: [
		forEachItem(
			'the form, for each item',
			(list, first) => ({ template: '2002', list, params: { body: { '1': first, '2': 'X' } } }),
			sentTo,
		),
		{
			name: 'a template without parameters',
			parameters: { template: { ...template('2001'), mode: 'list' }, parameters: form({}) },
			bodies: [{ template: '2001', list: number }],
			outputs: [sentTo(number)],
		},
		{
			name: 'every option; values of another template are left out',
			parameters: {
				phoneNumbers: twoPhones,
				template: { ...full, mode: 'list' },
				parameters: form({ ...fullForm, 'body.9': 'stale' }),
				options: { description: 'd', sender: '0570004567' },
				timing: { delay: 2, ...later.timing },
				...everyNotice,
				advanced: { mostMessages: 5, validateRecipients: true },
			},
			bodies: [
				{
					template: '2003',
					list: twoPhones,
					params: {
						header: { '1': 'A-1' },
						body: { '1': 'Dana', '2': '[phone_num]' },
						button: { '0': 'x/y?z=1' },
					},
					...{ int: 2, desc: 'd', ms: 5, from: '0570004567', validate: 1 },
					...{ ...everyNoticeOnWire, ...laterOnWire },
				},
			],
			outputs: [{ taskId: anyCode, recipientCount: 2, count: 2, ...scheduled }],
		},
		{
			name: 'parameters as JSON to lists',
			parameters: {
				...{ sendTo: 'lists', listCodes: '1002', parametersFrom: 'json' },
				parametersJson: '{"body":{"1":"[first_name]","2":"X"}}',
			},
			bodies: [
				{ template: '2002', pid: '1002', params: { body: { '1': '[first_name]', '2': 'X' } } },
			],
			outputs: [{ taskId: anyCode, lists: '1002' }],
		},
		...sentParameters,
		{
			name: 'own parameters for each number',
			parameters: {
				sendTo: 'ownParameters',
				parametersByNumber: '{"057-0002233":{"body":{"1":"Dana","2":"X"}}}',
			},
			bodies: [{ template: '2002', listjson: { [number]: { body: { '1': 'Dana', '2': 'X' } } } }],
			outputs: [sentTo(number)],
		},
		{
			name: 'a document',
			parameters: {
				template: { ...template('2005'), mode: 'list' },
				...{ parameters: form({}), fileUrl: 'https://example.com/a.pdf' },
			},
			bodies: [{ template: '2005', list: number, fileurl: 'https://example.com/a.pdf' }],
			outputs: [sentTo(number)],
		},
		{
			name: 'a default image is left to the service',
			parameters: { template: { ...template('2004'), mode: 'list' }, parameters: form({}) },
			bodies: [{ template: '2004', list: number }],
			outputs: [sentTo(number)],
		},
	],
	compared: [
		comparison('parameters.value.body/1', 'params', textAround(1, 100), {
			toWire: (value) => ({ params: { body: { 1: value, 2: 'X' } } }),
			isRequired: true,
		}),
		comparison('parameters.value.button/0', 'params: button', buttonValue, {
			with: {
				template: full,
				parameters: form({ 'header.1': 'A', 'body.1': 'B', 'body.2': 'C' }),
			},
			body: { template: '2003' },
			toWire: (value) => ({
				params: { header: { 1: 'A' }, body: { 1: 'B', 2: 'C' }, button: { 0: value } },
			}),
			isRequired: true,
		}),
		comparison('advanced.mostMessages', 'ms', numberAround(1), { sent: asNumber }),
	],
	toolCalls: [
		{
			byModel: { phoneNumbers: number },
			parameters: {
				parameters: form({
					'body.1': byModel('1 · after "Hello"'),
					'body.2': byModel('2 · after "coupon is"'),
				}),
			},
			call: { '1___after__Hello_': 'Noam', '2___after__coupon_is_': 'SUMMER' },
			body: { template: '2002', list: number, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
			output: [{ ...sentTo(number), taskId: codes[0] }],
		},
		{
			variant: 'a template of its choice',
			parameters: { parametersFrom: 'json' },
			byModel: {
				template: '2002',
				phoneNumbers: number,
				parametersJson: { body: { 1: 'Noam', 2: 'SUMMER' } },
			},
			body: { template: '2002', list: number, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
			output: [{ ...sentTo(number), taskId: codes[0] }],
		},
	],
};

const plain = { buttons: [] };
/** What the output says of campaigns in which everyone reads the same. */
const couponForAll = { ...plain, body: 'Hello all, your coupon is X.' };
const documentForAll = {
	...{ ...plain, header: 'https://example.com/a.pdf', body: 'Your invoice is attached.' },
};

const sendTemplateCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendTemplateCampaign',
	parameters: {
		mode: 'send',
		recipient: 'phone',
		template: template('2002'),
		parameters: form({ 'body.1': '{text}', 'body.2': 'X' }),
	},
	effect: 'once',
	once: { deeds: recipients },
	built: {
		list: ['recipient'],
		listjson: ['recipient', 'parameters', 'parametersJson'],
		params: ['parameters', 'parametersJson'],
	},
	sends: [
		{
			name: 'parameters of each recipient, in one request',
			items: twoItems,
			bodies: [
				{
					template: '2002',
					listjson: {
						'0570002233': { body: { '1': 'one', '2': 'X' } },
						'0570002234': { body: { '1': 'two', '2': 'X' } },
					},
				},
			],
			outputs: [{ taskId: anyCode, ...toBoth }],
			of: [[0, 1]],
		},
		{
			name: 'every option of the service',
			items: twoItems,
			parameters: {
				parameters: form({ 'body.1': 'all', 'body.2': 'X' }),
				options: { description: 'd', sender: '0570004567' },
				timing: { delay: 2, ...later.timing },
				...everyNotice,
				advanced: { mostMessages: 5, validateRecipients: true },
			},
			bodies: [
				{
					...{ template: '2002', list: twoPhones, params: { body: { '1': 'all', '2': 'X' } } },
					...{ int: 2, desc: 'd', ms: 5, from: '0570004567', validate: 1 },
					...{ ...everyNoticeOnWire, ...laterOnWire },
				},
			],
			outputs: [{ taskId: anyCode, ...toBoth, ...couponForAll, count: 2, ...scheduled }],
			of: [[0, 1]],
		},
		{
			name: 'a document to distribution lists',
			parameters: {
				...{ sendTo: 'lists', listCodes: '1002', fileUrl: 'https://example.com/a.pdf' },
				...{ template: template('2005'), parameters: form({}) },
			},
			bodies: [{ template: '2005', pid: '1002', fileurl: 'https://example.com/a.pdf' }],
			outputs: [{ taskId: anyCode, lists: '1002', items: 1, refused: 0, ...documentForAll }],
			of: [[0]],
		},
	],
};

const linked = (fileUrl: string) => ({ fileUrl });

const sendReply: OperationRow = {
	resource: 'message',
	operation: 'sendReply',
	prepare: openReplyWindows,
	parameters: { to: phone, text },
	effect: 'once',
	once: { deeds: ({ to, msg }) => [`${String(to)} ${String(msg)}`] },
	sends: [
		forEachItem('a reply for each item', (to, msg) => ({ to, msg }), sentTo),
		{
			name: 'a description and a sender',
			parameters: { options: { description: 'Support', sender: '0570004567' } },
			bodies: [{ to: number, msg: 'one', desc: 'Support', from: '0570004567' }],
			outputs: [sentTo(number)],
		},
		{
			name: 'a file, which lies where the service of the tests cannot fetch it',
			parameters: linked('https://example.com/a.png'),
			bodies: [{ to: number, msg: 'one', fileurl: 'https://example.com/a.png' }],
			outputs: [],
			refusedByService: /^The service cannot fetch the file/,
		},
	],
	compared: [
		comparison('to', 'to', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('text', 'msg', textAround(1, 1000, 2000), { isRequired: true }),
	],
	toolCalls: [
		{
			byModel: { to: number, text: 'We are open until 20:00.' },
			body: { to: number, msg: 'We are open until 20:00.' },
			output: [{ ...sentTo(number), taskId: codes[0] }],
		},
	],
};
const authentication = { category: 'AUTHENTICATION', status: '={{ "approved" }}' };
const found = (code: number) => expect.objectContaining({ code }) as IDataObject;

const getTemplate: OperationRow = {
	resource: 'template',
	operation: 'get',
	parameters: { template: template('2002') },
	effect: 'asks',
	sends: [
		{ name: 'a template', bodies: [{ template: '2002' }], outputs: [found(2002)] },
		{
			name: 'a template that must have a status and a category',
			parameters: { template: template('2007'), filters: authentication },
			bodies: [{ template: '2007', category: 'AUTHENTICATION', status: 'APPROVED' }],
			outputs: [found(2007)],
		},
	],
	toolCalls: [
		{
			byModel: { template: '2002' },
			body: { template: '2002' },
			output: [{ code: 2002, displayName: 'spring_sale', status: 'APPROVED' }],
		},
	],
};

const getTemplates: OperationRow = {
	resource: 'template',
	operation: 'getAll',
	parameters: {},
	effect: 'asks',
	sends: [
		{
			name: 'all of a status and a category',
			parameters: { returnAll: true, filters: authentication },
			bodies: [{ category: 'AUTHENTICATION', status: 'APPROVED' }],
			outputs: [found(2007), found(2018)],
			of: [0, 0],
		},
		{
			name: 'up to a limit',
			parameters: { limit: 2 },
			bodies: [{}],
			outputs: [found(2001), found(2002)],
			of: [0, 0],
		},
	],
	toolCalls: [
		{
			parameters: { limit: 1, filters: { category: 'AUTHENTICATION' } },
			call: {},
			body: { category: 'AUTHENTICATION' },
			output: [{ code: 2007, category: 'AUTHENTICATION' }],
		},
	],
};

export const chatRows: OperationRow[] = [
	...[sendTemplate, sendTemplateCampaign, sendReply, chatSendAndWait],
	...[getTemplate, getTemplates],
];
