import { isEmpty, type Problem } from '../rules/reader';
import { countCharacters } from '../rules/text';
import { labelOf, parametersOf, type ParameterValues, type Template } from './template';

/**
 * Which contact placeholders the service replaces: all when sending to a distribution list, the
 * phone when sending to numbers, none when each number has its own parameters.
 */
export type ContactPlaceholders = 'all' | 'phone' | 'none';

const BUTTON_CHARACTERS = /^[A-Za-z0-9\-_.~%/?#=&+,:]*$/;
const LONGEST_BUTTON = 200;
/** What the service replaces by a recipient's phone. */
export const PHONE_PLACEHOLDER = '[phone_num]';
const CONTACT_PLACEHOLDER = /\[(?:first_name|last_name|user_data[1-4]?|phone_num)\]/g;

/**
 * Says what is wrong with the values of a template's parameters: a missing one, a button value the
 * service refuses, or a contact placeholder that would make it skip the recipient silently
 * (specification, "Send chat template").
 */
export function valuesProblem(
	template: Template,
	values: ParameterValues,
	placeholders: ContactPlaceholders,
): Problem | undefined {
	for (const parameter of parametersOf(template)) {
		const value = values[parameter.id];
		const label = labelOf(template, parameter);
		if (isEmpty(value)) {
			return {
				rule: `needs a value for parameter ${label.replace(/ · (.*)$/u, ' ($1)')} of template ${template.code}`,
				fix: `Enter a value, for example "${parameter.example}".`,
			};
		}
		const found =
			placeholderProblem(label, value, placeholders) ??
			(parameter.kind === 'button' ? buttonProblem(label, value) : undefined);
		if (found) return found;
	}
	return undefined;
}

function placeholderProblem(
	label: string,
	value: string,
	placeholders: ContactPlaceholders,
): Problem | undefined {
	const used = value.match(CONTACT_PLACEHOLDER) ?? [];
	const dead = used.find(
		(each) => placeholders === 'none' || (placeholders === 'phone' && each !== PHONE_PLACEHOLDER),
	);
	if (dead === undefined) return undefined;
	const where =
		dead === PHONE_PLACEHOLDER
			? 'where all recipients of a request have the same parameters'
			: 'when sending to distribution lists';
	return {
		rule: `uses ${dead} in '${label}', which the service replaces only ${where}`,
		fix: 'Enter the value itself, or send to a distribution list.',
	};
}

function buttonProblem(label: string, value: string): Problem | undefined {
	const bare = value.replace(CONTACT_PLACEHOLDER, 'x');
	const fix =
		'Use at most 200 letters, digits and - _ . ~ % / ? # = & + , : without spaces, ".." or "//".';
	if (/\s/.test(bare)) return { rule: `has a space in '${label}'`, fix };
	if (!BUTTON_CHARACTERS.test(bare)) {
		return { rule: `has a character that is not allowed in '${label}'`, fix };
	}
	if (bare.includes('..') || bare.includes('//')) {
		return { rule: `has ".." or "//" in '${label}'`, fix };
	}
	return countCharacters(bare) > LONGEST_BUTTON
		? { rule: `has more than ${LONGEST_BUTTON} characters in '${label}'`, fix }
		: undefined;
}

/** Extensions by which a URL says what kind of file it leads to. */
const MEDIA_TYPES = new Set([
	...['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'avif', 'svg', 'bmp', 'tiff'],
	...['mp4', '3gp', 'mov', 'avi', 'webm', 'mkv'],
	...['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'zip'],
	...['aac', 'amr', 'mp3', 'm4a', 'ogg', 'wav'],
]);

/**
 * Says what is wrong with the media link of a template, by the types its header takes.
 *
 * @param place where the link is entered, if it is not in a field of its own: such as " in the form"
 */
export function fileProblem(
	template: Template,
	fileUrl: string | undefined,
	place = '',
): Problem | undefined {
	const { fileurlTypes = [], hasDefaultMedia } = template.header;
	if (fileUrl === undefined) {
		return fileurlTypes.length > 0 && !hasDefaultMedia
			? {
					rule: `must link a file (${fileurlTypes.join(', ')}): template ${template.code} has no default one`,
					fix: `Enter the public URL of the file${place}; if it has no field for that, choose the template from the list again.`,
				}
			: undefined;
	}
	if (fileurlTypes.length === 0) {
		return {
			rule: `must not link a file: the header of template ${template.code} takes none`,
			fix: 'Remove the link.',
		};
	}
	const extension = /\.([a-z0-9]+)$/i.exec(new URL(fileUrl).pathname)?.[1].toLowerCase();
	// Anything may stand behind a URL: only a media type that the header does not take is wrong for certain.
	return MEDIA_TYPES.has(extension ?? '') && !fileurlTypes.includes(extension ?? '')
		? { rule: `must link a file of type ${fileurlTypes.join(', ')}`, fix: 'Link another file.' }
		: undefined;
}

/** Says why a template cannot be sent at all. */
export function sendableProblem(template: Template): Problem | undefined {
	if (template.sendable) return undefined;
	return template.issue === 'needs_resync'
		? {
				rule: `is ${template.code}, whose stored data is missing or outdated`,
				fix: 'Synchronize the templates in the service.',
			}
		: {
				rule: `is ${template.code}, which is not approved (${template.status})`,
				fix: 'Choose an approved template.',
			};
}
