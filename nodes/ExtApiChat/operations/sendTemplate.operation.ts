import { type Field, optionsFields } from '../../shared/fields/field';
import { addNotificationKey } from '../../shared/service/notificationAddress';
import { templateField } from '../../shared/templates/picker';
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
	type CrossFieldRule,
	noEmailForSingleNumber,
	type RequestRules,
	schedule,
} from '../../shared/rules/checkRequest';
import { inSequence } from '../../shared/service/itemCredential';
import { localFileHint, signFile } from '../../shared/files/fileOfItem';
import { addTemplateParameters } from './templateRequest';
import { chatSenderField, messageResource, mostMessagesOption } from './chatFields';
import { headerFiles } from './chosenTemplate';
import { headerFileFields, sharedParameterFields } from './templateParameters';
import { asEntered } from '../../shared/rules/reader';

const fields: Field[] = [
	...sendToFields('One or more phone numbers, all with the same parameters', {
		name: 'Numbers With Separate Parameters',
		value: 'ownParameters',
		description: 'Separate parameters for each phone number, as JSON',
	}),
	templateField('searchTemplates', 'template'),
	{
		displayName: 'Parameters by Phone Number',
		name: 'parametersByNumber',
		type: 'json',
		reader: asEntered,
		required: true,
		// Empty: an example here would be sent when no one touches it.
		default: '',
		hint: 'Like { "0570004567": { "body": { "1": "Dana" } } }. An expression outside quotation marks could add recipients',
		description:
			'Object that maps each phone number to its parameters: header and body by placeholder number, button by position from 0. For example, {"0570004567": {"body": {"1": "Dana"}}} fills body.1 for this phone number.',
		displayOptions: { show: { sendTo: ['ownParameters'] } },
	},
	...headerFileFields,
	...sharedParameterFields,
	...optionsFields(sendOptions, messageOptions, chatSenderField, mostMessagesOption),
];

/** `listjson` comes from the template's own check, so at most one of the others may be there. */
const recipientsGiven: CrossFieldRule = ({ list, pid }) =>
	list !== undefined && pid !== undefined
		? {
				wire: 'list',
				rule: 'cannot be combined with distribution lists',
				fix: 'Use one of them.',
			}
		: undefined;

/** Rules of the specification's "Send chat template". */
const rules: RequestRules = [recipientsGiven, noEmailForSingleNumber, schedule];

/** A template for each item (specification, "Send chat template"). */
export const sendTemplate: PerItemOperation = {
	resource: messageResource,
	name: 'Send Template',
	value: 'sendTemplate',
	action: 'Send chat template',
	description:
		'Send an approved template by chat. One request and one campaign code (taskId) for each input item; for a table use Send Template Campaign. The service keeps no status for a message to a single number.',
	endpoint: endpoints.chatTemplate,
	effect: 'once',
	fields,
	rules,
	file: headerFiles,
	complete: [addTemplateParameters, addNotificationKey('chat')],
	finalizeRequest: inSequence(keepQuietHours, signFile),
	output: (reply, _context, request) => sentOf(reply, request),
	hintOfRun: localFileHint,
};
