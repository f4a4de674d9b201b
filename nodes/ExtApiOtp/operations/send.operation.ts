import { type Field, optionsFields } from '../../shared/fields/field';
import {
	languageOption,
	requestsAtOnceOption,
	unknownOutcomeOption,
} from '../../shared/fields/sendingOptions';
import { templateField } from '../../shared/templates/picker';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { domainName, smsSender, voiceCaller } from '../../shared/rules/addresses';
import type { RequestRules, CrossFieldRule } from '../../shared/rules/checkRequest';
import { readPhone } from '../../shared/rules/phones';
import { EMPTY } from '../../shared/rules/reader';
import { serviceCode, textOf } from '../../shared/rules/text';
import {
	chosenCode,
	codeLengthOption,
	codeResource,
	phoneField,
	validityOption,
} from './otpFields';

/** Shows an option for the channels it has an effect on. */
const forChannels = (channels: string[], option: Field): Field => ({
	...option,
	displayOptions: { show: { '/channel': channels } },
});
const BY_CHAT = ['wa'];
const BY_SMS = ['auto', 'sms'];
const BY_VOICE = ['auto', 'vms'];
const BY_SMS_OR_VOICE = ['auto', 'sms', 'vms'];

/** How many messages of a channel a phone can get. */
const mostOption = (channel: string, messages: string, wire: string): Field => ({
	displayName: `Max ${channel} Messages`,
	name: `most${channel.charAt(0)}${channel.slice(1).toLowerCase()}`,
	optionGroup: 'beforeSending',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 2,
	description: `How many ${messages} a phone can get while a code is valid, 1 to 10`,
	wire,
});

const fields: Field[] = [
	phoneField,
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
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
		forChannels(BY_CHAT, {
			displayName: 'Chat Sender',
			name: 'chatSender',
			type: 'string',
			default: '',
			description: 'Chat number to send from, needed when the account has several',
			wire: 'wafrom',
			reader: readPhone,
		}),
		codeLengthOption,
		unknownOutcomeOption,
		forChannels(BY_SMS_OR_VOICE, {
			...languageOption,
			description: 'Language of the SMS or voice message',
		}),
		forChannels(BY_CHAT, mostOption('Chat', 'chat messages', 'maxwa')),
		forChannels(BY_SMS, mostOption('SMS', 'SMS messages', 'maxsms')),
		forChannels(BY_VOICE, mostOption('Voice', 'calls', 'maxvms')),
		{
			displayName: 'Custom Code',
			name: 'ownCode',
			type: 'string',
			default: '',
			placeholder: 'e.g. 12345',
			description:
				"Your own code of 3 to 8 digits. You compare it yourself: the operation 'Verify' can't check it.",
			wire: 'precode',
			reader: chosenCode,
		},
		requestsAtOnceOption,
		forChannels(BY_SMS, {
			displayName: 'SMS Sender',
			name: 'smsSender',
			type: 'string',
			default: '',
			description: "Sender ID approved in the account. By default, the service's own sender.",
			wire: 'smsfrom',
			reader: smsSender,
		}),
		forChannels(BY_SMS, {
			displayName: 'SMS Text',
			name: 'smsText',
			type: 'string',
			default: '',
			placeholder: 'e.g. Your code is',
			description: "Text before the code in the SMS. By default, the service's own text.",
			wire: 'smstext',
			isText: true,
			reader: textOf(),
		}),
		validityOption,
		forChannels(BY_VOICE, {
			displayName: 'Voice Caller',
			name: 'voiceCaller',
			type: 'string',
			default: '',
			description: 'Number the call comes from. By default, a hidden number.',
			wire: 'vmsfrom',
			reader: voiceCaller,
		}),
		forChannels(BY_VOICE, {
			displayName: 'Voice Service Code',
			name: 'voiceService',
			optionGroup: 'advanced',
			type: 'string',
			default: '',
			description: "Telephony service of the kind 'play message', played before the code",
			wire: 'vmssid',
			reader: serviceCode,
		}),
		forChannels(BY_SMS, {
			displayName: 'Web OTP Domain',
			name: 'webOtpDomain',
			optionGroup: 'advanced',
			type: 'string',
			default: '',
			placeholder: 'e.g. shop.example.com',
			description:
				'Domain of the page where the code is entered, without http. Browsers then offer to fill in the code. Only for codes sent by SMS.',
			wire: 'webotp',
			reader: domainName,
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
