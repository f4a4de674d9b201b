import { optionsFields } from '../../shared/fields/field';
import { requestsAtOnceOption } from '../../shared/fields/sendingOptions';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import {
	contactFields,
	contactResource,
	listCodeField,
	overwriteOption,
	phoneField,
	unblockOption,
} from './contactFields';
import { contactResult } from './contactReply';

/** Adds a number to a list (specification, "Contacts"). */
export const add: PerItemOperation = {
	resource: contactResource,
	name: 'Add',
	value: 'add',
	action: 'Add contact to distribution list',
	description:
		'Add a number to a distribution list. The output has result (OK, ALREADY_REG, BLOCKED or ACTION_ERROR), registered and blocked.',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [
		listCodeField,
		phoneField,
		...contactFields,
		...optionsFields(overwriteOption, requestsAtOnceOption, unblockOption),
	],
	fixed: { act: 'add' },
	output: contactResult('add'),
};
