import type { Step } from '../n8n/chain';
import { demoToken } from '../demo/startStack';

/** One job, done by a node of this package and by n8n's own node. */
export interface Case {
	name: string;
	items: number;
	node: Step;
	/** None where n8n's own node cannot do the job in any reasonable time. */
	baseline?: Baseline;
	/** For the triggers: what is measured is a workflow for each event, not a node over items. */
	isTrigger?: true;
}

/** Several cases may do the same job; the other way is then measured once a round for all. */
export interface Baseline {
	/** Same name: same job. */
	job: string;
	step: Step;
}

/** JavaScript of the node that makes the items. */
export function itemsCode(count: number): string {
	return `return Array.from({ length: ${count} }, (_, i) => ({ json: {
		phone: '05' + String(10000000 + i), first_name: 'Dana ' + i, coupon: 'C' + i } }));`;
}

/** A node of this package with the options and fields of one operation. */
function own(type: string, parameters: Record<string, unknown>): Step {
	return { name: 'Measured', type: `n8n-nodes-extapi.${type}`, parameters };
}

/** The HTTP Request node as people set it up for this service: a request per item, its body from fields. */
function httpRequest(baseUrl: string, script: string, body: Record<string, string>): Step {
	const parameters = Object.entries({ token: demoToken, ...body }).map(([name, value]) => ({
		name,
		value,
	}));
	return {
		name: 'Measured',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${baseUrl}/extApi/${script}`,
			sendBody: true,
			specifyBody: 'keypair',
			bodyParameters: { parameters },
			options: {},
		},
	};
}

const text = '=Hello {{ $json.first_name }}, your order is on its way';
const phone = '={{ $json.phone }}';

/** How time and memory grow: ten times the items of the largest other case. Only on demand. */
export const largeCase: Case = {
	name: 'smsCampaignMergeFields100k',
	items: 100_000,
	node: own('extApiSms', {
		resource: 'message',
		operation: 'sendCampaign',
		sender: 'MyShop',
		recipient: 'phone',
		message: 'Hello {first_name}, your order is on its way',
	}),
};

/** All cases, for a service at the given address. */
export function allCases(baseUrl: string): Case[] {
	const smsBaseline: Baseline = {
		job: 'an SMS for each item',
		step: httpRequest(baseUrl, 'scheduleSms.php', { from: 'MyShop', list: phone, msg: text }),
	};
	const sms = (parameters: Record<string, unknown>) =>
		own('extApiSms', { resource: 'message', sender: 'MyShop', ...parameters });
	return [
		{
			name: 'smsCampaignMergeFields10k',
			items: 10_000,
			node: sms({
				operation: 'sendCampaign',
				recipient: 'phone',
				message: 'Hello {first_name}, your order is on its way',
			}),
			baseline: smsBaseline,
		},
		{
			name: 'smsCampaignExpressions10k',
			items: 10_000,
			node: sms({ operation: 'sendCampaign', recipient: 'phone', message: text }),
			baseline: smsBaseline,
		},
		{
			name: 'previewCampaign10k',
			items: 10_000,
			node: sms({
				operation: 'sendCampaign',
				recipient: 'phone',
				message: 'Hello {first_name}, your order is on its way',
				options: { onlyEstimate: true, output: 'recipient' },
			}),
			baseline: smsBaseline,
		},
		{
			name: 'keyedCampaign10k',
			items: 10_000,
			node: sms({
				operation: 'sendCampaign',
				recipient: 'phone',
				message: 'Hello {first_name}, your order is on its way',
				beforeSending: { campaignKey: 'bench' },
			}),
			baseline: smsBaseline,
		},
		{
			name: 'chatTemplateCampaign10k',
			items: 10_000,
			node: own('extApiChat', {
				resource: 'message',
				operation: 'sendTemplateCampaign',
				recipient: 'phone',
				template: { __rl: true, mode: 'list', value: '2002' },
				parametersFrom: 'form',
				parameters: {
					mappingMode: 'defineBelow',
					value: { 'body.1': '{first_name}', 'body.2': '{coupon}' },
				},
			}),
			baseline: {
				job: 'a template for each item',
				step: httpRequest(baseUrl, 'scheduleWa.php', {
					template: '2002',
					list: phone,
					params: '={{ { body: { 1: $json.first_name, 2: $json.coupon } } }}',
				}),
			},
		},
		{
			name: 'contactsAddMany10k',
			items: 10_000,
			node: own('extApiContacts', {
				resource: 'contact',
				operation: 'addMany',
				listCode: '1003',
				recipient: 'phone',
			}),
			baseline: {
				job: 'a contact for each item',
				step: httpRequest(baseUrl, 'poolMembers.php', { pid: '1003', act: 'add', list: phone }),
			},
		},
		{
			name: 'smsSend1k',
			items: 1_000,
			node: sms({
				operation: 'send',
				sendTo: 'numbers',
				phoneNumbers: phone,
				message: text,
			}),
			baseline: smsBaseline,
		},
		{
			name: 'otpSend100',
			items: 100,
			node: own('extApiOtp', {
				resource: 'code',
				operation: 'send',
				phone: phone,
				channel: 'sms',
			}),
			baseline: {
				job: 'a code for each item',
				step: httpRequest(baseUrl, 'sendOtp.php', { type: 'sms', phone }),
			},
		},
		{
			name: 'triggerEvents1k',
			items: 1_000,
			isTrigger: true,
			node: { ...own('extApiTrigger', { events: ['*'], checkKey: true }), name: 'Event' },
			baseline: {
				job: 'a workflow for each event',
				step: {
					name: 'Event',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					parameters: { path: 'bench', httpMethod: 'GET', options: {} },
				},
			},
		},
	];
}
