import { lostDigits, nothing } from './items';
import { type RefusedCase, refusal } from './row';
import {
	documentedSending,
	later,
	laterOnWire,
	refusedFiles,
	refusedLists,
	refusedSendingOptions,
} from './sending';
import { grouped } from './grouped';

/** What the rows of ExtApi Voice share. */

export const caller = '0771234567';
export const documentedVoice = {
	from: ['caller'],
	desc: ['description'],
	pid: ['listCodes'],
	sid: ['serviceCode'],
	tts: ['text'],
	fileurl: ['fileUrl', 'fileField'],
	...documentedSending,
	getdigits: ['options.getDigits'],
	nextsid: ['advanced.nextService'],
	stop: ['timing.stopTime'],
	retry: ['timing.retries'],
	retryint: ['timing.retries'],
	amd: ['advanced.voicemailDetection'],
	lang: ['options.language'],
	gender: ['options.gender'],
	data: ['advanced.data'],
	constdata: ['advanced.constantData'],
	endsid: ['advanced.endService'],
};

export const everyOption = grouped({
	options: {
		...{ constantData: 'c', data: 'd', delay: 3, endService: '303', getDigits: '159' },
		...{ language: 'en', nextService: '302', notificationEmail: 'a@example.com' },
		...{ notificationPhone: '0570004567', ...later.timing },
		retries: { rounds: { count: 2 }, interval: { minutes: 5 } },
		...{ stopTime: '2130', gender: 'female', voicemailDetection: 1 },
	},
});
export const everyOptionOnWire = {
	...{ constdata: 'c', data: 'd', int: 3, endsid: '303', getdigits: '159', lang: 'en' },
	...{ nextsid: '302', ne: 'a@example.com', np: '0570004567', retry: 2, retryint: 5 },
	...{ stop: '2130', gender: 'female', amd: 1, ...laterOnWire },
};
export const byService = { content: 'service', serviceCode: '301' };
/** n8n then keeps the options that are not for a service, and asks for what any choice needs. */
const serviceByExpression = {
	...{ ...byService, content: "={{ 'service' }}", fileUrl: 'https://example.com/a.mp3' },
};
export const byRecording = { content: 'file', fileUrl: 'https://example.com/a.mp3' };

/** What both operations refuse. */
export const refusedByVoice: RefusedCase[] = [
	...refusedLists,
	...refusedSendingOptions('description', 'notificationUrl'),
	refusal('description', 'x', 'must have at least 2 characters'),
	refusal('description', 'x'.repeat(101), 'is longer than 100 characters'),
	refusal('description', nothing, 'is empty or missing'),
	refusal('text', 'x'.repeat(1001), 'is longer than 1,000 characters'),
	refusal('text', nothing, 'is empty or missing'),
	refusal('text', lostDigits, 'came as a number too long'),
	refusal('caller', 'MyShop', 'must be a phone number of the account, or 0'),
	refusal('caller', nothing, 'is empty or missing'),
	refusal('fileUrl', 'a.mp3', 'must be a URL', byRecording),
	...refusedFiles(byRecording),
	refusal('serviceCode', 'menu', /is ".*", which is not a [a-z -]+ code/, byService),
	refusal('options.getDigits', '0', 'must be no, all, num, or up to 10 digits'),
	refusal('options.getDigits', 'all', 'works only with text to speech', serviceByExpression),
	refusal('advanced.nextService', '302', 'works only with text to', serviceByExpression),
	refusal('advanced.nextService', 'menu', /is ".*", which is not a [a-z -]+ code/),
	refusal('advanced.endService', 'menu', /is ".*", which is not a [a-z -]+ code/),
	refusal(
		'timing.retries',
		{ rounds: { count: 11 } },
		"has 'Rounds', which must be a whole number from 1 to 10",
	),
	refusal(
		'timing.retries',
		{ interval: { minutes: 31 } },
		"has 'Interval (Minutes)', which must be a whole number from 1 to 30 minutes",
	),
	refusal('timing.stopTime', '2460', 'must be a time of day like 21:30'),
	refusal('advanced.data', 'x'.repeat(51), 'is longer than 50 characters'),
	refusal('advanced.constantData', 'x'.repeat(51), 'is longer than 50 characters'),
	refusal('options.language', '={{ "fr" }}', 'must be one of he, ar, ru, en'),
	refusal('options.gender', '={{ "x" }}', 'must be one of male, female'),
	refusal('advanced.voicemailDetection', '={{ 4 }}', 'must be a whole number from 0'),
	refusal(
		'advanced.voicemailDetection',
		3,
		/without a telephony service: all calls would count as unanswered/,
	),
];
