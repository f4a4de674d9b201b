import { perPhone } from './perPhone';
import { EMPTY, isEmpty, problem, type Reader } from './reader';
import { textOf } from './text';

const messageText = textOf({ atMost: 1000 });

/** A text of its own for each phone number (specification, "Shared sending parameters", `listjson`). */
export const textPerPhone: Reader<Record<string, string>> = (entered) =>
	perPhone(entered, {
		values: 'messages',
		value: 'message',
		example: '{"0501234567": "Hello"}',
		splitBy: 'Send Campaign',
		read: (text) => (isEmpty(text) ? problem(EMPTY.rule, 'Write a message.') : messageText(text)),
	});
