import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { contactResource, listCodeField, phoneField } from './contactFields';
import { contactResult } from './contactReply';

/** Removes a number from a list (specification, "Contacts"). */
export const remove: PerItemOperation = {
	resource: contactResource,
	name: 'Remove',
	value: 'remove',
	action: 'Remove contact from distribution list',
	description:
		'Remove a number from a distribution list. The output has result (OK, NOT_REG or ACTION_ERROR), registered and blocked.',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [listCodeField, phoneField],
	fixed: { act: 'del' },
	output: contactResult('del'),
};
