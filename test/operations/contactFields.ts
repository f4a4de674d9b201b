import { lostDigits, nothing } from './items';
import { type RefusedCase, refusal } from './row';

/** What the rows of ExtApi Contacts share. */

export const refusedListCodes: RefusedCase[] = [
	refusal('listCode', 'VIP', /is ".*", which is not a [a-z -]+ code/),
	refusal('listCode', '1'.repeat(16), 'must have 1 to 15 digits'),
	refusal('listCode', lostDigits, 'came as a number too long'),
	refusal('listCode', nothing, 'is empty or missing'),
];

const field = (name: string, label: string, value: string, rule: string): RefusedCase => ({
	field: `${name.startsWith('data') ? 'customFields' : 'contactFields'}.${name}`,
	value,
	says: new RegExp(`${label} ${rule}`),
});
export const refusedFields: RefusedCase[] = [
	field('firstName', 'First Name', 'x'.repeat(21), 'is longer than 20 characters'),
	field('lastName', 'Last Name', 'x'.repeat(21), 'is longer than 20 characters'),
	field('data', 'Data', 'x'.repeat(1001), 'is longer than 1,000 characters'),
	...[1, 2, 3, 4].map((each) =>
		field(`data${each}`, `Data ${each}`, 'x'.repeat(401), 'is longer than 400 characters'),
	),
	field('birthday', 'Birthday', '1990-02-30', 'must be a real date'),
	field('ipAddress', 'IP Address', '1.2.3', 'must be an IP address'),
	refusal(
		'options.clearFields',
		['data'],
		/Clear Fields works only together with 'Overwrite Existing Data'/,
	),
];

export const documentedFields = {
	unblock: ['options.unblock'],
	fname: ['contactFields.firstName'],
	lname: ['contactFields.lastName'],
	...Object.fromEntries(
		['data', 'data1', 'data2', 'data3', 'data4'].map((name) => [name, [`customFields.${name}`]]),
	),
	bd: ['contactFields.birthday'],
	ip: ['contactFields.ipAddress'],
	update: ['options.overwrite'],
};
/** Every field of a contact and every option, as entered and as sent. */
export const everyField = {
	contactFields: {
		birthday: '1990-12-31',
		...{ firstName: 'Dana', ipAddress: '192.0.2.7', lastName: 'Levi' },
	},
	customFields: { data: 'a', data1: 'b', data2: 'c', data3: 'd', data4: 'e' },
	options: { overwrite: false, unblock: true },
};
export const everyFieldOnWire = {
	...{ bd: '1990-12-31', data: 'a', data1: 'b', data2: 'c', data3: 'd', data4: 'e' },
	...{ fname: 'Dana', ip: '192.0.2.7', lname: 'Levi', update: 0, unblock: 1 },
};
/** The result of a contact that was not there. */
export const added = (of: string) => ({
	...{ phone: of, result: 'OK', added: true, updated: false },
	...{ blocked: false, registered: true },
});
