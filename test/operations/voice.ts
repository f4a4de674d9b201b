import { anyCode, twoItems } from './items';
import type { OperationRow } from './row';
import {
	recipients,
	twoPhones,
	takenByCampaigns,
	toBoth,
	scheduled,
	refusedChoices,
	refusedByCampaigns,
} from './sending';
import { voiceSend } from './voiceSend';
import {
	byRecording,
	byService,
	caller,
	documentedVoice,
	everyOption,
	everyOptionOnWire,
	refusedByVoice,
} from './voiceValues';

const sendCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendCampaign',
	parameters: {
		...{ recipient: 'phone', caller, description: 'Reminder', content: 'text', text: 'Hello' },
	},
	effect: 'once',
	once: {
		deeds: (body) => recipients(body).map((each) => `${String(body.desc)} ${each}`),
		parameters: { description: '=About {{ $json.text }}', text: '={{ $json.text }}' },
	},
	documented: { ...documentedVoice, list: ['recipient'] },
	sends: [
		{
			name: 'every option, in one request',
			items: twoItems,
			parameters: everyOption,
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, tts: 'Hello', ...everyOptionOnWire },
			],
			outputs: [{ taskId: anyCode, ...toBoth, text: 'Hello', ...scheduled }],
			of: [[0, 1]],
		},
		{
			name: 'a telephony service to lists',
			parameters: { sendTo: 'lists', listCodes: '1001', ...byService },
			bodies: [{ from: caller, desc: 'Reminder', pid: '1001', sid: '301' }],
			outputs: [{ taskId: anyCode, lists: '1001', items: 1, refused: 0, service: '301' }],
			of: [[0]],
		},
		{
			name: 'an MP3 to everybody',
			items: twoItems,
			parameters: byRecording,
			bodies: [
				{ from: caller, desc: 'Reminder', list: twoPhones, fileurl: 'https://example.com/a.mp3' },
			],
			outputs: [{ taskId: anyCode, ...toBoth, file: 'https://example.com/a.mp3' }],
			of: [[0, 1]],
		},
	],
	refuses: [
		...refusedChoices(['sendTo', 'content'], { ...byRecording, ...byService, listCodes: '1001' }),
		...refusedByCampaigns,
		...refusedByVoice,
	],
	takesAnything: takenByCampaigns,
};

export const voiceRows: OperationRow[] = [voiceSend, sendCampaign];
