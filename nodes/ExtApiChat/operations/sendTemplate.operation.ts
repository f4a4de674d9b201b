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
	exactlyOneOf,
	noEmailForSingleNumber,
	type RequestRules,
	schedule,
} from '../../shared/rules/checkRequest';
import { inSequence } from '../../shared/service/itemCredential';
import { localFileHint, signFile } from '../../shared/files/fileOfItem';
import { chatSenderField, messageResource, mostMessagesOption } from './chatFields';
import { addTemplateParameters, headerFiles } from './chosenTemplate';
import { headerFileFields, sharedParameterFields } from './templateParameters';

const fields: Field[] = [
	...sendToFields,
	templateField('searchTemplates', 'template'),
	...headerFileFields,
	...sharedParameterFields,
	...optionsFields(sendOptions, messageOptions, chatSenderField, mostMessagesOption),
];

/** Rules of the specification's "Send chat template". */
const rules: RequestRules = [exactlyOneOf('list', 'pid'), noEmailForSingleNumber, schedule];

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
