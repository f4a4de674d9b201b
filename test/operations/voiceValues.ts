import { lostDigits, nothing } from './items';
import type { RefusedCase } from './row';
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
	{ field: 'description', value: 'x', says: 'must have at least 2 characters' },
	{ field: 'description', value: 'x'.repeat(101), says: 'is longer than 100 characters' },
	{ field: 'description', value: nothing, says: 'is empty or missing' },
	{ field: 'text', value: 'x'.repeat(1001), says: 'is longer than 1,000 characters' },
	{ field: 'text', value: nothing, says: 'is empty or missing' },
	{ field: 'text', value: lostDigits, says: 'came as a number too long' },
	{ field: 'caller', value: 'MyShop', says: 'must be a phone number of the account, or 0' },
	{ field: 'caller', value: nothing, says: 'is empty or missing' },
	{ field: 'fileUrl', value: 'a.mp3', with: byRecording, says: 'must be a URL' },
	...refusedFiles(byRecording),
	{
		field: 'serviceCode',
		value: 'menu',
		with: byService,
		says: /is ".*", which is not a [a-z -]+ code/,
	},
	{ field: 'options.getDigits', value: '0', says: 'must be no, all, num, or up to 10 digits' },
	{
		field: 'options.getDigits',
		value: 'all',
		with: serviceByExpression,
		says: 'works only with text to speech',
	},
	{
		field: 'advanced.nextService',
		value: '302',
		with: serviceByExpression,
		says: 'works only with text to',
	},
	{ field: 'advanced.nextService', value: 'menu', says: /is ".*", which is not a [a-z -]+ code/ },
	{ field: 'advanced.endService', value: 'menu', says: /is ".*", which is not a [a-z -]+ code/ },
	{
		field: 'timing.retries',
		value: { rounds: { count: 11 } },
		says: "has 'Rounds', which must be a whole number from 1 to 10",
	},
	{
		field: 'timing.retries',
		value: { interval: { minutes: 31 } },
		says: "has 'Interval (Minutes)', which must be a whole number from 1 to 30 minutes",
	},
	{ field: 'timing.stopTime', value: '2460', says: 'must be a time of day like 21:30' },
	{ field: 'advanced.data', value: 'x'.repeat(51), says: 'is longer than 50 characters' },
	{ field: 'advanced.constantData', value: 'x'.repeat(51), says: 'is longer than 50 characters' },
	{ field: 'options.language', value: '={{ "fr" }}', says: 'must be one of he, ar, ru, en' },
	{ field: 'options.gender', value: '={{ "x" }}', says: 'must be one of male, female' },
	{
		field: 'advanced.voicemailDetection',
		value: '={{ 4 }}',
		says: 'must be a whole number from 0',
	},
	{
		field: 'advanced.voicemailDetection',
		value: 3,
		says: /without a telephony service: all calls would count as unanswered/,
	},
];
