import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Template } from './template';

/** A template in the picker, for example `new_collection (en, MARKETING, with image)`. */
export function nameInList({ displayName, language, category, header }: Template): string {
	const isFile = (header?.fileurlTypes?.length ?? 0) > 0;
	const file =
		isFile && `${header.hasDefaultMedia ? 'with' : 'needs'} ${header.type.toLowerCase()}`;
	return `${displayName} (${[language, category, file].filter(Boolean).join(', ')})`;
}

/** The same with its status, or why it cannot be sent all the same. */
export function nameWithStatus(template: Template): string {
	return `${nameInList(template)}: ${template.issue ?? template.status}`;
}

/** Names in the picker of templates that take no file, and of those that cannot do without. */
const WITHOUT_FILE = '\\((?:[^(),]+, )?[A-Z]+\\)(?:: \\w+)?$';
const NEEDS_FILE = ', needs [a-z]+\\)(?:: \\w+)?$';

/** A condition on the name n8n keeps of the chosen template. There is none for one chosen by its code, and another one before 0.2. */
const chosen = (regex: string): NonNullable<IDisplayOptions['show']> => ({
	'/template.cachedResultName': [{ _cnd: { regex } }],
});

/** A field about a file, which is not shown for a template that is known to take none. */
export function ifTakesFile(field: INodeProperties): INodeProperties {
	return hiddenFor(field, WITHOUT_FILE);
}

/** The same for a link: required where the template has no file of its own. */
export function linkFields(field: INodeProperties): INodeProperties[] {
	const { displayOptions } = field;
	return [
		hiddenFor(field, `${WITHOUT_FILE}|${NEEDS_FILE}`),
		{
			...field,
			required: true,
			displayOptions: {
				...displayOptions,
				show: { ...displayOptions?.show, ...chosen(NEEDS_FILE) },
			},
		},
	];
}

function hiddenFor(field: INodeProperties, regex: string): INodeProperties {
	const { displayOptions } = field;
	return {
		...field,
		displayOptions: { ...displayOptions, hide: { ...displayOptions?.hide, ...chosen(regex) } },
	};
}
