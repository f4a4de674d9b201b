import type { INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { phoneList } from '../../shared/validation/phones';
import { oneOf } from '../../shared/validation/text';
import { listCode, listCodeField, phoneNumbersField } from './contactFields';
import { removeOutcome } from './contactOutcome';
import { contactResults, noteRequest } from './contactResults';

const fields = [listCodeField, phoneNumbersField];

/** Rules of the specification's "Manage distribution-list contacts". */
const rules: RequestRules = {
	readers: { act: oneOf('del'), pid: listCode, list: phoneList },
	required: ['pid', 'list'],
};

export const removeFields = showFor({ resource: ['contact'], operation: ['remove'] }, fields);

export const removeOption: INodePropertyOptions = {
	name: 'Remove',
	value: 'remove',
	action: 'Remove contacts from a distribution list',
	description: 'Remove one or more numbers from a list, with one output item for each',
	routing: {
		request: { url: endpoints.contacts, body: { act: 'del' } },
		send: { preSend: preparing(checkBody(fields, rules), noteRequest) },
		output: { postReceive: [contactResults(removeOutcome)] },
	},
};
