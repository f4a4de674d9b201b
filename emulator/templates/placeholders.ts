import type { Contact } from '../state/contacts';
import { paramKinds } from './requiredParams';
import { noValues, type TemplateValues } from './values';

/**
 * Which contact placeholders are replaced: all for a distribution list, the phone for a list, none for `listjson`. With
 * `phone` the others become empty, with `phoneOnly` they stay as they are.
 */
export type Placeholders = 'all' | 'phone' | 'phoneOnly' | 'none';

const contactPlaceholder = /\[(first_name|last_name|user_data[1-4]?|phone_num)\]/g;
const phonePlaceholder = /\[(phone_num)\]/g;
const contactFields: Record<
	string,
	'fname' | 'lname' | 'data' | 'data1' | 'data2' | 'data3' | 'data4'
> = {
	first_name: 'fname',
	last_name: 'lname',
	user_data: 'data',
	user_data1: 'data1',
	user_data2: 'data2',
	user_data3: 'data3',
	user_data4: 'data4',
};

/** The placeholders that are replaced, in all their places. */
export const replacedIn = (placeholders: Placeholders): RegExp =>
	placeholders === 'phoneOnly' ? phonePlaceholder : contactPlaceholder;

/** Replaces contact placeholders for one recipient; in a button the value is URL-encoded. */
export function personalValues(
	values: TemplateValues,
	placeholders: Placeholders,
	phone: string,
	fields: Contact['fields'] = {},
): TemplateValues {
	if (placeholders === 'none') return values;
	const replace = (value: string, encode: boolean) =>
		value.replace(replacedIn(placeholders), (_whole, name: string) => {
			if (name !== 'phone_num' && placeholders === 'phone') return '';
			const found = name === 'phone_num' ? phone : (fields[contactFields[name]] ?? '');
			return encode ? encodeForLink(found) : found;
		});
	const personal = noValues();
	for (const kind of paramKinds) {
		for (const [index, value] of Object.entries(values[kind])) {
			personal[kind][index] = replace(value, kind === 'button');
		}
	}
	return personal;
}

/** URL-encodes everything a button does not take as it is, also the marks that `encodeURIComponent` leaves. */
const encodeForLink = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
	);
