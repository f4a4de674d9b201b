import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { fetchTemplates } from './fetchTemplates';
import type { Template } from './template';

/** Templates for the picker: all to look at; to send, sendable ones, or all if an option says so. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const showAll =
		this.getCurrentNodeParameter('resource') === 'template' ||
		this.getCurrentNodeParameter('options.showAllTemplates') === true;
	return toResults(await fetchTemplates(this), filter, ({ sendable }) => showAll || sendable);
}

/** Templates that can carry a one-time code. */
export async function searchAuthenticationTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const templates = await fetchTemplates(this, { category: 'AUTHENTICATION' });
	return toResults(templates, filter, ({ sendable }) => sendable);
}

function toResults(
	templates: Template[],
	filter: string | undefined,
	wanted: (template: Template) => boolean,
): INodeListSearchResult {
	const text = filter?.trim().toLowerCase() ?? '';
	const results = templates
		.filter(wanted)
		.filter(({ displayName, code }) => `${displayName} ${code}`.toLowerCase().includes(text))
		.map(({ displayName, code, status, issue, language, category }) => ({
			name: `${displayName} (${[issue ?? status, language, category].join(', ')})`,
			value: String(code),
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
	return { results };
}
