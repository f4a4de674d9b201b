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
import { textPerPhone } from '../../shared/rules/perPhone';
import { messageField, messageResource, senderField } from './smsFields';

const fields: Field[] = [
	...sendToFields('One or more phone numbers, all with the same message', {
		name: 'Numbers With Separate Messages',
		value: 'ownMessages',
		description: 'A separate message for each phone number, as JSON',
	}),
	{
		displayName: 'Messages by Phone Number',
		name: 'messagesByNumber',
		type: 'json',
		required: true,
		// Empty: an example here would be sent when no one touches it.
		default: '',
		hint: 'Like { "0570004567": "Hello Dana" }. An expression outside quotation marks could add recipients',
		description: 'Object that maps each phone number to its message',
		displayOptions: { show: { sendTo: ['ownMessages'] } },
		wire: 'listjson',
		isText: true,
		reader: textPerPhone,
	},
	{ ...messageField, displayOptions: { show: { sendTo: ['lists', 'numbers'] } } },
	senderField,
	...optionsFields(sendOptions, messageOptions),
];

/** Rules of the specification's "Send SMS". */
const rules: RequestRules = [
	exactlyOneOf('list', 'pid', 'listjson'),
	exactlyOneOf('msg', 'listjson'),
	noEmailForSingleNumber,
	schedule,
];

/** One SMS request per item: to numbers, to distribution lists, or a text for each number. */
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
