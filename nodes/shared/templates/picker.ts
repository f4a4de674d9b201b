import type { ILoadOptionsFunctions, INodeListSearchResult, IDisplayOptions } from 'n8n-workflow';

import { type Field, holdsExpression, type WireField } from '../fields/field';
import { fetchTemplates, type Template } from './template';
import { templateCode } from '../rules/text';

/** The template picker, which fills a parameter: from a list that a search method of the node gives, or by code. */
export function templateField(searchMethod: string, wire: string): WireField {
	return {
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		wire,
		reader: templateCode,
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The template to send',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a template…',
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string',
				// No pattern: n8n stops one after 250 ms by the clock, and then a busy n8n refused a right code. The
				// node checks the code itself.
				placeholder: 'e.g. 2002',
			},
		],
	};
}

/**
 * Templates for the picker: all to look at; to send, sendable ones, or all if an option says so. The
 * status is named only where it may be another than the one that can be sent.
 */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const showAll =
		this.getCurrentNodeParameter('resource') === 'template' ||
		this.getCurrentNodeParameter('options.showAllTemplates') === true;
	const templates = await fetchTemplates(this);
	return showAll
		? toResults(templates, filter, nameWithStatus)
		: toResults(templates.filter(isSendable), filter, nameInList);
}

/** Templates that can carry a one-time code. */
export async function searchAuthenticationTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const templates = await fetchTemplates(this, { category: 'AUTHENTICATION' });
	return toResults(templates.filter(isSendable), filter, nameInList);
}

const isSendable = ({ sendable }: Template) => sendable;

function toResults(
	templates: Template[],
	filter: string | undefined,
	nameOf: (template: Template) => string,
): INodeListSearchResult {
	const text = filter?.trim().toLowerCase() ?? '';
	const results = templates
		.filter(({ displayName, code }) => `${displayName} ${code}`.toLowerCase().includes(text))
		.map((template) => ({ name: nameOf(template), value: String(template.code) }))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results };
}

/**
 * A template in the picker, for example `new_collection (en, marketing, with image)`.
 *
 * The end says whether it takes a file: fields about files are shown by it.
 */
export function nameInList(template: Template): string {
	return named(template, template.displayName);
}

/** The same with its status, or why it cannot be sent all the same. */
export function nameWithStatus(template: Template): string {
	return named(template, `${template.displayName}: ${template.issue ?? template.status}`);
}

function named({ language, category, header }: Template, displayName: string): string {
	const file =
		header.fileurlTypes.length > 0 &&
		`${header.hasDefaultMedia ? 'with' : 'needs'} ${header.type.toLowerCase()}`;
	const about = [language, category?.toLowerCase(), file].filter(Boolean).join(', ');
	return `${displayName} (${about})`;
}

/** Ends of names of templates that take no file, and of those that need one because they have none of their own. */
const WITHOUT_FILE = ['authentication)', 'marketing)', 'utility)'];
const WITH_NEED = ['needs document)', 'needs image)', 'needs video)'];

/**
 * The name n8n keeps of a chosen template, and the same once more for the end of it: n8n up to 2.0 fails at
 * the end of a text that is missing, so that there is one is asked first, and no object has a key twice.
 *
 * The end is no pattern: n8n gives a pattern 250 ms by the clock (2.41, `safe-regex`), and where a busy
 * machine takes longer, it refuses the item or the whole execution.
 */
const NAME = '/template.cachedResultName';
const END_OF_NAME = "/template['cachedResultName']";
const isThere = [{ _cnd: { exists: true } }] as NonNullable<IDisplayOptions['show']>[string];

/**
 * A field about a file, which is not shown before a template is chosen, nor for one that is known to take
 * none. One chosen by its code may take one.
 *
 * @param field none of its conditions are `show`: where one of these is an expression, n8n looks at no other
 * @returns the field for a template whose name is not known, and for one whose name is
 */
export function ifTakesFile(field: Field): Field[] {
	return unlessNamed(field, WITHOUT_FILE);
}

/**
 * The field for a link to the file of a template's header: required where the template is known to
 * need one, not there where it is known to take none, and optional for every other.
 *
 * n8n (2.0 and 2.41, `displayParameter`) shows a field as soon as one of the values in its `show`
 * is an expression, and asks for it if it is required.
 *
 * @param field its conditions are all `hide`; where one of them is an expression it is optional
 */
export function linkFields(field: Field): Field[] {
	const { hide = {} } = field.displayOptions ?? {};
	const known = Object.entries(hide).map(([name, values = []]) => [
		name,
		[...values, holdsExpression],
	]);
	const needed = { ...field, hint: 'The template has no file of its own, so enter a link' };
	const whereNeeded = { [NAME]: isThere, [END_OF_NAME]: endingWith(WITH_NEED) };
	return [
		...unlessNamed(
			{
				...field,
				hint: "If empty, the template's own file is sent. A template without one needs a link.",
			},
			[...WITHOUT_FILE, ...WITH_NEED],
		),
		{
			...needed,
			required: true,
			displayOptions: { show: whereNeeded, hide: Object.fromEntries(known) as typeof hide },
		},
		...Object.keys(hide).map((name) => ({
			...needed,
			displayOptions: { show: { ...whereNeeded, [name]: [holdsExpression] }, hide },
		})),
	];
}

/** A field for a chosen template whose name has none of these ends, or is not known. */
function unlessNamed(field: Field, ends: string[]): Field[] {
	const { displayOptions } = field;
	const hide = { ...displayOptions?.hide, '/template.value': [''] };
	return [
		{ ...field, displayOptions: { ...displayOptions, hide: { ...hide, [NAME]: isThere } } },
		{
			...field,
			displayOptions: {
				show: { [NAME]: isThere },
				hide: { ...hide, [END_OF_NAME]: endingWith(ends) },
			},
		},
	];
}

function endingWith(ends: string[]): NonNullable<IDisplayOptions['show']>[string] {
	return ends.map((endsWith) => ({ _cnd: { endsWith } }));
}
