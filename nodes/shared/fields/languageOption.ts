import type { Field } from './field';
import { oneOf } from '../rules/text';
/** Language of what the service says or writes itself. */
export const languageOption: Field = {
	displayName: 'Language',
	name: 'language',
	type: 'options',
	options: [
		{ name: 'Arabic', value: 'ar' },
		{ name: 'English', value: 'en' },
		{ name: 'Hebrew', value: 'he' },
		{ name: 'Russian', value: 'ru' },
	],
	default: 'he',
	description: 'Language of generic messages and numbers. Hebrew when left out.',
	wire: 'lang',
	reader: oneOf('he', 'ar', 'ru', 'en'),
};
