import { openReplyWindows } from './items';
import { type OperationRow } from './row';

/** What operations that ask a person have in common. */

const phone = '0570002233';

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
};

export const chatSendAndWait: OperationRow = {
	...asking,
	parameters: { phoneNumbers: phone, message: 'Refund?' },
	prepare: openReplyWindows,
	once: { deeds: ({ to }) => [String(to)] },
};
