import type { IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import type { ContentOptions, ContentProblem, ContentReader } from '../../shared/values/rowsKind';
import { linkIn } from '../../shared/pipeline/optOutField';
import { fieldsFilled } from '../../shared/values/mergeTextReader';
import { dependsOnItem } from '../../shared/values/parameters';
import { PARAMETERS } from '../../shared/templates/parameterValues';
import { templatesOfExecution } from '../../shared/templates/template';
import { templateReader } from './chosenTemplate';

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked
 * against the template: the service would skip a wrong recipient silently.
 *
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the templates cannot be listed
 */
export async function templateContentReader(
	context: IExecuteFunctions,
	{ sendTo, optOut }: ContentOptions,
): Promise<ContentReader> {
	const templates = await templatesOfExecution(context).catch((error: NodeApiError) => error);
	if (templates instanceof Error) {
		const { message, description } = templates;
		const unknown: ContentProblem = {
			rule: `could not be checked: ${message}`,
			fix: description ?? 'Run it again.',
			concernsAll: true,
		};
		return () => ({ problem: unknown });
	}
	const readTemplate = templateReader(context, templates, {
		parse: fieldsFilled({ optOut: linkIn(optOut) }),
		placeholders: sendTo === 'lists' ? 'all' : 'phone',
	});
	const { template: code, fileUrl, fileFrom } = context.getNode().parameters;
	const isSame = fileFrom !== 'input' && !dependsOnItem([code, fileUrl]);

	return (item, json, body) => {
		const read = readTemplate(item, json, body);
		if ('value' in read) return { value: JSON.stringify(read.value) };
		const { problem } = read;
		const concernsAll = isSame && problem.field !== PARAMETERS;
		return { problem: { ...problem, ...(concernsAll && { concernsAll }) } };
	};
}
