import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { contactResource, listCodeField, phoneNumbersField } from './contactFields';
import { contactResults } from './contactReply';

/** Removes numbers from a list (specification, "Contacts"). */
export const remove: PerItemOperation = {
	resource: contactResource,
	name: 'Remove',
	value: 'remove',
	action: 'Remove contacts from distribution list',
	description:
		'Remove one or more numbers from a distribution list. One output item for each, with result (OK, NOT_REG or ACTION_ERROR).',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [listCodeField, phoneNumbersField],
	fixed: { act: 'del' },
	output: contactResults('del'),
};
