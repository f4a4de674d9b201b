import { type Field, optionsFields } from '../../shared/fields/field';
import { messagesOfSend } from '../../shared/rules/messageSize';
import { addNotificationKey } from '../../shared/service/notificationAddress';
import type { PerItemOperation } from '../../shared/operations/operation';
import {
	keepQuietHours,
	messageOptions,
	sendOptions,
	sendToFields,
} from '../../shared/operations/sendParts';
import { endpoints } from '../../shared/service/endpoints';
import { sentOf } from '../../shared/service/campaignOf';
import {
	exactlyOneOf,
	noEmailForSingleNumber,
	type RequestRules,
	schedule,
} from '../../shared/rules/checkRequest';
import { messageField, messageResource, senderField } from './smsFields';

const fields: Field[] = [
	...sendToFields,
	messageField,
	senderField,
	...optionsFields(sendOptions, messageOptions),
];

/** Rules of the specification's "Send SMS". */
const rules: RequestRules = [exactlyOneOf('list', 'pid'), noEmailForSingleNumber, schedule];

/** One SMS request per item, to numbers or to distribution lists. */
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
	complete: [addNotificationKey('sms')],
	finalizeRequest: keepQuietHours,
	output: (reply, _context, request) => ({ ...sentOf(reply, request), ...messagesOfSend(request) }),
};
