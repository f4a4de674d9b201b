import { chain, itemsStep, type Step } from '../../../n8n/chain';
import type { WorkflowJson } from '../../../n8n/types';
import { sendStep, webhookStep } from '../../steps';

/** A table of customers. */
const customers = (rows: string): Step => ({
	...itemsStep(`return [\n${rows}\n].map((json) => ({ json }));\n`),
	name: 'Customers',
});

/** What two of n8n's own nodes ask about an item. */
const condition = (leftValue: string, operator: object, rightValue = '') => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'loose', version: 2 },
		conditions: [{ id: '1', leftValue, rightValue, operator }],
		combinator: 'and',
	},
	looseTypeValidation: true,
	options: {},
});

/** A node that answers with one text. */
const sayStep = (name: string, value: string): Step => ({
	...{ name, type: 'n8n-nodes-base.set', typeVersion: 3.4 },
	parameters: {
		assignments: { assignments: [{ id: '1', name: 'answer', value, type: 'string' }] },
		options: {},
	},
});

const campaign = { operation: 'sendCampaign', mode: 'send', recipient: 'phone', options: {} };

const fallback = chain(
	'Send the spring template to all customers; rows that cannot be sent get an SMS instead',
	[
		customers(`	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'Yossi' },
	{ phone: '057-002-1003', first_name: '' },`),
		sendStep(
			{
				...campaign,
				operation: 'sendTemplateCampaign',
				mode: 'send',
				template: { __rl: true, mode: 'code', value: '2002' },
				parametersFrom: 'form',
				parameters: {
					...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
					value: { 'body.1': '{first_name}', 'body.2': 'SPRING10' },
				},
			},
			{ name: 'Send template', node: 'extApiChat', settings: { onError: 'continueErrorOutput' } },
		),
		sendStep({ ...campaign, message: 'Your coupon is SPRING10.' }, { name: 'Send SMS instead' }),
	],
);
fallback.connections['Send template'] = {
	main: [[], [{ node: 'Send SMS instead', type: 'main', index: 0 }]],
};

const deleting = chain(
	'Delete a scheduled campaign, and if it is already running say so',
	[
		{
			...{ name: 'Delete campaign', type: 'n8n-nodes-extapi.extApiCampaign' },
			parameters: {
				...{ resource: 'campaign', operation: 'delete', taskId: '={{ $json.body.taskId }}' },
			},
		},
		{
			...{ name: 'Deleted?', type: 'n8n-nodes-base.if', typeVersion: 2.2 },
			parameters: condition('={{ $json.deleted }}', {
				...{ type: 'boolean', operation: 'true', singleValue: true },
			}),
		},
		sayStep('Say deleted', 'The campaign was deleted'),
		sayStep('Say why not', '=The campaign is {{ $json.status }}: {{ $json.reason }}'),
	],
	{
		...webhookStep('sentences/delete', { responseMode: 'lastNode' }),
		name: 'Campaign to delete',
		settings: { webhookId: '76952648-8627-5ae7-9351-97ef98e0cc37' },
	},
);
deleting.connections['Deleted?'] = {
	main: ['Say deleted', 'Say why not'].map((node) => [{ node, type: 'main', index: 0 }]),
};
delete deleting.connections['Say deleted'];

/** The workflow that is right for each task of `tasks.md`. */
export const workflows: Record<string, WorkflowJson> = {
	approval: chain('Send the sale to everybody in this table once a person has approved it', [
		customers(`	{ phone: '0570001001', first_name: 'Dana' },
	{ phone: '0570001002', first_name: 'Yossi' },`),
		sendStep(
			{ ...campaign, mode: 'preview', message: 'Hello {first_name}, the sale begins today.' },
			{ name: 'Preview campaign' },
		),
		sendStep(
			{
				...{ operation: 'sendAndWait', responseType: 'campaignApproval' },
				...{ phoneNumbers: '0570004567', message: 'Please approve the sale.' },
			},
			{ name: 'Ask for approval' },
		),
		sendStep({ operation: 'sendCampaign', mode: 'sendApproved' }, { name: 'Send campaign' }),
	]),
	birthday: chain(
		'Every morning send a birthday SMS to everybody in this table whose birthday it is',
		[
			customers(`	{ phone: '0570001001', first_name: 'Dana', birthday: $now.minus({ years: 30 }).toISODate() },
	{ phone: '0570001002', first_name: 'Yossi', birthday: $now.minus({ days: 5 }).toISODate() },
	{ phone: '0570001003', first_name: '', birthday: $now.toISODate() },`),
			{
				...{ name: 'Birthday today', type: 'n8n-nodes-base.filter', typeVersion: 2.2 },
				parameters: condition(
					'={{ $json.birthday.slice(5) }}',
					{ type: 'string', operation: 'equals' },
					"={{ $now.toFormat('MM-dd') }}",
				),
			},
			sendStep(
				{ ...campaign, message: 'Happy birthday, {first_name|dear customer}!' },
				{ name: 'Send birthday SMS' },
			),
		],
		{
			...{ name: 'Every morning', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2 },
			parameters: { rule: { interval: [{ triggerAtHour: 8 }] } },
		},
	),
	calls: chain('Call everybody in this table and read out the day of their appointment', [
		customers(`	{ phone: '0570001001', first_name: 'Dana', day: 'Sunday' },
	{ phone: '0570001002', first_name: 'Yossi', day: 'Monday' },`),
		sendStep(
			{
				...{
					...campaign,
					content: 'text',
					text: 'Hello {first_name}, your appointment is on {day}.',
				},
				...{ caller: '0771234567', description: 'Appointment' },
			},
			{ name: 'Call', node: 'extApiVoice' },
		),
	]),
	delete: deleting,
	fallback,
	'list-later': chain(
		'Send the sale to distribution list 1002 on 5 January 2035 at nine in the morning',
		[
			sendStep(
				{
					...{ operation: 'sendCampaign', mode: 'send', sendTo: 'lists', listCodes: '1002' },
					message: 'The sale begins today.',
					timing: { sendAt: '2035-01-05T09:00:00' },
				},
				{ name: 'Schedule campaign' },
			),
		],
	),
};
