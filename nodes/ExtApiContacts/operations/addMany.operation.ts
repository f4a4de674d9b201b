import type { IExecuteFunctions } from 'n8n-workflow';

import { optionsFields } from '../../shared/fields/field';
import type { ContentReader, RowsKind } from '../../shared/values/rowsKind';
import { bodyReader } from '../../shared/values/bodyReader';
import { columnOfAny } from '../../shared/rules/itemValue';
import { fieldsFilled } from '../../shared/values/mergeTextReader';
import { requestsAtOnceOption } from '../../shared/fields/sendingOptions';
import { recipientField } from '../../shared/fields/campaignFields';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { changeContacts } from './changeContacts';
import {
	contactFields,
	contactResource,
	listCodeField,
	overwriteOption,
	unblockOption,
} from './contactFields';

const description =
	"The same for all items, or different for each: a column name in single braces, such as {first_name}, is replaced by the item's value. {first_name|there} becomes 'there' if the item has no value. Each item with contact fields needs a separate request.";
const fields = contactFields.map((field) => ({ ...field, description }));

const options = optionsFields(overwriteOption, requestsAtOnceOption, unblockOption);

const contacts: RowsKind = {
	contentLabel: 'Contact Fields',
	settingsFields: [listCodeField, ...options],
	contentReader: contactFieldsReader,
};

/** Adds the contacts of all items (specification, "Contacts"). */
export const addMany: CollectiveOperation = {
	resource: contactResource,
	name: 'Add Many',
	value: 'addMany',
	action: 'Add many contacts to distribution list',
	description:
		'Add the contacts of all input items to a distribution list, with as few requests as possible. One output item for each, with result (OK, ALREADY_REG, BLOCKED or ACTION_ERROR), registered and blocked.',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [listCodeField, recipientField, ...fields, ...options],
	overAllItems: async (context) => await changeContacts(context, { kind: contacts, act: 'add' }),
};

/** Each item's contact fields, checked, as JSON text; empty for an item without any. */
function contactFieldsReader(context: IExecuteFunctions): ContentReader {
	// Empty fields are left out: a contact may lack a birthday.
	const braces = fieldsFilled({ mayBeEmpty: columnOfAny(() => context.getInputData()) });
	const reader = bodyReader(context, { fields, braces });
	const now = new Date();
	return (item, json) => {
		const read = reader.bodyOf(reader.enteredFor(item, json), { now });
		if ('problems' in read) return { problem: read.problems[0] };
		return { value: Object.keys(read.body).length === 0 ? '' : JSON.stringify(read.body) };
	};
}
