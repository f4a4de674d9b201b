import { type Field, optionsFields } from '../../shared/fields/field';
import { localFileHint, signFile } from '../../shared/files/fileOfItem';
import type { PerItemOperation } from '../../shared/operations/operation';
import { sendOptions, sendToFields } from '../../shared/operations/sendParts';
import { keepQuietHours } from '../../shared/pipeline/runPerItem';
import { inSequence } from '../../shared/service/connection';
import { sentOf } from '../../shared/service/documentedReplies';
import { endpoints } from '../../shared/service/endpoints';
import { exactlyOneOf, noEmailForSingleNumber } from '../../shared/values/bodyReader';
import { type RequestRules } from '../../shared/values/rowsKind';
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
	...sendToFields,
	...contentFields,
	callerField,
	...messageDescriptionFields,
	...optionsFields(sendOptions, voiceOptions),
];

/** Rules of voice messages and of their recipients. */
const rules: RequestRules = [exactlyOneOf('list', 'pid'), ...voiceRules, noEmailForSingleNumber];

/** A call for each item, to numbers or distribution lists (specification, "Send voice"). */
export const send: PerItemOperation = {
	resource: messageResource,
	name: 'Send',
	value: 'send',
	action: 'Call phone and play message',
	description:
		'Call and play a message. One request and one campaign code (taskId) for each input item; for a table use Send Campaign. The service keeps no status for a call to a single number.',
	endpoint: endpoints.voice,
	effect: 'once',
	fields,
	rules,
	file: recordings,
	finalizeRequest: inSequence(keepQuietHours, signFile),
	output: (reply, _context, request) => sentOf(reply, request),
	hintOfRun: localFileHint,
};
