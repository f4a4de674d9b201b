import { type Field, optionsFields } from '../../shared/fields/field';
import type { PerItemOperation } from '../../shared/operations/operation';
import { messageOptions, sendOptions, sendToFields } from '../../shared/operations/sendParts';
import { keepQuietHours } from '../../shared/pipeline/runPerItem';
import { messagesOfSend, sentOf } from '../../shared/service/documentedReplies';
import { endpoints } from '../../shared/service/endpoints';
import { exactlyOneOf, noEmailForSingleNumber, schedule } from '../../shared/values/bodyReader';
import { type RequestRules } from '../../shared/values/rowsKind';
import { messageField, messageResource, senderField } from './smsFields';

const fields: Field[] = [
	...sendToFields,
	messageField,
	senderField,
	...optionsFields(sendOptions, messageOptions),
];

/** Rules of the specification's "Send SMS". */
const rules: RequestRules = [exactlyOneOf('list', 'pid'), noEmailForSingleNumber, schedule];

/** One SMS request per item, to numbers or distribution lists. */
export const send: PerItemOperation = {
	resource: messageResource,
	name: 'Send',
	value: 'send',
	action: 'Send SMS',
	description:
		'Send an SMS. One request and one campaign code (taskId) for each input item; for a table use Send Campaign. The service keeps no status for a message to a single number.',
	endpoint: endpoints.sms,
	effect: 'once',
	fields,
	rules,
	channel: 'sms',
	finalizeRequest: keepQuietHours,
	output: (reply, _context, request) => ({ ...sentOf(reply, request), ...messagesOfSend(request) }),
};
