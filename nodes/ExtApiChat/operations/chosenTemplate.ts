import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { FILE_FIELD } from '../../shared/fields/fileFields';
import { isFilePlaceholder } from '../../shared/files/fileAddress';
import { sentTypes } from '../../shared/files/fileTypes';
import type { FileRule } from '../../shared/files/inputFile';
import { isEmpty, type Problem } from '../../shared/rules/reader';
import { comparableCode, TEMPLATE_FIX } from '../../shared/rules/text';
import {
	PARAMETERS,
	parametersReader,
	valuesProblem,
	type ContactPlaceholders,
} from '../../shared/templates/parameterValues';
import type { ParameterValues, Template } from '../../shared/templates/template';
import type { Parse } from '../../shared/values/mergeTextReader';

/** Files for the header of a template; which of the types, the template itself says. */
export const headerFiles: FileRule = { types: sentTypes, isFetchedLater: true };

/** What is wrong with the chosen template, or its file, and which field is to be changed. */
type FieldProblem = Problem & { field: string };

/** How the parameters of a template are read. */
interface ParametersRead {
	parse: Parse;
	placeholders: ContactPlaceholders;
}

/**
 * Prepares the reading of what an item says to its template, checked against the template itself, since the service
 * skips a recipient silently whose parameters are wrong.
 *
 * @param templates those of the account
 * @returns reads the values by parameter ID; `body` has the template and its file, by wire name
 */
export function templateReader(
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

/** Extensions by which a URL says what kind of file it leads to. */
const MEDIA_TYPES = new Set([
	...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'avif', 'svg', 'bmp', 'tiff'],
	...['mp4', '3gp', 'mov', 'avi', 'webm', 'mkv'],
	...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'zip'],
	...['aac', 'amr', 'mp3', 'm4a', 'ogg', 'wav'],
]);

/**
 * Says what is wrong with the file of a template's header, by the types it takes.
 *
 * @param address the link, or the placeholder of a file of the workflow; none when there is no file
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
	// Anything may stand behind a URL: only a media type that the header does not take is wrong for certain.
	if (!MEDIA_TYPES.has(extension) || fileurlTypes.includes(extension)) return undefined;
	return refused(
		`must be a file of type ${types}, which the header of template ${code} takes`,
		'Use another file, or another template.',
	);
}
