import type { Step } from '../n8n/chain';
import type { FaultRule } from '../emulator';
import { httpRequest, messagingNode, noOp, webhook } from './peers';

/** What is measured: a node over items, a workflow for each event, or calls that are to be turned away. */
export type Kind = 'node' | 'events' | 'forgedCalls';

/** One job, done by a node of this package and by nodes of n8n's own. */
export interface Case {
	name: string;
	kind: Kind;
	items: number;
	node: Step;
	/** The HTTP Request node, or the bare Webhook node; none where it cannot do the job in any reasonable time. */
	baseline?: Job;
	/** What a person would take otherwise: n8n's own messaging node, or the Webhook node with Header Auth. */
	peer?: Job;
	/** The same without the options that are measured. */
	plain?: Job;
	/** A campaign that a person approves: what is measured is the page they open, or the sending after it. */
	approval?: 'page' | 'sending';
	/** How often it is measured in a round; once when left out. */
	times?: number;
	/** Whether what counts is how long n8n is silent, and not how long it takes: beside a node that does nothing. */
	beside?: Job;
	/** Items whose phones are no phones. */
	invalid?: Invalid;
	/** What the service does to requests. */
	faults?: FaultRule[];
	/** For forged calls: a query in which something is missing or wrong. */
	query?: string;
}

/** Several cases may do the same job; the other way is then measured once a round for all. */
export interface Job {
	/** Same name: same job. */
	name: string;
	step: Step;
}

/** Which items have no valid phone: the last one, or all of them. */
export type Invalid = 'last' | 'all';

/** JavaScript of the node that makes the items. */
export function itemsCode(count: number, invalid?: Invalid): string {
	const firstInvalid = { none: count, last: count - 1, all: 0 }[invalid ?? 'none'];
	return `return Array.from({ length: ${count} }, (_, i) => ({ json: {
		phone: '05' + (i < ${firstInvalid} ? String(10000000 + i) : i), first_name: 'Dana ' + i, coupon: 'C' + i } }));`;
}

/** An expression that gives phones no item has. */
const othersCode = (count: number) =>
	`={{ Array.from({ length: ${count} }, (_, i) => '05' + String(70000000 + i)) }}`;

/** A node of this package with the options and fields of one operation. */
function own(type: string, parameters: Record<string, unknown>): Step {
	return { name: 'Measured', type: `n8n-nodes-extapi.${type}`, parameters };
}

/** Cases with a request for each item: one item is what a code or an alert is. */
const SINGLE = [
	{ items: 1, label: '1', times: 5 },
	{ items: 100, label: '100', times: 2 },
	{ items: 1_000, label: '1k', times: 1 },
];

/** Calls of someone who knows the trigger's address and no key. */
const forgedQueries = {
	triggerWithoutKey: 'get=1&msg=END&tid=1234567',
	triggerGuessedKey: `key=sms-${'0'.repeat(64)}&get=1&msg=END&tid=1234567`,
};

const text = '=Hello {{ $json.first_name }}, your order is on its way';
const phone = '={{ $json.phone }}';

/** How time and memory grow: ten times the items of the largest other case. Only on demand. */
export const largeCase: Case = {
	name: 'smsCampaignMergeFields100k',
	kind: 'node',
	items: 100_000,
	node: own('extApiSms', {
		resource: 'message',
		operation: 'sendCampaign',
		mode: 'send',
		sender: 'MyShop',
		recipient: 'phone',
		message: 'Hello {first_name}, your order is on its way',
	}),
};

/** How long n8n answers no one while many items are invalid, or fail. */
function silentCases(): Case[] {
	const beside: Job = { name: 'nothing', step: noOp };
	const goesOn = { onError: 'continueRegularOutput' };
	const sends = own('extApiSms', {
		...{ resource: 'message', operation: 'send', sender: 'MyShop' },
		...{ sendTo: 'numbers', phoneNumbers: phone, message: text },
	});
	const keyOfItem = { options: { campaignKey: '={{ $json.coupon }}' } };
	const keyed = { ...sends, parameters: { ...sends.parameters, ...keyOfItem } };
	const addsMany = own('extApiContacts', {
		...{ resource: 'contact', operation: 'addMany', listCode: '1003', recipient: 'phone' },
	});
	const voicePreview = own('extApiVoice', {
		...{ resource: 'message', operation: 'sendCampaign', mode: 'preview', recipient: 'phone' },
		...{ caller: '031234567', description: 'Bench', content: 'text', text: 'Hello {first_name}' },
		timing: { quietHours: { hours: { from: '20:00', until: '08:00' } } },
	});
	const refused: FaultRule[] = [{ kind: 'plainError' }];
	const many = { kind: 'node', items: 10_000, beside } as const;
	return [
		{ ...many, name: 'sendOneInvalid10k', node: sends, invalid: 'last' },
		{ ...many, name: 'keyedSendOneInvalid10k', node: keyed, invalid: 'last' },
		{ ...many, name: 'sendAllInvalid10k', node: { ...sends, settings: goesOn }, invalid: 'all' },
		{ ...many, name: 'sendRefused10k', node: sends, faults: refused },
		{
			...{ ...many, name: 'addManyAllInvalid10k', invalid: 'all' },
			node: { ...addsMany, settings: goesOn },
		},
		{ ...many, name: 'voicePreviewQuietHours10k', node: voicePreview },
	];
}

