import { type Field, optionsFields } from '../../shared/fields/field';
import { localFileHint, signFile } from '../../shared/files/fileOfItem';
import type { PerItemOperation } from '../../shared/operations/operation';
import { messageOptions, sendOptions, sendToFields } from '../../shared/operations/sendParts';
import { keepQuietHours } from '../../shared/pipeline/runPerItem';
import { inSequence } from '../../shared/service/connection';
import { sentOf } from '../../shared/service/documentedReplies';
import { endpoints } from '../../shared/service/endpoints';
import { templateField } from '../../shared/templates/picker';
import { exactlyOneOf, noEmailForSingleNumber, schedule } from '../../shared/values/bodyReader';
import { type RequestRules } from '../../shared/values/rowsKind';
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
	complete: [addTemplateParameters],
	channel: 'chat',
	finalizeRequest: inSequence(keepQuietHours, signFile),
	output: (reply, _context, request) => sentOf(reply, request),
	hintOfRun: localFileHint,
};
