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

/** The end of a name in the picker, with or without the status. */
const endOfName = (file: string) => `${file}\\)(?:: \\w+)?$`;

/** Names of templates that take no file, and of those that need one because they have none of their own. */
const WITHOUT_FILE = endOfName('\\((?:[^(),]+, )?[A-Z]+');
const WITH_NEED = endOfName(', needs [a-z]+');

/**
 * A field about a file, which is not shown before a template is chosen, nor for one that is known to take
 * none: by the name n8n keeps of it. There is none for one chosen by its code, and another one before
 * version 0.2.
 */
export function ifTakesFile(field: INodeProperties): INodeProperties {
	return hiddenFor(field, WITHOUT_FILE);
}

/**
 * The field for a link to the file of a template's header: required where the template is known to
 * need one, not there where it is known to take none, and optional for every other.
 *
 * n8n (1.123, 2.0 and 2.41, `displayParameter`) shows a field as soon as one of the values in its `show`
 * is an expression, and asks for it if it is required.
 *
 * @param field its conditions are all `hide`; where one of them is an expression it is optional
 */
export function linkFields(field: INodeProperties): INodeProperties[] {
	const { hide = {} } = field.displayOptions ?? {};
	const isExpression = { _cnd: { startsWith: '=' } };
	const known = Object.entries(hide).map(([name, values = []]) => [
		name,
		[...values, isExpression],
	]);
	return [
		hiddenFor(
			{
				...field,
				hint: "Left empty, the template's own file is sent. A template without one needs a link.",
			},
			WITHOUT_FILE,
			WITH_NEED,
		),
		{
			...field,
			required: true,
			hint: 'The template has no file of its own',
			displayOptions: { show: named(WITH_NEED), hide: Object.fromEntries(known) as typeof hide },
		},
	];
}

function hiddenFor(field: INodeProperties, ...names: string[]): INodeProperties {
	const { displayOptions } = field;
	const hide = { ...displayOptions?.hide, '/template.value': [''], ...named(...names) };
	return { ...field, displayOptions: { ...displayOptions, hide } };
}

/** The condition that the template was chosen by one of these names. */
function named(...names: string[]): NonNullable<IDisplayOptions['show']> {
	return { '/template.cachedResultName': names.map((regex) => ({ _cnd: { regex } })) };
}
