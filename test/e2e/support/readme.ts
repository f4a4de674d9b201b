import { readFileSync } from 'node:fs';
import path from 'node:path';

import { repositoryRoot } from '../../../n8n/buildPackage';

/** Where someone reads who is new: the README first, then the pages it leads to. */
const pages = ['README.md', 'docs/usage.md', 'docs/approval.md'];

/**
 * A section of the README, or of its everyday tasks, as someone reads it who does what it says: what to press, choose or
 * open (**bold**), the name of a field (_italic_), what to type (`code`). Its functions give back what they are asked for.
 *
 * @param title its heading, without the `#`
 * @throws Error when there is no such section, or it does not say these words in this form
 */
export function readmeSection(title: string) {
	const section = pages
		.flatMap((page) => readFileSync(path.join(repositoryRoot, page), 'utf8').split(/^#+ /m))
		.find((text) => text.startsWith(`${title}\n`));
	if (section === undefined) throw new Error(`The README has no section "${title}".`);
	// A line may end within the words.
	const text = section.replace(/\s+/g, ' ');
	const said = (mark: string) => (words: string) => {
		if (text.includes(`${mark}${words}${mark}`)) return words;
		throw new Error(`The README's section "${title}" does not say ${mark}${words}${mark}.`);
	};
	return { press: said('**'), field: said('_'), type: said('`') };
}
