import fc from 'fast-check';

import { asNumber, asPhone, asTime } from '../differential/sent';
import {
	digitsOf,
	numberAround,
	phoneValue,
	textAround,
	webAddressValue,
} from '../differential/values';
import { byModel } from './byModel';
import { anyCode, codes, phone, text, forEachItem } from './items';
import { type OperationRow, comparison } from './row';
import {
	recipients,
	sentTo,
	twoPhones,
	takenBySingles,
	refusedEmailForOne,
	scheduled,
	refusedChoices,
	refusedBySingles,
} from './sending';
import {
	byRecording,
	byService,
	caller,
	documentedVoice,
	everyOption,
	everyOptionOnWire,
	refusedByVoice,
} from './voiceValues';

export const voiceSend: OperationRow = {
	resource: 'message',
	operation: 'send',
	parameters: { caller, description: 'Reminder', phoneNumbers: phone, content: 'text', text },
	effect: 'once',
	once: { deeds: recipients },
	documented: { ...documentedVoice, list: ['phoneNumbers'] },
	sends: [
		forEachItem(
			'a call for each item',
			(list, tts) => ({ from: caller, desc: 'Reminder', list, tts }),
			sentTo,
		),
		{
			name: 'every option',
			parameters: { phoneNumbers: twoPhones, ...everyOption },
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, tts: 'one', ...everyOptionOnWire },
			],
			outputs: [{ taskId: anyCode, recipientCount: 2, ...scheduled }],
		},
		{
			name: 'a telephony service to lists',
			parameters: { sendTo: 'lists', listCodes: '1001', ...byService },
			bodies: [{ from: caller, desc: 'Reminder', pid: '1001', sid: '301' }],
			outputs: [{ taskId: anyCode, lists: '1001' }],
		},
		{
			name: 'an MP3',
			parameters: { ...byRecording, caller: '0' },
			bodies: [
				{ from: '0', desc: 'Reminder', list: '0570002233', fileurl: 'https://example.com/a.mp3' },
			],
			outputs: [sentTo('0570002233')],
		},
		{
			name: 'the same person twice is called once',
			parameters: { phoneNumbers: '0521234561,972521234561' },
			bodies: [{ from: caller, desc: 'Reminder', list: '0521234561', tts: 'one' }],
			outputs: [sentTo('0521234561')],
		},
	],
	refuses: [
		...refusedChoices(['sendTo', 'content'], { ...byRecording, ...byService, listCodes: '1001' }),
		...refusedBySingles,
		...refusedByVoice,
		refusedEmailForOne,
	],
	takesAnything: takenBySingles,
	compared: [
		comparison('description', 'desc', textAround(2, 100), { isRequired: true }),
		comparison('text', 'tts', textAround(1, 1000), { isRequired: true }),
		comparison('caller', 'from', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('advanced.data', 'data', textAround(1, 50)),
		comparison('advanced.constantData', 'constdata', textAround(1, 50)),
		comparison(
			'options.getDigits',
			'getdigits',
			fc.oneof(digitsOf(0, 11), fc.constantFrom('no', 'all', 'num', '0', 'ALL'), textAround(3)),
		),
		comparison(
			'timing.stopTime',
			'stop',
			fc.oneof(digitsOf(3, 5), fc.constantFrom('2400', '2359', '0000', '12:30', '1260')),
			{ sent: asTime },
		),
		comparison('timing.retries.rounds.count', 'retry', numberAround(1, 10), { sent: asNumber }),
		comparison('advanced.voicemailDetection', 'amd', numberAround(0, 2), { sent: asNumber }),
		comparison('timing.retries.interval.minutes', 'retryint', numberAround(1, 30), {
			sent: asNumber,
			with: { timing: { retries: { rounds: { count: 2 } } } },
			body: { retry: 2 },
		}),
		comparison('fileUrl', 'fileurl', webAddressValue, {
			with: { content: 'file' },
			body: { tts: undefined },
			isRequired: true,
		}),
	],
	toolCalls: [
		{
			byModel: { phoneNumbers: '0570002233', text: 'Hello', caller },
			parameters: { subject: byModel('Description') },
			call: { Description: 'Reminder' },
			body: { list: '0570002233', tts: 'Hello', from: caller, desc: 'Reminder' },
			output: [{ ...sentTo('0570002233'), taskId: codes[0] }],
		},
	],
};
