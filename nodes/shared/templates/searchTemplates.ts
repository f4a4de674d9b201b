import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchTemplates } from './fetchTemplates';
import { nameInList, nameWithStatus } from './nameInList';
import type { Template } from './template';

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
