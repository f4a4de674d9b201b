import type { IExecuteFunctions } from 'n8n-workflow';

import { optionsFields, type Field } from '../../shared/fields/field';
import type { ContentReader, RowsKind } from '../../shared/values/rowsKind';
import { bodyReader } from '../../shared/values/bodyReader';
import { fieldsFilled, missingValue } from '../../shared/values/mergeTextReader';
import { requestsAtOnceOption } from '../../shared/fields/sendingOptions';
import { recipientField } from '../../shared/fields/campaignFields';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import type { CrossFieldRule, RequestRules } from '../../shared/rules/checkRequest';
import { changeContacts } from './changeContacts';
import {
	clearFields,
	clearFieldsOption,
	contactResource,
	describedContactFields,
	listCodeField,
	overwriteOption,
	unblockOption,
} from './contactFields';
import { addOutcome } from './contactReply';

const contactFields = describedContactFields(
	"The same for all items, or different for each: a column name in single braces, such as {first_name}, is replaced by the item's value. {first_name|there} becomes 'there' if the item has no value. Each item with contact fields needs a separate request.",
);

const options = optionsFields(
	clearFieldsOption,
	overwriteOption,
	requestsAtOnceOption,
	unblockOption,
);

/** The fields to clear are part of the content: like fields, they need a request of their own. */
const clearedWithContent: CrossFieldRule = (body) => {
	delete body.clear;
	return undefined;
};

const contacts: RowsKind = {
	contentLabel: 'Contact Fields',
	settingsFields: [listCodeField, ...options],
	rules: [clearedWithContent],
	contentReader: contactFieldsReader,
};

/** Adds the contacts of all items (specification, "Contacts"). */
export const addMany: CollectiveOperation = {
	resource: contactResource,
	name: 'Add Many',
	value: 'addMany',
	action: 'Add many contacts to distribution list',
	description:
		'Add the contacts of all input items to a distribution list, with as few requests as possible. One output item for each, with result (OK, ALREADY_REG, BLOCKED or ACTION_ERROR), added, updated, blocked and registered.',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [listCodeField, recipientField, ...contactFields, ...options],
	overAllItems: async (context) =>
		await changeContacts(context, { kind: contacts, act: 'add', outcome: addOutcome }),
};

/** What makes an item a request of its own: its fields, and those to clear. */
const ownFields: Field[] = [...contactFields, ...optionsFields(clearFieldsOption, overwriteOption)];
const fieldRules: RequestRules = [clearFields];

/** The checked contact fields of each item as JSON text; empty text for an item without any. */
function contactFieldsReader(context: IExecuteFunctions): ContentReader {
	// A contact without a birthday is no mistake: empty fields are left out.
	const braces = fieldsFilled(missingValue(context, ''));
	const reader = bodyReader(context, { fields: ownFields, rules: fieldRules, braces });
	const now = new Date();
	return (item, json) => {
		const read = reader.bodyOf(reader.enteredFor(item, json), { now });
		if ('problems' in read) return { problem: read.problems[0] };
		const { update: _update, ...content } = read.body;
		return { value: Object.keys(content).length === 0 ? '' : JSON.stringify(content) };
	};
}
