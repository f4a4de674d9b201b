import { asNumber } from '../differential/sent';
import { buttonValue, numberAround, textAround } from '../differential/values';
import { byModel } from './byModel';
import {
	refusedOwnParameters,
	refusedParameters,
	refusedTemplates,
	sentParameters,
} from './chatParameters';
import { anyCode, codes, form, phone, template, text, forEachItem } from './items';
import { type OperationRow, comparison, refusal } from './row';
import {
	recipients,
	sentTo,
	twoPhones,
	later,
	scheduled,
	laterOnWire,
	refusedSendingOptions,
	refusedFiles,
	refusedLists,
	refusedChoices,
	switches,
	refusedBySingles,
	takenBySingles,
	everyNotice,
	everyNoticeOnWire,
	documentedSending,
	documentedNotices,
} from './sending';

const number = '0570002233';
const full = template('2003');
const fullForm = {
	'header.1': 'A-1',
	'body.1': 'Dana',
	'body.2': '[phone_num]',
	'button.0': 'x/y?z=1',
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
				parameters: form({ ...fullForm, 'body.9': 'stale', fileurl: '' }),
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
		...refusedBySingles,
		...refusedLists,
		...refusedSendingOptions(),
		...refusedTemplates,
		...refusedParameters,
		...refusedOwnParameters,
		...refusedFiles(),
		refusal('advanced.mostMessages', 0, 'must be a whole number from 1'),
		refusal('options.sender', 'MyShop', "contains characters that aren't digits"),
	],
	takesAnything: {
		...switches('advanced.validateRecipients', 'options.showAllTemplates'),
		...takenBySingles,
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
