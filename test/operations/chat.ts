import { asPhone } from '../differential/sent';
import { phoneValue, textAround } from '../differential/values';
import { refusedCampaignParameters, refusedTemplates } from './chatParameters';
import { chatSendTemplate } from './chatSendTemplate';
import { chatTemplateRows } from './chatTemplates';
import {
	anyCode,
	codes,
	form,
	openReplyWindows,
	phone,
	template,
	text,
	twoItems,
	forEachItem,
} from './items';
import { type OperationRow, comparison, refusal } from './row';
import { chatSendAndWait } from './sendAndWait';
import {
	recipients,
	sentTo,
	twoPhones,
	toBoth,
	later,
	scheduled,
	laterOnWire,
	refusedSendingOptions,
	refusedFiles,
	refusedLists,
	refusedChoices,
	switches,
	unknownOutcome,
	refusedOptOutUrls,
	refusedItemKey,
	requestsAtOnce,
	refusedByCampaigns,
	takenByWaitedCampaigns,
	everyNotice,
	everyNoticeOnWire,
	documentedSending,
	documentedNotices,
} from './sending';

const plain = { buttons: [] };
/** What the output says of campaigns in which everyone reads the same. */
const couponForAll = { ...plain, body: 'Hello all, your coupon is X.' };
const documentForAll = {
	...{ ...plain, header: 'https://example.com/a.pdf', body: 'Your invoice is attached.' },
};

const number = '0570002233';

const sendTemplateCampaign: OperationRow = {
	resource: 'message',
	operation: 'sendTemplateCampaign',
	parameters: {
		recipient: 'phone',
		template: template('2002'),
		parameters: form({ 'body.1': '{text}', 'body.2': 'X' }),
	},
	effect: 'once',
	once: { deeds: recipients },
	documented: {
		template: ['template'],
		from: ['options.sender'],
		list: ['recipient'],
		pid: ['listCodes'],
		listjson: ['recipient', 'parameters', 'parametersJson'],
		params: ['parameters', 'parametersJson'],
		fileurl: ['fileUrl', 'fileField'],
		ms: ['advanced.mostMessages'],
		...documentedSending,
		...documentedNotices,
	},
	sends: [
		{
			name: 'parameters of each recipient, in one request',
			items: twoItems,
			bodies: [
				{
					template: '2002',
					listjson: {
						'0570002233': { body: { '1': 'one', '2': 'X' } },
						'0570002234': { body: { '1': 'two', '2': 'X' } },
					},
				},
			],
			outputs: [{ taskId: anyCode, ...toBoth }],
			of: [[0, 1]],
		},
		{
			name: 'every option of the service',
			items: twoItems,
			parameters: {
				parameters: form({ 'body.1': 'all', 'body.2': 'X' }),
				options: { description: 'd', sender: '0570004567' },
				timing: { delay: 2, ...later.timing },
				...everyNotice,
				advanced: { mostMessages: 5, validateRecipients: true },
			},
			bodies: [
				{
					...{ template: '2002', list: twoPhones, params: { body: { '1': 'all', '2': 'X' } } },
					...{ int: 2, desc: 'd', ms: 5, from: '0570004567', validate: 1 },
					...{ ...everyNoticeOnWire, ...laterOnWire },
				},
			],
			outputs: [{ taskId: anyCode, ...toBoth, ...couponForAll, count: 2, ...scheduled }],
			of: [[0, 1]],
		},
		{
			name: 'a document to distribution lists',
			parameters: {
				...{ sendTo: 'lists', listCodes: '1002', fileUrl: 'https://example.com/a.pdf' },
				...{ template: template('2005'), parameters: form({}) },
			},
			bodies: [{ template: '2005', pid: '1002', fileurl: 'https://example.com/a.pdf' }],
			outputs: [{ taskId: anyCode, lists: '1002', items: 1, refused: 0, ...documentForAll }],
			of: [[0]],
		},
	],
	refuses: [
		...refusedChoices(['sendTo', 'parametersFrom'], { listCodes: '1001' }),
		...refusedByCampaigns,
		...refusedOptOutUrls,
		...refusedLists,
		...refusedSendingOptions(),
		...refusedTemplates,
		...refusedCampaignParameters,
		...refusedFiles(),
		refusal('advanced.mostMessages', 0, 'must be a whole number from 1'),
		refusal('options.sender', 'MyShop', "contains characters that aren't digits"),
	],
	takesAnything: { ...takenByWaitedCampaigns, ...switches('options.showAllTemplates') },
};

const linked = (fileUrl: string) => ({ fileUrl });

const sendReply: OperationRow = {
	resource: 'message',
	operation: 'sendReply',
	prepare: openReplyWindows,
	parameters: { to: phone, text },
	effect: 'once',
	once: { deeds: ({ to, msg }) => [`${String(to)} ${String(msg)}`] },
	documented: {
		to: ['to'],
		msg: ['text'],
		fileurl: ['fileUrl', 'fileField'],
		from: ['options.sender'],
		desc: ['options.description'],
	},
	sends: [
		forEachItem('a reply for each item', (to, msg) => ({ to, msg }), sentTo),
		{
			name: 'a description and a sender',
			parameters: { options: { description: 'Support', sender: '0570004567' } },
			bodies: [{ to: number, msg: 'one', desc: 'Support', from: '0570004567' }],
			outputs: [sentTo(number)],
		},
		{
			name: 'a file, which lies where the service of the tests cannot fetch it',
			parameters: linked('https://example.com/a.png'),
			bodies: [{ to: number, msg: 'one', fileurl: 'https://example.com/a.png' }],
			outputs: [],
			refusedByService: /^The service cannot fetch the file/,
		},
		{
			name: 'a description the service will replace',
			parameters: { options: { description: 'x' } },
			bodies: [{ to: number, msg: 'one', desc: 'x' }],
			outputs: [sentTo(number)],
		},
	],
	refuses: [
		refusal('to', '12', "isn't a valid"),
		refusal('text', '', 'is empty or missing'),
		refusal('text', 'x'.repeat(2001), 'is longer than 2,000 characters'),
		{
			field: 'text',
			value: 'x'.repeat(1001),
			with: linked('https://example.com/a.png'),
			says: /most for a caption/,
		},
		{
			field: 'text',
			value: 'Hi',
			with: linked('https://example.com/a.mp3'),
			says: 'must be empty with an audio file',
		},
		{ field: 'fileUrl', value: 'https://example.com/a.webp', says: 'links a webp file' },
		refusal('fileUrl', 'a.png', 'must be a URL'),
		...refusedFiles(),
		refusal('options.sender', 'MyShop', "contains characters that aren't digits"),
		refusal('options.description', {}, 'must be text'),
		...refusedItemKey,
	],
	takesAnything: {
		...requestsAtOnce,
		...unknownOutcome,
	},
	compared: [
		comparison('to', 'to', phoneValue, { sent: asPhone, isRequired: true }),
		comparison('text', 'msg', textAround(1, 1000, 2000), { isRequired: true }),
	],
	toolCalls: [
		{
			byModel: { to: number, text: 'We are open until 20:00.' },
			body: { to: number, msg: 'We are open until 20:00.' },
			output: [{ ...sentTo(number), taskId: codes[0] }],
		},
	],
};

export const chatRows: OperationRow[] = [
	chatSendTemplate,
	sendTemplateCampaign,
	sendReply,
	chatSendAndWait,
	...chatTemplateRows,
];
