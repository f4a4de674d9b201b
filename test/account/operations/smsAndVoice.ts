import type { INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../../nodes/ExtApiVoice/ExtApiVoice.node';
import type { Row, Scenario } from '../scenario';
import { campaignDuty, campaignOf, hasOptOutLink, collections } from './campaigns';
import {
	atOnce,
	descriptionOption,
	listVerdict,
	itemDuty,
	messagesOrListOf,
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
const campaignVerdict = (row: Row, scenario: Scenario): Duty['verdict'] => {
	if (scenario.choices.toList) return worst(textVerdict(row), listVerdict(scenario));
	return isMergeText(scenario) ? textVerdict(row) : unmergedVerdict(row);
};

/** The text by an expression. */
const said = (scenario: Scenario): string => expression(scenario, 'content', textOf(scenario));

/** The recipients and their text. */
const textAndRecipients = (scenario: Scenario): INodeParameters => ({
	...recipients(scenario, false),
	message: said(scenario),
});

/** The text of a campaign, by merge fields where an expression need not fail. */
const mergedText = (scenario: Scenario): string =>
	isMergeText(scenario)
		? `{${scenario.textColumn}}${hasOptOutLink(scenario, sms) ? ' {optOut}' : ''}`
		: said(scenario);

/** How messages of a channel are filled in; a call has a description of its own, and merges nothing. */
interface Way {
	name: 'SMS' | 'Voice';
	node(): INodeType;
	channel: Channel;
	/** The fields of sender, recipients and text, of single messages and of a campaign. */
	single(scenario: Scenario): INodeParameters;
	campaign(scenario: Scenario): INodeParameters;
	description?: 'field';
	verdictOfCampaign(row: Row, scenario: Scenario): Duty['verdict'];
}

const ways: Way[] = [
	{
		...{ name: 'SMS', node: () => new ExtApiSms(), channel: sms },
		single: (scenario) => ({ sender: senderOf(scenario, sms), ...textAndRecipients(scenario) }),
		campaign: (scenario) => ({
			...{ sender: senderOf(scenario, sms), ...recipients(scenario, true) },
			message: mergedText(scenario),
		}),
		verdictOfCampaign: campaignVerdict,
	},
	{
		...{ name: 'Voice', node: () => new ExtApiVoice(), channel: voice, description: 'field' },
		single: (scenario) => ({
			...{ caller: senderOf(scenario, voice), ...recipients(scenario, false) },
			...{ content: 'text', text: said(scenario) },
		}),
		campaign: (scenario) => ({
			...{ caller: senderOf(scenario, voice), ...recipients(scenario, true) },
			...{ content: 'text', text: said(scenario) },
		}),
		verdictOfCampaign: (row, scenario) =>
			worst(campaignVerdict(row, scenario), hasBraces(row) ? 'either' : 'good'),
	},
];

export const smsAndVoiceOperations = ways.flatMap((way): AccountedOperation[] => {
	const { name, node, channel } = way;
	const always = way.description === 'field';
	const described = (scenario: Scenario) => descriptionOption(scenario, always);
	const asOption = (scenario: Scenario) => (always ? {} : described(scenario));
	const asField = (scenario: Scenario) => (always ? described(scenario) : {});
	return [
		{
			...{ name: `${name} send`, node, ...messagesOrListOf(channel) },
			parameters: (scenario) => ({
				...{ resource: 'message', operation: 'send' },
				...{ ...asField(scenario), ...way.single(scenario) },
				options: { ...asOption(scenario), ...sendingOptions(scenario), ...atOnce(scenario) },
				...perItemOptions(scenario),
			}),
			duty: (row, _index, scenario) =>
				itemDuty(row, scenario, channel, unmergedVerdict(row), { always }),
		},
		{
			...{ name: `${name} sendCampaign`, node, ...campaignOf(channel) },
			...(channel === sms ? { asks: ['balance'] as const } : {}),
			parameters: (scenario) => ({
				...{ resource: 'message', operation: 'sendCampaign' },
				...{ ...asField(scenario), ...way.campaign(scenario) },
				...collections(scenario, channel),
				options: {
					...{ ...asOption(scenario), ...sendingOptions(scenario) },
					...(channel === sms && scenario.choices.checkBalance ? { checkBalance: true } : {}),
					output: scenario.choices.perRecipient ? 'recipient' : 'campaign',
				},
			}),
			duty: (row, _index, scenario) =>
				campaignDuty(row, scenario, channel, way.verdictOfCampaign(row, scenario), { always }),
		},
	];
});
