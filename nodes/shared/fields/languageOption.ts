import type { INodeProperties } from 'n8n-workflow';

/** Language of what the service says or writes itself. */
export const languageOption: INodeProperties = {
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
	routing: { send: { type: 'body', property: 'lang' } },
};
