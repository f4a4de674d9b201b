import { asNumber } from '../differential/sent';
import { buttonValue, numberAround, textAround } from '../differential/values';
import { byModel } from './byModel';
import {
	refusedOwnParameters,
	refusedParameters,
	refusedTemplates,
	sentParameters,
} from './chatParameters';
import { anyCode, codes, form, phone, template, text, twoItems } from './items';
import { type OperationRow, type ToolCall, comparison, refusal } from './row';
import {
	afterQuietTime,
	documentedNotices,
	documentedSending,
	inQuietTime,
	later,
	laterOnWire,
	refusedFiles,
	refusedChoices,
	recipients,
	refusedLists,
	refusedPhoneNumbers,
	refusedItemKey,
	refusedQuietHours,
	refusedSendingOptions,
	requestsAtOnce,
	saidOfQuietTime,
	scheduled,
	sentTo,
	switches,
	twoPhones,
	severalPerList,
	unknownOutcome,
} from './sending';

const number = '0570002233';
const full = template('2003');
const fullForm = {
	'header.1': 'A-1',
	'body.1': 'Dana',
	'body.2': '[phone_num]',
	'button.0': 'x/y?z=1',
};
const oneAndX = { body: { '1': 'one', '2': 'X' } };
const notApproved: ToolCall['refused'] = {
	says: ['template is not approved (PAUSED)', 'Choose a template whose status is APPROVED'],
};

export const chatSendTemplate: OperationRow = {
	resource: 'message',
	operation: 'sendTemplate',
	parameters: {
		phoneNumbers: phone,
		template: template('2002'),
		parameters: form({ 'body.1': text, 'body.2': 'X' }),
	},
	effect: 'once',
	once: { deeds: recipients },
	documented: {
		template: ['template'],
		from: ['options.sender'],
		list: ['phoneNumbers'],
		pid: ['listCodes'],
		listjson: ['parametersByNumber'],
		params: ['parameters', 'parametersJson', 'parametersList'],
		fileurl: ['fileUrl', 'fileField'],
		ms: ['advanced.mostMessages'],
		...documentedSending,
		...documentedNotices,
	},
	sends: [
		{
			name: 'the form, for each item',
			items: twoItems,
			bodies: [
				{ template: '2002', list: '0570002233', params: { body: { '1': 'one', '2': 'X' } } },
				{ template: '2002', list: '0570002234', params: { body: { '1': 'two', '2': 'X' } } },
			],
			outputs: [sentTo('0570002233'), sentTo('0570002234')],
		},
		{
			name: 'within quiet hours, at their end',
			parameters: inQuietTime,
			bodies: [{ template: '2002', list: number, params: oneAndX, ...afterQuietTime }],
			outputs: [{ ...sentTo(number), ...saidOfQuietTime }],
		},
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
				parameters: form({ ...fullForm, 'body.9': 'stale', fileurl: '' }),
				options: { description: 'd', sender: '0570004567' },
				timing: { delay: 2, ...later.timing },
				notifications: {
					notificationEmail: 'a@example.com',
					notificationPhone: '0570004567',
					notificationUrl: 'http://127.0.0.1:1/p',
				},
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
					...{ int: 2, desc: 'd', ms: 5, ne: 'a@example.com', np: '0570004567' },
					...{ nu: 'http://127.0.0.1:1/p', from: '0570004567', validate: 1, ...laterOnWire },
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
				parameters: form({ fileurl: 'https://example.com/a.pdf' }),
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
	refuses: [
		...refusedChoices(['sendTo', 'parametersFrom'], { listCodes: '1001' }),
		...refusedPhoneNumbers,
		...refusedLists,
		...refusedSendingOptions(),
		...refusedQuietHours,
		...refusedItemKey,
		...refusedTemplates,
		...refusedParameters,
		...refusedOwnParameters,
		...refusedFiles(),
		refusal('advanced.mostMessages', 0, 'must be a whole number from 1'),
		refusal('options.sender', 'MyShop', "contains characters that aren't digits"),
	],
	takesAnything: {
		...switches('advanced.validateRecipients', 'options.showAllTemplates'),
		...requestsAtOnce,
		...unknownOutcome,
		...severalPerList,
	},
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
			parameters: {
				phoneNumbers: byModel('Phone Numbers'),
				parameters: {
					mappingMode: 'defineBelow',
					value: {
						'body.1': byModel('1 · after "Hello"'),
						'body.2': byModel('2 · after "coupon is"'),
					},
				},
			},
			call: {
				Phone_Numbers: number,
				'1___after__Hello_': 'Noam',
				'2___after__coupon_is_': 'SUMMER',
			},
			body: { template: '2002', list: number, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
			output: [{ ...sentTo(number), taskId: codes[0] }],
			wrong: {
				call: { '2___after__coupon_is_': '' },
				says: [
					'needs a value for parameter 2 (after "coupon is")',
					'Enter a value, for example "SPRING10".',
				],
			},
			refused: notApproved,
		},
		{
			variant: 'a template of its choice',
			parameters: {
				template: { __rl: true, mode: 'code', value: byModel('Template') },
				phoneNumbers: byModel('Phone Numbers'),
				parametersFrom: 'json',
				parametersJson: byModel('Parameters JSON', 'json'),
			},
			call: {
				Template: '2002',
				Phone_Numbers: number,
				Parameters_JSON: { body: { 1: 'Noam', 2: 'SUMMER' } },
			},
			body: { template: '2002', list: number, params: { body: { 1: 'Noam', 2: 'SUMMER' } } },
			output: [{ ...sentTo(number), taskId: codes[0] }],
			wrong: {
				call: { Template: '2099' },
				says: ['Template is 2099, which the account does not have', 'Use a code that'],
			},
			refused: notApproved,
		},
	],
};
