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
import { checkRequest } from '../../shared/validation/checkRequest';
import { switchedOn, yesOrNo } from '../../shared/validation/numbers';
import { isEmpty } from '../../shared/validation/reader';
import { changeMany } from './changeMany';
import {
	contactFieldsCollection,
	contactReaders,
	listCode,
	listCodeField,
	overwriteOption,
	unblockOption,
} from './contactFields';

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

const addOptions = options([overwriteOption, requestsAtOnceOption, unblockOption]);

const shared = {
	url: endpoints.contacts,
	contentLabel: 'Contact Fields',
};

const addKind: ItemsKind = {
	...shared,
	settingsFields: [listCodeField, addOptions],
	rules: {
		readers: { pid: listCode, unblock: switchedOn, update: yesOrNo },
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

/** The checked contact fields of each item as JSON text; empty text for an item without any. */
function contactFieldsReader(context: IExecuteFunctions): ContentReader {
	const values = readWireValues(context, [contactFields]);
	const labels = fieldLabels([contactFields]);
	const checkContext = { now: new Date(), timeZone: context.getTimezone() };
	return (item, json) => {
		const entered: IDataObject = {};
		for (const [wire, text] of Object.entries(values.at(item))) {
			if (isEmpty(text)) continue;
			// A contact without a birthday is no mistake: empty fields are left out.
			const parsed = parseMergeText(String(text), { use: 'text', text: '' });
			if ('problem' in parsed) return parsed;
			const filled = parsed.value.fill(json);
			if ('problem' in filled) return filled;
			entered[wire] = filled.value;
		}
		const checked = checkRequest({ readers: contactReaders }, labels, entered, checkContext);
		if ('problems' in checked) {
			const [{ field, rule, fix }] = checked.problems;
			return { problem: { rule: `break a rule: ${field} ${rule}`, fix } };
		}
		return { value: Object.keys(checked.body).length === 0 ? '' : JSON.stringify(checked.body) };
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
	const overwrite = this.getNodeParameter('options.overwrite', 0, false) === true;
	return await changeMany(this, addKind, 'add', (result) => ({
		added: result === 'OK',
		updated: result === 'ALREADY_REG' && overwrite,
		blocked: result === 'BLOCKED',
	}));
}

/** Removes the contacts of all items in the fewest requests. */
export async function removeMany(this: IExecuteFunctions) {
	return await changeMany(this, removeKind, 'del', (result) => ({ removed: result === 'OK' }));
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
