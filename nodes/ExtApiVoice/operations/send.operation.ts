import type { Field } from '../../shared/fields/field';
import { severalPerListForLists } from '../../shared/fields/campaignFields';
import {
	itemCampaignKeyOption,
	listCodesField,
	phoneNumbersField,
	requestsAtOnceOption,
} from '../../shared/fields/sendingOptions';
import { quietHoursOption } from '../../shared/fields/timingFields';
import { fileAddressHint, sendCampaignHint } from '../../shared/fields/hints';
import { optionsFields } from '../../shared/fields/optionsFields';
import { inSequence } from '../../shared/service/itemCredential';
import { localFileHint } from '../../shared/files/fileOfItem';
import { fileSteps } from '../../shared/files/perItemFile';
import { keepQuietHours } from '../../shared/operations/keepQuietHours';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints, permissions } from '../../shared/service/endpoints';
import { sentOf } from '../../shared/service/campaignOf';
import {
	exactlyOneOf,
	noEmailForSingleNumber,
	type RequestRules,
} from '../../shared/rules/checkRequest';
import {
	callerField,
	contentFields,
	messageDescriptionFields,
	messageResource,
	recordings,
	voiceRules,
} from './voiceFields';
import { voiceOptions } from './voiceOptions';

const fields: Field[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{
				name: 'Distribution Lists',
				value: 'lists',
				description: 'Everyone in one or more distribution lists of the account',
			},
			{ name: 'Phone Numbers', value: 'numbers', description: 'One or more phone numbers' },
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
	...contentFields,
	callerField,
	...messageDescriptionFields,
	...optionsFields(
		voiceOptions,
		itemCampaignKeyOption,
		quietHoursOption,
		requestsAtOnceOption,
		severalPerListForLists,
	),
];

/** What every voice message needs, and whom it goes to. */
const rules: RequestRules = [exactlyOneOf('list', 'pid'), ...voiceRules, noEmailForSingleNumber];

const files = fileSteps(recordings);

/** A call for each item, to numbers or distribution lists (specification, "Send voice"). */
export const send: PerItemOperation = {
	resource: messageResource,
	name: 'Send',
	value: 'send',
	action: 'Call phone and play message',
	description:
		'Call and play a message. One request and one campaign code (taskId) for each input item; for a table use Send Campaign. The service keeps no status for a call to a single number.',
	subtitle: 'Send: Voice',
	endpoint: endpoints.voice,
	effect: 'once',
	permission: permissions.telephony,
	isForAgents: true,
	hints: [sendCampaignHint('Send Campaign'), fileAddressHint],
	fields,
	rules,
	prepare: [files.takeFile],
	finalizeRequest: inSequence(keepQuietHours, files.signFile),
	output: (reply, _context, request) => sentOf(reply, request),
	hintOfRun: (_outputs, context) => localFileHint(context),
};
