import type { RowsKind } from '../../shared/bulk/rowsKind';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { permissions } from '../../shared/operations/permissions';
import { endpoints } from '../../shared/transport/endpoints';
import { changeMany } from './changeMany';
import { contactResource, listCode, listCodeField, phoneColumnField } from './contactFields';
import { removeOutcome } from './contactOutcome';

const contacts: RowsKind = {
	contentLabel: 'Contact Fields',
	recipientLabel: phoneColumnField.displayName,
	settingsFields: [listCodeField],
	rules: { readers: { pid: listCode }, required: ['pid'] },
	contentReader: () => () => ({ value: '' }),
};

/** Removes the contacts of all items (specification, "Manage distribution-list contacts"). */
export const removeMany: CollectiveOperation = {
	resource: contactResource,
	name: 'Remove Many',
	value: 'removeMany',
	action: 'Remove many contacts',
	description: 'Remove the contacts of all input items in the fewest requests',
	subtitle: 'Remove Many: Contacts',
	endpoint: endpoints.contacts,
	effect: 'changes',
	permission: permissions.lists,
	isForAgents: false,
	fields: [listCodeField, phoneColumnField],
	overAllItems: async (context) =>
		await changeMany(context, { kind: contacts, act: 'del', outcome: removeOutcome }),
};
