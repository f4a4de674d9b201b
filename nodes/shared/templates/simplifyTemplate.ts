import type { IDataObject } from 'n8n-workflow';

import { parametersOf, type Template } from './template';

/**
 * What one needs to know to send a template, instead of all the listing tells of it (specification,
 * "List templates").
 *
 * @returns `parameters` names each value a send needs, with its example; `media` is the kind of file
 * its header takes, or null
 */
export function simplifyTemplate(template: Template): IDataObject {
	const { code, displayName, status, sendable, issue, category, language, header, body } = template;
	const takesFile = (header?.fileurlTypes?.length ?? 0) > 0;
	return {
		...{ code, displayName, status, sendable, issue, category, language, body },
		media: takesFile ? header.type : null,
		parameters: parametersOf(template).map(({ id, example }) => ({ id, example })),
	};
}
