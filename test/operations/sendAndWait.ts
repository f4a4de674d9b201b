import type { IDataObject } from 'n8n-workflow';

import { anyCode, openReplyWindows } from './items';
import { type OperationRow } from './row';

/** What operations that ask a person have in common. */

const phone = '0570002233';
const others = ['0570002234', '0570002235'];

/** A message with a link to the page of the question. */
const withLink = (text: string): string =>
	expect.stringMatching(
		new RegExp(`^${text}\\nhttps?://\\S+\\?k=[\\w-]{22}(&signature=\\w+)?$`),
	) as unknown as string;

const sentTo = (...phones: string[]): IDataObject[] =>
	phones.map((each) => ({ phone: each, taskId: anyCode }));

const later = [...['text', 'fields', 'seal', 'declinedBecause', 'answeredBy', 'answeredAt']];

const asking = {
	resource: 'message',
	operation: 'sendAndWait',
	takesOneItem: true,
	comesLater: later,
	effect: 'once',
} satisfies Partial<OperationRow>;

export const smsSendAndWait: OperationRow = {
	...asking,
	parameters: { phoneNumbers: phone, message: 'Refund?', sender: 'MyShop' },
	once: { deeds: ({ list }) => [String(list)] },
	sends: [
		{
			name: 'a message with a link, and the row until someone answers',
			items: [{ order: 'A-1' }],
			bodies: [{ list: phone, msg: withLink('Refund\\?'), from: 'MyShop' }],
			outputs: [
				{ order: 'A-1', approved: false, timedOut: true, sentTo: sentTo(phone), messages: 1 },
			],
		},
		{
			name: 'a link of its own for each of several, with every option of the service',
			parameters: {
				phoneNumbers: [phone, ...others].join(),
				options: { description: 'Refunds' },
			},
			items: [{}],
			bodies: [phone, ...others].map((list) => ({
				...{ list, msg: withLink('Refund\\?'), from: 'MyShop', desc: 'Refunds' },
			})),
			outputs: [{ approved: false, timedOut: true, sentTo: sentTo(phone, ...others), messages: 3 }],
		},
	],
};

export const chatSendAndWait: OperationRow = {
	...asking,
	parameters: { phoneNumbers: phone, message: 'Refund?' },
	prepare: openReplyWindows,
	once: { deeds: ({ to }) => [String(to)] },
	sends: [
		{
			name: 'a reply with a link, with every option of the service',
			parameters: { options: { description: 'Refunds', sender: '0570004567' } },
			items: [{ order: 'A-1' }],
			bodies: [{ to: phone, msg: withLink('Refund\\?'), from: '0570004567', desc: 'Refunds' }],
			outputs: [{ order: 'A-1', approved: false, timedOut: true, sentTo: sentTo(phone) }],
		},
	],
};
