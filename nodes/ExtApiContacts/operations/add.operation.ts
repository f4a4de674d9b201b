import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requestsAtOnceOption } from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules, CrossFieldRule } from '../../shared/validation/checkRequest';
import { countEntries } from '../../shared/validation/lists';
import { switchedOn, yesOrNo } from '../../shared/validation/numbers';
import { phoneList } from '../../shared/validation/phones';
import { oneOf } from '../../shared/validation/text';
import { clearedFields, clearFields, clearFieldsOption } from './clearFields';
import {
	contactFieldsCollection,
	contactReaders,
	listCode,
	listCodeField,
	overwriteOption,
	phoneNumbersField,
	unblockOption,
} from './contactFields';
import { addOutcome } from './contactOutcome';
import { contactResults, noteRequest } from './contactResults';

const fields: INodeProperties[] = [
	listCodeField,
	phoneNumbersField,
	{
		...contactFieldsCollection,
		description: 'Only possible when adding exactly one number',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [clearFieldsOption, overwriteOption, requestsAtOnceOption, unblockOption],
	},
];

/** The service ignores fields sent with several numbers; they would be lost silently. */
const fieldsForOneNumber: CrossFieldRule = (body) => {
	const used = ['clear', ...Object.keys(contactReaders)].find((wire) => body[wire] !== undefined);
	return used !== undefined && countEntries(body.list) > 1
		? [
				{
					wire: used,
					rule: 'can be set only when adding exactly one number',
					fix: 'Add the numbers one by one, or leave the contact fields out.',
				},
			]
		: [];
};

/** Rules of the specification's "Manage distribution-list contacts". */
const rules: RequestRules = {
	readers: {
		act: oneOf('add'),
		pid: listCode,
		list: phoneList,
		unblock: switchedOn,
		update: yesOrNo,
		clear: clearedFields,
		...contactReaders,
	},
	required: ['pid', 'list'],
	texts: Object.keys(contactReaders),
	together: [fieldsForOneNumber, clearFields],
};

export const addFields = showFor({ resource: ['contact'], operation: ['add'] }, fields);

export const addOption: INodePropertyOptions = {
	name: 'Add',
	value: 'add',
	action: 'Add contacts to a distribution list',
	description: 'Add one or more numbers to a distribution list, with one output item for each',
	routing: {
		request: { url: endpoints.contacts, body: { act: 'add' } },
		send: { preSend: preparing(checkBody(fields, rules), noteRequest) },
		output: { postReceive: [contactResults(addOutcome)] },
	},
};
