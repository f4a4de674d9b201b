// How a template is chosen in the editor.
import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { WireField } from '../fields/field';
import { fetchTemplates, type Template } from './template';
import { templateCode } from '../rules/text';

/** The template picker, which fills a parameter: from a search method's list, or by code. */
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
				// No pattern: n8n stops one after 250 ms, so that a busy n8n refused a right code.
				// The node checks the code itself.
				placeholder: 'e.g. 2002',
			},
		],
	};
}

/** All templates with their status to look at, or only sendable ones to send. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const showAll = this.getCurrentNodeParameter('resource') === 'template';
	const templates = await fetchTemplates(this);
	return showAll
		? toResults(templates, filter, nameWithStatus)
		: toResults(templates.filter(isSendable), filter, nameInList);
}

/** Sendable templates for one-time codes. */
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

/** For example `new_collection (en, marketing, with image)`; the end says if it takes a file. */
export function nameInList(template: Template): string {
	return named(template, template.displayName);
}

/** The same with its status, or why it cannot be sent. */
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
