import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { ContentReader, ItemsKind } from '../../shared/campaign/campaignKind';
import type { MissingValue } from '../../shared/campaign/mergeFields';
import { typedText } from '../../shared/campaign/mergeTextReader';
import { readWireValues } from '../../shared/campaign/parameters';
import { recipientField } from '../../shared/descriptions/campaignFields';
import { requestsAtOnceOption } from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { fieldLabels, wireFields } from '../../shared/descriptions/wireFields';
import { endpoints } from '../../shared/transport/endpoints';
import { checkRequest, type RequestRules } from '../../shared/validation/checkRequest';
import { switchedOn, yesOrNo } from '../../shared/validation/numbers';
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
	recipientLabel: 'Phone',
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
	const values = readWireValues(context, [addOptions]);
	const saved = (context.getNode().parameters.contactFields ?? {}) as IDataObject;
	// A contact without a birthday is no mistake: empty fields are left out.
	const missing: MissingValue = { use: 'text', text: '' };
	const texts = wireFields([contactFields]).map(({ wire, path, label }) => ({
		wire,
		text: typedText(context, saved[path.split('.')[1]], label, missing),
	}));
	const labels = fieldLabels([contactFields, addOptions]);
	const checkContext = { now: new Date(), timeZone: context.getTimezone() };
	return (item, json) => {
		const { clear, update } = values.at(item);
		const entered: IDataObject = { clear, update };
		for (const { wire, text } of texts) {
			const filled = text.at(item, json);
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
