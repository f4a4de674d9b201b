import { isPrivateAddress } from './addresses';

/** Whose links say nothing of where they lead; carriers hold such messages back. */
const SHORTENERS = [
	...['bit.ly', 'tinyurl.com', 'goo.gl', 't.co', 'ow.ly', 'is.gd', 'v.gd', 'buff.ly'],
	...['rebrand.ly', 'cutt.ly', 'rb.gy', 'shorturl.at', 't.ly', 'tiny.cc', 'bl.ink', 'lnkd.in'],
	...['did.li', 'surl.li', 'clck.ru', 'goo.su', 'vk.cc', 'u.to', 's.id', 'j.mp', 'adf.ly'],
	...['tiny.one', 'short.io', 'shorturl.com', 'dub.sh', 'kutt.it', 'n9.cl', '2u.pw', 'soo.gd'],
];
/** Names that only one network knows. */
const INNER_NAME = /^[^.[\]]+$|\.(?:local|localhost|internal|lan|home|intranet|test)$/i;

const LINK = /https?:\/\/[^\s<>"']+/giu;
/** Endings of names that phones make a link of even alone: others are words that a missing space brings near a dot. */
const ALONE = 'com|net|org|biz|ru|(?:co|com|org|net|gov|ac)\\.[a-z]{2}';
/** Endings that have a path behind them. */
const WITH_PATH = `${ALONE}|io|info|co|me|app|shop|store|online|il|uk|de|fr|ly|link|gd|gl|at|cc`;
/** A URL without its scheme; what is right before an @ is the name of a mailbox. */
const BARE_LINK = new RegExp(
	String.raw`(?<![\p{L}\p{N}@/.:-])(?:www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+|(?:${SHORTENERS.join('|').replaceAll('.', '\\.')})(?=\/)|(?:[a-z0-9-]+\.)+(?:(?:${ALONE})(?![a-z0-9@-]|\.[a-z0-9-])|(?:${WITH_PATH})(?=\/)))[^\s<>"']*`,
	'giu',
);
/** What every URL without its scheme has: looked for first, since it takes much less time. */
const IN_NAME = /\.[^\s.]/;
const SCHEME = /^https?:\/\//i;

const GLUED_BEFORE = /[\p{L}\p{N}]https?:\/\/[^\s<>"']{0,30}/iu;
/** A URL that is broken by a blank or by another one. */
const TORN = /https?:\/\/(?:(?=[\s"'<>]|$)|https?:)|https?:\/(?=[^/\s])[^\s]{0,30}/iu;
/** The plain characters at the beginning of a link. */
const PLAIN_PART = /^[!-~]*/;
/** After such an end no path continues in another script, as one does after a slash. */
const ENDED = /[a-z0-9][,;!?.:)-]?$/i;
/** A sentence that continues without a space; a file has one of the usual endings, or one in lowercase. */
const SENTENCE =
	/^[^/?#]+\/[^?#]*[\w/-](?:[.!](?!(?:Html?|Aspx?|Php|Pdf|Jpe?g|Png|Gif|Jsp|Docx?|Xlsx?)$)[A-Z][a-z]+|[,;][A-Za-z]{2,})$/;
const SENTENCE_AFTER_HOST = /^[^/?#,;!]+\.(?:com|net|org|il|io)(?:\.[A-Z][a-z]+|[,;!][A-Za-z]+)$/;

/** Text without the URLs that begin with their scheme. */
export function withoutLinks(text: string, instead: (link: string) => string = () => ''): string {
	return text.includes('://') ? text.replace(LINK, instead) : text;
}

/** The URLs that begin with their scheme. */
export function wholeLinksIn(text: string): string[] {
	return text.includes('://') ? (text.match(LINK) ?? []) : [];
}

/** URLs without what does not belong to them. */
export function linksIn(text: string): string[] {
	const whole = wholeLinksIn(text);
	const rest = withoutLinks(text, () => ' ');
	const bare = IN_NAME.test(rest) ? (rest.match(BARE_LINK) ?? []) : [];
	return [...whole, ...bare].map(trimmed);
}

/** A URL with text right next to it, or one that is broken. */
export function gluedLink(text: string, links: string[]): string | undefined {
	const has = text.includes(':/');
	const [before] = (has && (GLUED_BEFORE.exec(text) ?? TORN.exec(text))) || [];
	return before ?? links.find(isGlued);
}

/** A URL that does not begin with https:// and is not private. */
export function insecureLink(links: string[]): string | undefined {
	return links.find((link) => !/^https:/i.test(link) && !isInner(link));
}

/** A URL that no phone can open. */
export function privateLink(links: string[]): string | undefined {
	return links.find(isInner);
}

/** A URL that hides where it leads. */
export function shortenedLink(links: string[]): string | undefined {
	return links.find((link) => SHORTENERS.includes(hostOf(link).replace(/^www\./, '')));
}

/** The parts of a URL after its host. */
export function pathOf(link: string): string[] {
	return link
		.replace(/[?#].*$/s, '')
		.split('/')
		.slice(3);
}

function isGlued(link: string): boolean {
	const [plain] = PLAIN_PART.exec(link)!;
	const isOther = plain.length < link.length && /^\p{L}/u.test(link.slice(plain.length));
	if (isOther) return ENDED.test(plain);
	const bare = link.replace(SCHEME, '');
	return SENTENCE.test(bare) || SENTENCE_AFTER_HOST.test(bare);
}

/** Without the signs that end a sentence or a bracket. */
function trimmed(link: string): string {
	let end = link.length;
	while (end > 0 && '.,;:!?)]'.includes(link[end - 1])) end--;
	return link.slice(0, end);
}

function hostOf(link: string): string {
	const address = SCHEME.test(link) ? link : `http://${link}`;
	return URL.canParse(address) ? new URL(address).hostname : '';
}

function isInner(link: string): boolean {
	const host = hostOf(link);
	return host !== '' && (isPrivateAddress(`http://${host}`) || INNER_NAME.test(host));
}
