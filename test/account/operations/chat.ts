import type { INodeParameters } from 'n8n-workflow';

import type { Emulator } from '../../../emulator';
import { ExtApiChat } from '../../../nodes/ExtApiChat/ExtApiChat.node';
import { everybody } from '../rows';
import type { Row, Scenario } from '../scenario';
import { campaignDuty, campaignOf, hasOptOutLink, collections } from './campaigns';
import {
	atOnce,
	campaignKey,
	descriptionOption,
	itemDuty,
	limitVerdict,
	listVerdict,
	messageLimit,
	messageDuty,
	messagesOf,
	messagesOrListOf,
	perItemOptions,
	recipients,
	sendingOptions,
	unknownOutcome,
	type Channel,
} from './messages';
import {
	expression,
	hasBraces,
	isBlank,
	mustThrow,
	phoneOf,
	textOf,
	worst,
	type AccountedOperation,
	type Duty,
} from './operation';

/** A template with two placeholders, as the emulator's seeds have it. */
const TEMPLATE = 2002;
const COUPON = 'X';

const template: Channel = {
	ledger: 'chat',
	endpoint: 'scheduleWa',
	inLedger: (text) => {
		const body = { '1': text, '2': COUPON };
		const rest = { template: TEMPLATE, header: {}, body, button: {} };
		return `Hello ${text}, your coupon is ${COUPON}.\n${JSON.stringify(rest)}`;
	},
	ofRequest: ({ params }) => {
		const { body } = params as { body: Record<string, string> };
		return template.inLedger(body['1']);
	},
};

const reply: Channel = {
	ledger: 'chatReply',
	endpoint: 'sendWa',
	inLedger: (text) => text,
	ofRequest: ({ msg }) => String(msg),
};

const values = (first: string): INodeParameters =>
	({
		template: { __rl: true, mode: 'list', value: String(TEMPLATE) },
		parameters: { mappingMode: 'defineBelow', value: { 'body.1': first, 'body.2': COUPON } },
	}) as unknown as INodeParameters;

/** The specification names no limit of a template's values. */
const valueVerdict = (row: Row): Duty['verdict'] => {
	if (isBlank(row)) return 'bad';
	return row.text!.length > 1000 ? 'either' : 'good';
};

/** Everyone wrote a moment ago, so that a reply is possible. */
function openWindows({ control }: Emulator): void {
	for (const phone of everybody) control.inbound(phone);
}

const isMergeText = (scenario: Scenario) =>
	!scenario.choices.byExpression && !mustThrow(scenario, 'content');

export const chatOperations: AccountedOperation[] = [
	{
		name: 'Chat sendTemplate',
		mayStayOpen: ({ choices }) => choices.mostMessages !== undefined,
		node: () => new ExtApiChat(),
		...messagesOrListOf(template),
		asks: ['templates'],
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'sendTemplate' },
			...recipients(scenario, false),
			...values(expression(scenario, 'content', textOf(scenario))),
			options: {
				...descriptionOption(scenario),
				...sendingOptions(scenario),
				...messageLimit(scenario),
				...atOnce(scenario),
			},
			...perItemOptions(scenario),
		}),
		duty: (row, _index, scenario) =>
			// Nothing is merged, so what is in braces may be refused.
			itemDuty(
				row,
				scenario,
				template,
				hasBraces(row) ? worst(valueVerdict(row), 'either') : valueVerdict(row),
			),
	},
	{
		name: 'Chat sendTemplateCampaign',
		node: () => new ExtApiChat(),
		...campaignOf(template),
		asks: ['templates'],
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'sendTemplateCampaign' },
			...recipients(scenario, true),
			...values(
				isMergeText(scenario)
					? `{${scenario.textColumn}}${hasOptOutLink(scenario, template) ? ' {optOut}' : ''}`
					: expression(scenario, 'content', textOf(scenario)),
			),
			...collections(scenario, template),
			options: {
				...descriptionOption(scenario),
				...sendingOptions(scenario),
				...messageLimit(scenario),
				output: scenario.choices.perRecipient ? 'recipient' : 'campaign',
			},
		}),
		duty: (row, _index, scenario) =>
			campaignDuty(
				row,
				scenario,
				template,
				worst(
					...[valueVerdict(row), limitVerdict(scenario)],
					scenario.choices.toList ? listVerdict(scenario) : 'good',
				),
			),
		mayStayOpen: ({ choices }) => choices.mostMessages !== undefined,
	},
	{
		name: 'Chat sendReply',
		node: () => new ExtApiChat(),
		...messagesOf(reply),
		prepare: openWindows,
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'sendReply' },
			to: expression(scenario, 'recipient', phoneOf(scenario)),
			text: expression(scenario, 'content', textOf(scenario)),
			options: {
				...descriptionOption(scenario),
				...unknownOutcome(scenario),
				...campaignKey(scenario),
				...atOnce(scenario),
			},
			...perItemOptions(scenario),
		}),
		places: () => ['content', 'recipient', 'option'],
		duty: (row, _index, scenario) => {
			const tooLong = isBlank(row) || row.text!.length > 2000;
			const verdict = tooLong ? 'bad' : hasBraces(row) ? 'either' : 'good';
			return messageDuty(row, scenario, reply, verdict, { toList: false });
		},
	},
];
