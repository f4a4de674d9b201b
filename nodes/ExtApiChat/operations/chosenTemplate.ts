import { FILE_FIELD } from '../../shared/fields/fileFields';
import { isFilePlaceholder } from '../../shared/files/fileAddress';
import { sentTypes } from '../../shared/files/fileTypes';
import type { FileRule } from '../../shared/files/inputFile';
import { isEmpty, type Problem } from '../../shared/rules/reader';
import { comparableCode, TEMPLATE_FIX } from '../../shared/rules/text';
import type { Template } from '../../shared/templates/template';

/** Files for the header of a template; which of the types, the template itself says. */
export const headerFiles: FileRule = { types: sentTypes, isFetchedLater: true };

/** What is wrong with the chosen template, or its file, and which field is to be changed. */
type FieldProblem = Problem & { field: string };

/**
 * The template of a code, or why it cannot be sent.
 *
 * @param templates those of the account
 */
export function chosenTemplate(
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
export function headerFileProblem(
	{ code, header: { fileurlTypes, hasDefaultMedia } }: Template,
	address: string | undefined,
): FieldProblem | undefined {
	const types = fileurlTypes.join(', ');
	const link = (rule: string, fix: string) => ({ field: 'Media Link', rule, fix });
	const file = (rule: string, fix: string) => ({ field: FILE_FIELD, rule, fix });
	if (address === undefined) {
		return types === '' || hasDefaultMedia
			? undefined
			: link(
					`must link a file (${types}): template ${code} has no default one`,
					'Enter the public URL of the file.',
				);
	}
	const isLink = !isFilePlaceholder(address);
	if (types === '') {
		return isLink
			? link(`must not link a file: the header of template ${code} takes none`, 'Remove the link.')
			: file(
					`must not name a file: the header of template ${code} takes none`,
					"Set 'File From' to Link, without a link.",
				);
	}
	const [, extension = ''] = /\.([a-z0-9]+)$/.exec(new URL(address).pathname.toLowerCase()) ?? [];
	// Anything may stand behind a URL: only a media type that the header does not take is wrong for certain.
	if (!MEDIA_TYPES.has(extension) || fileurlTypes.includes(extension)) return undefined;
	return isLink
		? link(`must link a file of type ${types}`, 'Link another file.')
		: file(
				`must name a file of type ${types}, which the header of template ${code} takes`,
				'Use another file, or another template.',
			);
}
