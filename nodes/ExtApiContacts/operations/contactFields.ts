// The fields of a contact.
import {
	type CollectionField,
	type Field,
	type WireField,
	textField,
} from '../../shared/fields/field';
import { phoneNumberField } from '../../shared/fields/sendingOptions';
import type { Resource } from '../../shared/operations/operation';
import { ipAddress } from '../../shared/rules/addresses';
import { yesOrNo } from '../../shared/rules/reader';
import { codeOf, textOf } from '../../shared/rules/text';
import { calendarDate } from '../../shared/rules/times';

export const contactResource: Resource = { name: 'Contact', value: 'contact' };

export const listCodeField = textField({
	displayName: 'List Code',
	name: 'listCode',
	required: true,
	placeholder: 'e.g. 1001',
	description: 'Code of the distribution list, as the service shows it',
	wire: 'pid',
	reader: codeOf('list', 'The service shows it beside each distribution list.', 15),
});

export const phoneField = phoneNumberField({
	description: 'Phone number of the contact',
	wire: 'list',
});

/** A text whose typed braces are read. */
const contactField = (
	field: Pick<
		WireField,
		'displayName' | 'name' | 'description' | 'placeholder' | 'wire' | 'reader'
	>,
): WireField => ({ type: 'string', default: '', isText: true, ...field });

const freeField = (name: string, most: number): Field =>
	contactField({
		displayName: name.replace(/^d/, 'D').replace(/(?=\d)/, ' '),
		name,
		description: `Free field of up to ${most.toLocaleString('en-US')} characters`,
		wire: name,
		reader: textOf({ atMost: most }),
	});

const nameField = (displayName: string, name: string, wire: string): Field =>
	contactField({
		...{ displayName, name, description: 'Up to 20 characters', wire },
		reader: textOf({ atMost: 20 }),
	});

const addedFields = (displayName: string, name: string, options: Field[]): CollectionField => ({
	...{ displayName, name, placeholder: 'Add field', default: {} },
	...{ type: 'collection', options },
});

/** A contact's personal data, and five free texts. */
export const contactFields: CollectionField[] = [
	addedFields('Contact Fields', 'contactFields', [
		contactField({
			displayName: 'Birthday',
			name: 'birthday',
			placeholder: 'e.g. 1990-12-31',
			description: 'Date as YYYY-MM-DD',
			wire: 'bd',
			reader: calendarDate,
		}),
		nameField('First Name', 'firstName', 'fname'),
		contactField({
			displayName: 'IP Address',
			name: 'ipAddress',
			description: 'IP address the registration came from',
			wire: 'ip',
			reader: ipAddress,
		}),
		nameField('Last Name', 'lastName', 'lname'),
	]),
	addedFields('Custom Fields', 'customFields', [
		freeField('data', 1000),
		...['data1', 'data2', 'data3', 'data4'].map((name) => freeField(name, 400)),
	]),
];

export const overwriteOption: Field = {
	displayName: 'Overwrite Existing Data',
	name: 'overwrite',
	type: 'boolean',
	default: true,
	description:
		"Whether to overwrite the fields of an existing contact (on) or keep them (off). If you don't add this option, the service decides. When on, the service may answer just OK, without saying whether the contact was in the list before.",
	wire: 'update',
	reader: yesOrNo,
};

export const unblockOption: Field = {
	displayName: 'Unblock',
	name: 'unblock',
	type: 'boolean',
	default: true,
	description:
		'Whether to add a number that is blocked in this list. Account-wide blocks of the number remain.',
	wire: 'unblock',
};
