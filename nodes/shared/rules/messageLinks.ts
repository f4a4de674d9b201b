import { isPrivateAddress } from './addresses';

/** Names that only one network knows. */
const INNER_NAME = /^[^.[\]]+$|\.(?:local|localhost|internal|lan|home|intranet|test)$/i;
const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}@/.-])www\.)[^\s<>"']+/giu;

/** The links in a text, without the signs that end a sentence or a bracket. */
function linksIn(text: string): string[] {
	return (text.match(LINK) ?? []).map((link) => link.replace(/[.,;:!?)\]]{1,9}$/, ''));
}

/** The first link that does not begin with https://, or that no phone can open. */
export function unsafeLink(text: string): string | undefined {
	return linksIn(text).find((link) => !/^https:/i.test(link) || isInner(link));
}

function isInner(link: string): boolean {
	if (!URL.canParse(link)) return false;
	const { hostname } = new URL(link);
	return isPrivateAddress(`http://${hostname}`) || INNER_NAME.test(hostname);
}
