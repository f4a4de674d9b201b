import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ContentReader, ItemsKind } from '../../shared/campaign/campaignKind';
import { parseMergeText } from '../../shared/campaign/mergeFields';
import { readWireValues } from '../../shared/campaign/parameters';
import { recipientField } from '../../shared/descriptions/campaignFields';
import { requestsAtOnceOption } from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { fieldLabels } from '../../shared/descriptions/wireFields';
import { endpoints } from '../../shared/transport/endpoints';
import { checkRequest, type RequestRules } from '../../shared/validation/checkRequest';
import { switchedOn, yesOrNo } from '../../shared/validation/numbers';
import { isEmpty } from '../../shared/validation/reader';
import { changeMany } from './changeMany';
import { clearedFields, clearFields, clearFieldsOption } from './clearFields';
import {
	contactFieldsCollection,
	contactReaders,
	listCode,
	listCodeField,
	overwriteOption,
	unblockOption,
} from './contactFields';
import { addOutcome, removeOutcome } from './contactOutcome';

const phoneField: INodeProperties = { ...recipientField, displayName: 'Phone' };

const contactFields: INodeProperties = {
	...contactFieldsCollection,
	description:
		'The same for every item, or from it: a name in single braces, such as {first_name}, is replaced by the field of that name. An item with contact fields is a request of its own.',
};

const options = (choices: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: choices,
});

const addOptions = options([
	clearFieldsOption,
	overwriteOption,
	requestsAtOnceOption,
	unblockOption,
]);

const shared = {
	url: endpoints.contacts,
	contentLabel: 'Contact Fields',
};

const addKind: ItemsKind = {
	...shared,
	settingsFields: [listCodeField, addOptions],
	rules: {
		// The fields to clear are part of the content: like fields, they need a request of their own.
		readers: {
			pid: listCode,
			unblock: switchedOn,
			update: yesOrNo,
			clear: () => ({ value: undefined }),
		},
		required: ['pid'],
	},
	contentReader: contactFieldsReader,
};

const removeKind: ItemsKind = {
	...shared,
	settingsFields: [listCodeField],
	rules: { readers: { pid: listCode }, required: ['pid'] },
	contentReader: () => () => ({ value: '' }),
};

/** What makes an item a request of its own: its fields, and those to clear. */
const fieldRules: RequestRules = {
	readers: { ...contactReaders, clear: clearedFields, update: yesOrNo },
	together: [clearFields],
};

/** The checked contact fields of each item as JSON text; empty text for an item without any. */
function contactFieldsReader(context: IExecuteFunctions): ContentReader {
	const values = readWireValues(context, [contactFields, addOptions]);
	const labels = fieldLabels([contactFields, addOptions]);
	const checkContext = { now: new Date(), timeZone: context.getTimezone() };
	return (item, json) => {
		const { clear, update, unblock: _unblock, ...fields } = values.at(item);
		const entered: IDataObject = { clear, update };
		for (const [wire, text] of Object.entries(fields)) {
			if (isEmpty(text)) continue;
			// A contact without a birthday is no mistake: empty fields are left out.
			const parsed = parseMergeText(String(text), { use: 'text', text: '' });
			if ('problem' in parsed) return parsed;
			const filled = parsed.value.fill(json);
			if ('problem' in filled) return filled;
			entered[wire] = filled.value;
		}
		const checked = checkRequest(fieldRules, labels, entered, checkContext);
		if ('problems' in checked) {
			const [{ field, rule, fix }] = checked.problems;
			return { problem: { rule: `break a rule: ${field} ${rule}`, fix } };
		}
		const { update: _update, ...content } = checked.body;
		return { value: Object.keys(content).length === 0 ? '' : JSON.stringify(content) };
	};
}

export const manyFields = [
	...showFor({ resource: ['contact'], operation: ['addMany'] }, [
		listCodeField,
		phoneField,
		contactFields,
		addOptions,
	]),
	...showFor({ resource: ['contact'], operation: ['removeMany'] }, [listCodeField, phoneField]),
];

/** Adds the contacts of all items in the fewest requests. */
export async function addMany(this: IExecuteFunctions) {
	return await changeMany(this, { kind: addKind, act: 'add', outcome: addOutcome });
}

/** Removes the contacts of all items in the fewest requests. */
export async function removeMany(this: IExecuteFunctions) {
	return await changeMany(this, { kind: removeKind, act: 'del', outcome: removeOutcome });
}

export const addManyOption: INodePropertyOptions = {
	name: 'Add Many',
	value: 'addMany',
	action: 'Add many contacts',
	description: 'Add the contacts of all input items in the fewest requests',
};

export const removeManyOption: INodePropertyOptions = {
	name: 'Remove Many',
	value: 'removeMany',
	action: 'Remove many contacts',
	description: 'Remove the contacts of all input items in the fewest requests',
};
