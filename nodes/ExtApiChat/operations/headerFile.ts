import { FILE_FIELD } from '../../shared/fields/fileFields';
import { sentTypes } from '../../shared/files/fileTypes';
import type { FileRule } from '../../shared/files/inputFile';
import { isFilePlaceholder } from '../../shared/files/fileAddress';
import { fileProblem } from '../../shared/templates/checkValues';
import type { Template } from '../../shared/templates/template';
import type { Problem } from '../../shared/rules/reader';

/** Files for the header of a template; which of the types, the template itself says. */
export const headerFiles: FileRule = { types: sentTypes, isFetchedLater: true };

/**
 * Says what is wrong with the file of a template's header, and which field is to be changed.
 *
 * @param address the link, or what stands for a file of the workflow; none when there is no file
 * @param place where a link is entered, if it is not in a field of its own: such as " in the form"
 */
export function headerFileProblem(
	template: Template,
	address: string | undefined,
	place?: string,
): (Problem & { field: string }) | undefined {
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
