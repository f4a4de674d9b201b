/** What a person writes where the link is to stand. */
const PLACE = '{link}';

/**
 * The message as it is sent.
 *
 * @param typed what a person wrote; without a place for the link it stands in a line of its own at the end
 */
export function messageWithLink(typed: string, link: string): string {
	return typed.includes(PLACE) ? typed.split(PLACE).join(link) : `${typed.trimEnd()}\n${link}`;
}

/** The message as the page shows it: without a link to itself. */
export function messageWithoutLink(typed: string): string {
	return typed
		.split(PLACE)
		.join('')
		.replace(/[ \t]+$/gm, '')
		.trim();
}
