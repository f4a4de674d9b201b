// The options of a voice message.
import { type Field, textField } from '../../shared/fields/field';
import {
	serviceLanguageOption,
	notificationEmailOption,
	notificationPhoneOption,
	scheduleOptions,
	unknownOutcomeOption,
} from '../../shared/fields/sendingOptions';
import { asText, problem, type Reader, wholeNumber } from '../../shared/rules/reader';
import { serviceCode, textOf } from '../../shared/rules/text';

/** `no`, `all`, `num`, or digits, but not 0 alone. */
const digitsToWaitFor: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim();
	return /^(?:no|all|num|\d{1,10})$/.test(text) && text !== '0'
		? { value: text }
		: problem(
				'must be no, all, num, or up to 10 digits other than 0 alone',
				'Write for example 159 to wait for 1, 5 or 9.',
			);
};

/** The time of day after which no call starts: four digits. */
export const stopTime: Reader<string> = (entered) => {
	const text = (asText(entered) ?? '').trim().replace(':', '');
	return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(text)
		? { value: text }
		: problem('must be a time of day like 21:30', 'Write hour and minute, from 00:00 to 23:59.');
};

/** Options of calls and campaigns (specification, "Send voice"). */
export const voiceOptions: Field[] = [
	...scheduleOptions,
	unknownOutcomeOption,
	textField({
		displayName: 'Constant Data',
		name: 'constantData',
		optionGroup: 'advanced',
		description:
			'Up to 50 characters that stay with the call, for services that pass data to your own server',
		wire: 'constdata',
		reader: textOf({ atMost: 50 }),
	}),
	textField({
		displayName: 'Data',
		name: 'data',
		optionGroup: 'advanced',
		description:
			'Initial value of the last digits entered, up to 50 characters. It is replaced when the recipient presses other keys.',
		wire: 'data',
		reader: textOf({ atMost: 50 }),
	}),
	textField({
		displayName: 'End Service Code',
		name: 'endService',
		optionGroup: 'advanced',
		placeholder: 'e.g. 303',
		description: 'Dynamic-information service that runs at the end of every call',
		wire: 'endsid',
		reader: serviceCode,
	}),
	{
		displayName: 'Get Digits',
		name: 'getDigits',
		type: 'string',
		default: 'all',
		placeholder: 'e.g. 159',
		description:
			"'no', 'all', 'num' (several digits, at most 5 seconds apart, ended by star or hash), or the digits to wait for. Not available with a telephony service.",
		displayOptions: { show: { '/content': ['text', 'file'] } },
		wire: 'getdigits',
		reader: digitsToWaitFor,
	},
	serviceLanguageOption,
	textField({
		displayName: 'Next Service Code',
		name: 'nextService',
		optionGroup: 'advanced',
		placeholder: 'e.g. 302',
		description:
			'Telephony service to start after the message. If empty, the call ends. Not available if the content is a telephony service.',
		displayOptions: { show: { '/content': ['text', 'file'] } },
		wire: 'nextsid',
		reader: serviceCode,
	}),
	notificationEmailOption,
	notificationPhoneOption,
	{
		displayName: 'Retry Interval (Minutes)',
		name: 'retryInterval',
		optionGroup: 'timing',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 30 },
		default: 5,
		description: 'Minutes between two rounds of calls, 1 to 30',
		wire: 'retryint',
	},
	{
		displayName: 'Retry Rounds',
		name: 'retryRounds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 10 },
		default: 1,
		description: 'How many times to retry numbers that did not answer, 1 to 10',
		wire: 'retry',
	},
	textField({
		displayName: 'Stop Time',
		name: 'stopTime',
		optionGroup: 'timing',
		placeholder: 'e.g. 21:30',
		description: 'The time of day after which no call is made',
		wire: 'stop',
		reader: stopTime,
	}),
	{
		displayName: 'Voice Gender',
		name: 'gender',
		type: 'options',
		options: [
			{ name: 'Female', value: 'female' },
			{ name: 'Male', value: 'male' },
		],
		default: 'male',
		description: 'Voice that reads the text aloud',
		displayOptions: { show: { '/content': ['text'] } },
		wire: 'gender',
	},
	{
		displayName: 'Voicemail Detection',
		name: 'voicemailDetection',
		optionGroup: 'advanced',
		type: 'options',
		options: [
			{
				name: 'Hang Up at Voicemail',
				value: 2,
				description: 'The call counts as unanswered for retries, and is billed as a normal message',
			},
			{
				name: 'Leave the Message on Voicemail',
				value: 1,
				description: 'The message plays after the greeting. The call counts as a normal call.',
			},
			{ name: 'Off', value: 0, description: 'Voicemail counts as answered' },
			{
				name: 'Voicemail if No Key Was Pressed',
				value: 3,
				description:
					'Needs a menu, extension menu or numeric-code service that saves the last value. Without one, all calls count as unanswered.',
			},
		],
		default: 0,
		description:
			'How voicemail is recognized. The first two choices wait about two seconds and are not suitable for repeated calls to the same numbers.',
		wire: 'amd',
		reader: wholeNumber(0, 3),
	},
];
