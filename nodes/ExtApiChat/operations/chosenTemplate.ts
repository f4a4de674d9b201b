import { FILE_FIELD } from '../../shared/fields/fileFields';
import { isFilePlaceholder } from '../../shared/files/fileAddress';
import { sentTypes } from '../../shared/files/fileTypes';
import type { FileRule } from '../../shared/files/inputFile';
import { isEmpty, type Problem } from '../../shared/rules/reader';
import { comparableCode, TEMPLATE_FIX } from '../../shared/rules/text';
import { fileProblem, sendableProblem } from '../../shared/templates/checkValues';
import type { Template } from '../../shared/templates/template';

/** Files for the header of a template; which of the types, the template itself says. */
export const headerFiles: FileRule = { types: sentTypes, isFetchedLater: true };

/** What is wrong with the chosen template, or its file, and which field is to be changed. */
type FieldProblem = Problem & { field: string };

/**
 * The template of a code.
 *
 * @param templates those of the account
 * @returns why it cannot be sent where it cannot
 */
export function chosenTemplate(
	templates: Map<string, Template>,
	code: string,
): { template: Template } | { problem: FieldProblem } {
	const template = templates.get(comparableCode(code.trim()));
	if (template === undefined) {
		const rule = isEmpty(code)
			? 'is empty or missing'
			: `is ${code}, which the account does not have`;
		return { problem: { field: 'Template', rule, fix: TEMPLATE_FIX } };
	}
	const unsendable = sendableProblem(template);
	return unsendable ? { problem: { field: 'Template', ...unsendable } } : { template };
}

/**
 * Says what is wrong with the file of a template's header.
 *
 * @param address the link, or the placeholder of a file of the workflow; none when there is no file
 * @param place where a link is entered, if it is not in a field of its own: such as " in the form"
 */
export function headerFileProblem(
	template: Template,
	address: string | undefined,
	place?: string,
): FieldProblem | undefined {
	const found = fileProblem(template, address, place);
	if (found === undefined) return undefined;
	if (!isFilePlaceholder(address)) return { field: 'Media Link', ...found };
	const { fileurlTypes = [] } = template.header;
	return fileurlTypes.length === 0
		? {
				field: FILE_FIELD,
				rule: `must not name a file: the header of template ${template.code} takes none`,
				fix: "Set 'File From' to Link, without a link.",
			}
		: {
				field: FILE_FIELD,
				rule: `must name a file of type ${fileurlTypes.join(', ')}, which the header of template ${template.code} takes`,
				fix: 'Use another file, or another template.',
			};
}
