import {
	asNumber,
	asPhone,
	buttonValue,
	numberAround,
	textAround,
	phoneValue,
} from '../differential/values';
import { form, openReplyWindows, phone, template, text } from './items';
import { type OperationRow, comparison } from './row';
import { chatSendAndWait } from './sendAndWait';
import { recipients } from './sending';

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
		params: ['parameters', 'parametersJson'],
		fileurl: ['fileField'],
	},
	compared: [
		comparison('parameters.value.body/1', 'params', textAround(1, 100), {
			toWire: (value) => ({ params: { body: { 1: value, 2: 'X' } } }),
			isRequired: true,
		}),
		comparison('parameters.value.button/0', 'params: button', buttonValue, {
			with: {
				template: template('2003'),
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
};

const sendReply: OperationRow = {
	resource: 'message',
	operation: 'sendReply',
	prepare: openReplyWindows,
	parameters: { to: phone, text },
	effect: 'once',
	once: { deeds: ({ to, msg }) => [`${String(to)} ${String(msg)}`] },
	compared: [
		comparison('to', 'to', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('text', 'msg', textAround(1, 1000, 2000), { isRequired: true }),
	],
};

const getTemplate: OperationRow = {
	resource: 'template',
	operation: 'get',
	parameters: { template: template('2002') },
	effect: 'asks',
};

const getTemplates: OperationRow = {
	resource: 'template',
	operation: 'getAll',
	parameters: {},
	effect: 'asks',
};

export const chatRows: OperationRow[] = [
	...[sendTemplate, sendTemplateCampaign, sendReply, chatSendAndWait],
	...[getTemplate, getTemplates],
];
