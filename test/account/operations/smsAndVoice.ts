import type { INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../../nodes/ExtApiVoice/ExtApiVoice.node';
import type { Row, Scenario } from '../scenario';
import { campaignDuty, campaignOf, hasOptOutLink, collections } from './campaigns';
import {
	atOnce,
	campaignClaim,
	descriptionOption,
	heldMessages,
	listVerdict,
	inJson,
	itemDuty,
	oneRequestForTheList,
	perItemOptions,
	recipients,
	senderOf,
	sendingOptions,
	type Channel,
} from './messages';
import {
	isMergeText,
	expression,
	hasBraces,
	isBlank,
	phoneOf,
	textOf,
	worst,
	type AccountedOperation,
	type Duty,
} from './operation';

const sms: Channel = {
	ledger: 'sms',
	endpoint: 'scheduleSms',
	senders: ['MyShop', 'ExtDemo'],
	from: 'from',
	inLedger: (text) => text,
	ofRequest: ({ msg }) => String(msg),
};

const voice: Channel = {
	ledger: 'voice',
	endpoint: 'scheduleVms',
	senders: ['0771234567', '0'],
	from: 'from',
	inLedger: (text) => `tts:${text}`,
	ofRequest: ({ tts }) => `tts:${String(tts)}`,
};

/** Texts of up to 1,000 characters. */
const textVerdict = (row: Row): Duty['verdict'] =>
	isBlank(row) || row.text!.length > 1000 ? 'bad' : 'good';
/** What is in braces may be refused where nothing is merged. */
const unmergedVerdict = (row: Row): Duty['verdict'] =>
	worst(textVerdict(row), hasBraces(row) ? 'either' : 'good');

/** Lists know no fields of the items: braces in their text are a person's own business. */
const campaignVerdict = (row: Row, scenario: Scenario): Duty['verdict'] =>
	scenario.choices.toList ? worst(textVerdict(row), listVerdict(scenario)) : textVerdict(row);

/** The text for the recipients, or one for each number in JSON text. */
function textsOrRecipients(scenario: Scenario): INodeParameters {
	const text = expression(scenario, 'content', textOf(scenario));
	const { asJson, toList } = scenario.choices;
	if (asJson === undefined || toList) return { ...recipients(scenario, false), message: text };
	const phone = expression(scenario, 'recipient', phoneOf(scenario));
	return { sendTo: 'ownMessages', messagesByNumber: `={ ${inJson(phone)}: ${inJson(text)} }` };
}

export const smsAndVoiceOperations: AccountedOperation[] = [
	{
		name: 'SMS send',
		node: () => new ExtApiSms(),
		endpoint: sms.endpoint,
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'send', sender: senderOf(scenario, sms) },
			...textsOrRecipients(scenario),
			options: {
				...descriptionOption(scenario),
				...sendingOptions(scenario),
				...atOnce(scenario),
			},
			...perItemOptions(scenario),
		}),
		places: ({ choices }) =>
			choices.toList ? ['content', 'option'] : ['content', 'recipient', 'option'],
		duty: (row, _index, scenario) => itemDuty(row, scenario, sms, unmergedVerdict(row)),
		held: (emulator, scenario) => heldMessages(emulator, sms, scenario),
		claim: campaignClaim,
		code: ({ taskId }) => taskId,
		...oneRequestForTheList,
	},
	{
		name: 'SMS sendCampaign',
		node: () => new ExtApiSms(),
		endpoint: sms.endpoint,
		asks: ['balance'],
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'sendCampaign', sender: senderOf(scenario, sms) },
			...recipients(scenario, true),
			message: isMergeText(scenario)
				? `{${scenario.textColumn}}${hasOptOutLink(scenario, sms) ? ' {optOut}' : ''}`
				: expression(scenario, 'content', textOf(scenario)),
			...collections(scenario, sms),
			options: {
				...descriptionOption(scenario),
				...sendingOptions(scenario),
				...(scenario.choices.checkBalance ? { checkBalance: true } : {}),
				output: scenario.choices.perRecipient ? 'recipient' : 'campaign',
			},
		}),
		places: ({ choices }) =>
			choices.toList ? ['content', 'option'] : ['content', 'recipient', 'option'],
		duty: (row, _index, scenario) =>
			campaignDuty(row, scenario, sms, campaignVerdict(row, scenario)),
		...campaignOf(sms),
	},
	{
		name: 'Voice send',
		node: () => new ExtApiVoice(),
		endpoint: voice.endpoint,
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'send', caller: senderOf(scenario, voice) },
			...descriptionOption(scenario, true),
			...recipients(scenario, false),
			content: 'text',
			text: expression(scenario, 'content', textOf(scenario)),
			options: { ...sendingOptions(scenario), ...atOnce(scenario) },
			...perItemOptions(scenario),
		}),
		places: ({ choices }) =>
			choices.toList ? ['content', 'option'] : ['content', 'recipient', 'option'],
		duty: (row, _index, scenario) =>
			itemDuty(row, scenario, voice, unmergedVerdict(row), { always: true }),
		held: (emulator, scenario) => heldMessages(emulator, voice, scenario),
		claim: campaignClaim,
		code: ({ taskId }) => taskId,
		...oneRequestForTheList,
	},
	{
		name: 'Voice sendCampaign',
		node: () => new ExtApiVoice(),
		endpoint: voice.endpoint,
		parameters: (scenario) => ({
			...{ resource: 'message', operation: 'sendCampaign', caller: senderOf(scenario, voice) },
			...descriptionOption(scenario, true),
			...recipients(scenario, true),
			content: 'text',
			text: expression(scenario, 'content', textOf(scenario)),
			...collections(scenario, voice),
			options: {
				...sendingOptions(scenario),
				output: scenario.choices.perRecipient ? 'recipient' : 'campaign',
			},
		}),
		places: ({ choices }) =>
			choices.toList ? ['content', 'option'] : ['content', 'recipient', 'option'],
		duty: (row, _index, scenario) =>
			campaignDuty(
				row,
				scenario,
				voice,
				worst(campaignVerdict(row, scenario), hasBraces(row) ? 'either' : 'good'),
				{ always: true },
			),
		...campaignOf(voice),
	},
];
