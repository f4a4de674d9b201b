// What an item gives its template, checked against the template.
import type { IDataObject, IExecuteFunctions, NodeApiError } from 'n8n-workflow';

import { FILE_FIELD } from '../../shared/fields/fileFields';
import { isFilePlaceholder } from '../../shared/files/fileAddress';
import { sentTypes, type FileRule } from '../../shared/files/inputFile';
import { linkIn } from '../../shared/pipeline/optOutField';
import { isEmpty, type FieldProblem } from '../../shared/rules/reader';
import { comparableCode, TEMPLATE_FIX } from '../../shared/rules/text';
import type { RunItem } from '../../shared/service/connection';
import { inputError } from '../../shared/service/nodeErrors';
import {
	PARAMETERS,
	parametersReader,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/parameterValues';
import {
	paramsObject,
	templatesOfExecution,
	type ParameterValues,
	type Template,
} from '../../shared/templates/template';
import { unmergedText } from '../../shared/values/mergeFields';
import { fieldsFilled, type Parse } from '../../shared/values/mergeTextReader';
import { dependsOnItem } from '../../shared/values/parameters';
import type { ContentOptions, ContentProblem, ContentReader } from '../../shared/values/rowsKind';

/** Files for a template's header. The template itself limits their types. */
export const headerFiles: FileRule = { types: sentTypes, isFetchedLater: true };

/** How the parameters of a template are read. */
interface ParametersRead {
	parse: Parse;
	placeholders: ContactPlaceholders;
}

/**
 * Prepares the reading of an item's parameters, checked against its template: the service silently
 * skips a recipient with wrong ones.
 *
 * @param templates those of the account
 * @returns reads the values by parameter ID; `body` has the template and its file, by wire name
 */
function templateReader(
	context: IExecuteFunctions,
	templates: Map<string, Template>,
	{ parse, placeholders }: ParametersRead,
) {
	const parametersAt = parametersReader(context, parse);
	return (
		item: number,
		json: IDataObject,
		body: IDataObject,
	): { value: ParameterValues } | { problem: FieldProblem } => {
		const chosen = chosenTemplate(templates, String(body.template));
		if ('problem' in chosen) return chosen;
		const { template } = chosen;
		const badFile = headerFileProblem(template, body.fileurl as string | undefined);
		if (badFile) return { problem: badFile };
		const read = parametersAt(template, item, json);
		const found =
			'problem' in read ? read.problem : valuesProblem(template, read.value, placeholders);
		if (found) return { problem: { field: PARAMETERS, ...found } };
		return read as { value: ParameterValues };
	};
}

/**
 * Puts the template's parameters into the body.
 *
 * @throws NodeOperationError naming the field and the rule
 */
export async function addTemplateParameters(
	item: RunItem,
	given: IDataObject,
): Promise<IDataObject> {
	const { context, node, index, json } = item;
	const read = templateReader(context, await templatesOfExecution(context), {
		parse: unmergedText,
		placeholders: given.pid === undefined ? 'phone' : 'all',
	})(index, json, given);
	if ('problem' in read) throw inputError(node, [read.problem], index);
	const params = paramsObject(read.value);
	return params === undefined ? given : { ...given, params };
}

/**
 * Prepares the reading of each item's template parameters, filled from its fields and checked.
 *
 * @returns gives the values by parameter ID, as JSON text; a problem of all items when the
 *   templates cannot be listed
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

/** The template of a code, or why it cannot be sent. */
function chosenTemplate(
	templates: Map<string, Template>,
	code: string,
): { template: Template } | { problem: FieldProblem } {
	const template = templates.get(comparableCode(code.trim()));
	const refused = (rule: string, fix: string) => ({ problem: { field: 'Template', rule, fix } });
	if (template === undefined) {
		return isEmpty(code)
			? refused('is empty or missing', TEMPLATE_FIX)
			: refused(`is ${code}, which the account does not have`, TEMPLATE_FIX);
	}
	if (template.sendable) return { template };
	return template.issue === 'needs_resync'
		? refused(
				`is ${template.code}, whose stored data is missing or outdated`,
				'Synchronize the templates in the service.',
			)
		: refused(
				`is ${template.code}, which is not approved (${template.status})`,
				'Choose an approved template.',
			);
}

/** Extensions that tell the type of a URL's file. */
const MEDIA_TYPES = new Set([
	...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'avif', 'svg', 'bmp', 'tiff'],
	...['mp4', '3gp', 'mov', 'avi', 'webm', 'mkv'],
	...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'zip'],
	...['aac', 'amr', 'mp3', 'm4a', 'ogg', 'wav'],
]);
/**
 * Checks the file of a template's header by the types it takes.
 *
 * @param address the link, or the placeholder of a file of the workflow, if there is a file
 */
function headerFileProblem(
	{ code, header: { fileurlTypes, hasDefaultMedia } }: Template,
	address: string | undefined,
): FieldProblem | undefined {
	const types = fileurlTypes.join(', ');
	const isLink = address === undefined || !isFilePlaceholder(address);
	const refused = (rule: string, fix: string) => ({
		...{ field: isLink ? 'Media Link' : FILE_FIELD, rule, fix },
	});
	if (address === undefined) {
		return types === '' || hasDefaultMedia
			? undefined
			: refused(
					`must link a file (${types}): template ${code} has no default one`,
					'Enter the public URL of the file.',
				);
	}
	if (types === '') {
		return refused(
			`must be empty: the header of template ${code} takes no file`,
			"Set 'File From' to Link, without a link.",
		);
	}
	const [, extension = ''] = /\.([a-z0-9]+)$/.exec(new URL(address).pathname.toLowerCase()) ?? [];
	// A URL can lead to anything. Only a media type that the header does not take is surely wrong.
	if (!MEDIA_TYPES.has(extension) || fileurlTypes.includes(extension)) return undefined;
	return refused(
		`must be a file of type ${types}, which the header of template ${code} takes`,
		'Use another file, or another template.',
	);
}