/** All cases, for a service at the given address. */
export function allCases(baseUrl: string): Case[] {
	const smsBaseline: Job = {
		name: 'an SMS for each item',
		step: httpRequest(baseUrl, 'scheduleSms.php', { from: 'MyShop', list: phone, msg: text }),
	};
	const messaging: Job = { name: 'a message for each item', step: messagingNode(phone, text) };
	const trigger = {
		...own('extApiTrigger', { events: ['*'] }),
		name: 'Event',
		typeVersion: 1.1,
	};
	const authWebhook = webhook('bench-auth', true);
	const sms = (parameters: Record<string, unknown>) =>
		own('extApiSms', { resource: 'message', sender: 'MyShop', ...parameters });
	const campaign = (beforeSending?: Record<string, unknown>) =>
		sms({
			operation: 'sendCampaign',
			mode: 'send',
			recipient: 'phone',
			message: 'Hello {first_name}, your order is on its way',
			...(beforeSending ? { beforeSending } : {}),
		});
	const plainCampaign: Job = { name: 'the same campaign without them', step: campaign() };
	// What is previewed, or was approved, is put out as an item for each row.
	const perRow = (beforeSending?: Record<string, unknown>) => {
		const { parameters } = campaign(beforeSending);
		return sms({ ...parameters, options: { output: 'recipient' } });
	};
	return [
		...[1, 10].map((thousands): Case => ({
			name: `smsCampaignMergeFields${thousands}k`,
			kind: 'node',
			items: thousands * 1_000,
			node: campaign(),
			baseline: smsBaseline,
		})),
		{
			name: 'smsCampaignExpressions10k',
			kind: 'node',
			items: 10_000,
			node: sms({ operation: 'sendCampaign', mode: 'send', recipient: 'phone', message: text }),
			baseline: smsBaseline,
		},
		{
			name: 'keyedCampaign10k',
			kind: 'node',
			items: 10_000,
			node: campaign({ campaignKey: 'bench' }),
			baseline: smsBaseline,
		},
		{
			name: 'guardedCampaign10k',
			kind: 'node',
			items: 10_000,
			node: campaign({
				leaveOut: othersCode(10_000),
				blockingChecks: ['brokenValues', 'emptyPlaces', 'leftovers'],
				...{ maxRecipients: 10_000, maxMessages: 20_000 },
			}),
			plain: plainCampaign,
		},
		{
			name: 'previewCampaign10k',
			kind: 'node',
			items: 10_000,
			node: sms({ ...campaign().parameters, mode: 'preview' }),
			plain: { name: 'sent, with an item for each row', step: perRow() },
		},
		...(['page', 'sending'] as const).map((approval): Case => ({
			name: `approval${approval === 'page' ? 'Page' : 'Sending'}10k`,
			kind: 'node',
			items: 10_000,
			approval,
			node: campaign(),
			plain:
				approval === 'page'
					? { name: 'the page of a plain question after the same preview', step: campaign() }
					: {
							name: 'sent with a key, with an item for each row',
							step: perRow({ campaignKey: 'bench' }),
						},
		})),
		{
			name: 'chatTemplateCampaign10k',
			kind: 'node',
			items: 10_000,
			node: own('extApiChat', {
				resource: 'message',
				operation: 'sendTemplateCampaign',
				mode: 'send',
				recipient: 'phone',
				template: { __rl: true, mode: 'list', value: '2002' },
				parameters: {
					mappingMode: 'defineBelow',
					value: { 'body.1': '{first_name}', 'body.2': '{coupon}' },
				},
			}),
			baseline: {
				name: 'a template for each item',
				step: httpRequest(baseUrl, 'scheduleWa.php', {
					template: '2002',
					list: phone,
					params: '={{ { body: { 1: $json.first_name, 2: $json.coupon } } }}',
				}),
			},
		},
		{
			name: 'contactsAddMany10k',
			kind: 'node',
			items: 10_000,
			node: own('extApiContacts', {
				resource: 'contact',
				operation: 'addMany',
				listCode: '1003',
				recipient: 'phone',
			}),
			baseline: {
				name: 'a contact for each item',
				step: httpRequest(baseUrl, 'poolMembers.php', { pid: '1003', act: 'add', list: phone }),
			},
		},
		...SINGLE.map(({ items, label, times }): Case => ({
			name: `smsSend${label}`,
			kind: 'node',
			items,
			times,
			node: sms({ operation: 'send', sendTo: 'numbers', phoneNumbers: phone, message: text }),
			baseline: smsBaseline,
			peer: messaging,
		})),
		...SINGLE.filter(({ items }) => items <= 100).map(({ items, label, times }): Case => ({
			name: `otpSend${label}`,
			kind: 'node',
			items,
			times,
			node: own('extApiOtp', { resource: 'code', operation: 'send', phone, channel: 'sms' }),
			baseline: {
				name: 'a code for each item',
				step: httpRequest(baseUrl, 'sendOtp.php', { type: 'sms', phone }),
			},
			peer: messaging,
		})),
		{
			name: 'triggerEvents1k',
			kind: 'events',
			items: 1_000,
			node: trigger,
			baseline: { name: 'a workflow for each event', step: webhook('bench') },
			peer: { name: 'a workflow for each event with a key', step: authWebhook },
		},
		...Object.entries(forgedQueries).map(([name, query]): Case => ({
			name: `${name}1k`,
			kind: 'forgedCalls',
			items: 1_000,
			node: trigger,
			query,
			peer: { name: 'a refusal for each wrong header', step: authWebhook },
		})),
		...silentCases(),
	];
}
