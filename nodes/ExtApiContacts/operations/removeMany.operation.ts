import type { RowsKind } from '../../shared/values/rowsKind';
import { recipientField } from '../../shared/fields/campaignFields';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { changeContacts } from './changeContacts';
import { contactResource, listCodeField } from './contactFields';

const contacts: RowsKind = {
	contentLabel: 'Contact Fields',
	settingsFields: [listCodeField],
	contentReader: () => () => ({ value: '' }),
};

/** Removes the contacts of all items (specification, "Contacts"). */
export const removeMany: CollectiveOperation = {
	resource: contactResource,
	name: 'Remove Many',
	value: 'removeMany',
	action: 'Remove many contacts from distribution list',
	description:
		'Remove the contacts of all input items from a distribution list, with as few requests as possible. One output item for each, with result (OK, NOT_REG or ACTION_ERROR).',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [listCodeField, recipientField],
	overAllItems: async (context) => await changeContacts(context, { kind: contacts, act: 'del' }),
};
