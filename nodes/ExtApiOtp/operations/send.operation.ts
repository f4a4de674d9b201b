import { type Field, optionsFields, textField } from '../../shared/fields/field';
import {
	serviceLanguageOption,
	requestsAtOnceOption,
	unknownOutcomeOption,
} from '../../shared/fields/sendingOptions';
import type { PerItemOperation } from '../../shared/operations/operation';
import { domainName, smsSender, voiceCaller } from '../../shared/rules/addresses';
import { readPhone } from '../../shared/rules/phones';
import { EMPTY } from '../../shared/rules/reader';
import { serviceCode, textOf } from '../../shared/rules/text';
import { endpoints } from '../../shared/service/endpoints';
import { templateField } from '../../shared/templates/picker';
import type { RequestRules, CrossFieldRule } from '../../shared/values/rowsKind';
import {
	chosenCode,
	codeLengthOption,
	codeResource,
	phoneField,
	validityOption,
} from './otpFields';

/** Shows an option only for these channels. */
const forChannels = (...channels: string[]) => ({ show: { '/channel': channels } });
const byChat = forChannels('wa');
const bySms = forChannels('auto', 'sms');
const byVoice = forChannels('auto', 'vms');
const bySmsOrVoice = forChannels('auto', 'sms', 'vms');

/** How many messages of a channel a phone can get. */
const mostOption = (
	channel: string,
	messages: string,
	wire: string,
	displayOptions: Field['displayOptions'],
): Field => ({
	displayName: `Max ${channel} Messages`,
	name: `most${channel.charAt(0)}${channel.slice(1).toLowerCase()}`,
	optionGroup: 'beforeSending',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 2,
	description: `How many ${messages} a phone can get while a code is valid, 1 to 10`,
	wire,
	displayOptions,
});

const fields: Field[] = [
	phoneField,
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Automatic',
				value: 'auto',
				description:
					'SMS to mobile numbers. Voice to landlines, and to mobile numbers if the SMS did not arrive.',
			},
			{
				name: 'Chat',
				value: 'wa',
				description:
					'With an authentication template. The token needs the permission for chat, and perhaps the one for SMS.',
			},
			{ name: 'SMS', value: 'sms' },
			{ name: 'Voice', value: 'vms' },
		],
		default: 'sms',
		description: 'How the code is sent. Automatic needs the voice service to be active.',
		wire: 'type',
	},
	{
		...templateField('searchAuthenticationTemplates', 'watemplate'),
		description: 'Approved authentication template, which provides the text',
		displayOptions: { show: { channel: ['wa'] } },
	},
	...optionsFields(
		textField({
			displayName: 'Chat Sender',
			name: 'chatSender',
			description: 'Chat number to send from, needed when the account has several',
			wire: 'wafrom',
			reader: readPhone,
			displayOptions: byChat,
		}),
		codeLengthOption,
		unknownOutcomeOption,
		{
			...serviceLanguageOption,
			description: 'Language of the SMS or voice message',
			displayOptions: bySmsOrVoice,
		},
		mostOption('Chat', 'chat messages', 'maxwa', byChat),
		mostOption('SMS', 'SMS messages', 'maxsms', bySms),
		mostOption('Voice', 'calls', 'maxvms', byVoice),
		textField({
			displayName: 'Custom Code',
			name: 'ownCode',
			placeholder: 'e.g. 12345',
			description:
				"Your own code of 3 to 8 digits. You compare it yourself: the operation 'Verify' can't check it.",
			wire: 'precode',
			reader: chosenCode,
		}),
		requestsAtOnceOption,
		textField({
			displayName: 'SMS Sender',
			name: 'smsSender',
			description: "Sender ID approved in the account. By default, the service's own sender.",
			wire: 'smsfrom',
			reader: smsSender,
			displayOptions: bySms,
		}),
		textField({
			displayName: 'SMS Text',
			name: 'smsText',
			placeholder: 'e.g. Your code is',
			description: "Text before the code in the SMS. By default, the service's own text.",
			wire: 'smstext',
			isText: true,
			reader: textOf(),
			displayOptions: bySms,
		}),
		validityOption,
		textField({
			displayName: 'Voice Caller',
			name: 'voiceCaller',
			description: 'Number the call comes from. By default, a hidden number.',
			wire: 'vmsfrom',
			reader: voiceCaller,
			displayOptions: byVoice,
		}),
		textField({
			displayName: 'Voice Service Code',
			name: 'voiceService',
			optionGroup: 'advanced',
			description: "Telephony service of the kind 'play message', played before the code",
			wire: 'vmssid',
			reader: serviceCode,
			displayOptions: byVoice,
		}),
		textField({
			displayName: 'Web OTP Domain',
			name: 'webOtpDomain',
			optionGroup: 'advanced',
			placeholder: 'e.g. shop.example.com',
			description:
				'Domain of the page where the code is entered, without http. Browsers then offer to fill in the code. Only for codes sent by SMS.',
			wire: 'webotp',
			reader: domainName,
			displayOptions: bySms,
		}),
	),
];

/** What one channel needs or cannot take (specification, "One-time codes"). */
const channelRules: CrossFieldRule = ({ type, watemplate, webotp }) => {
	if (type === 'wa' && watemplate === undefined) {
		return { wire: 'watemplate', rule: EMPTY.rule, fix: 'Choose an authentication template.' };
	}
	return webotp !== undefined && type !== 'sms' && type !== 'auto'
		? {
				wire: 'webotp',
				rule: 'works only with codes sent by SMS',
				fix: 'Remove it, or choose the SMS or the automatic channel.',
			}
		: undefined;
};

/** Rules of the specification's "One-time codes", send call. */
const rules: RequestRules = [channelRules];

/** Sends a one-time code (specification, "One-time codes", send call). */
export const send: PerItemOperation = {
	resource: codeResource,
	name: 'Send',
	value: 'send',
	action: 'Send one-time code',
	description:
		'Send a one-time code to a phone. In the output, outcome is accepted, or refused with the result MAX_SENT if the phone already got too many codes.',
	endpoint: endpoints.oneTimeCode,
	effect: 'once',
	fields,
	rules,
	output: ({ code, data }, _item, { phone }) => ({
		outcome: code === 'CODE_SENT' ? 'accepted' : 'refused',
		result: code,
		phone,
		channel: data.channel ?? null,
	}),
};
