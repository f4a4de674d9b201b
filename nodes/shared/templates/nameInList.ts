import type { INodeProperties } from 'n8n-workflow';

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

/** Names in the picker of templates that take no file. */
const WITHOUT_FILE = '\\((?:[^(),]+, )?[A-Z]+\\)(?:: \\w+)?$';

/**
 * A field about a file, which is not shown for a template that is known to take none: by the name n8n
 * keeps of it. There is none for one chosen by its code, and another one before version 0.2.
 */
export function ifTakesFile(field: INodeProperties): INodeProperties {
	const { displayOptions } = field;
	const hide = {
		...displayOptions?.hide,
		'/template.cachedResultName': [{ _cnd: { regex: WITHOUT_FILE } }],
	};
	return { ...field, displayOptions: { ...displayOptions, hide } };
}
