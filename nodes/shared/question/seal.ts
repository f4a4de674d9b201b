import { sameKey } from '../rules/sameKey';
import { MINUTE_MS } from '../rules/times';
import { keyFor, type Bound } from './answerLink';

/**
 * What a page that takes a code proves of itself: which answer its code confirms, and whether a code was
 * sent for it. It stands in the page, because nothing can be kept between two calls of an execution that waits.
 */
export interface Seal {
	/** False where no further code could be sent: such pages have their tries in common. */
	hasOwnCode: boolean;
	/** As it stands in the page. */
	text: string;
}

/** What a seal is good for. */
export interface Sealed {
	token: string;
	bound: Bound;
	/** The fields of the answer, as they were sent. */
	answer: string[];
}

/** How long a code may be tried on a page: as long as the service takes it, unless told otherwise (specification, "One-time codes"). */
export const SEAL_MS = 10 * MINUTE_MS;
/** How much the clocks of two processes may differ. */
const CLOCKS_MS = MINUTE_MS;

/** Makes the seal of a page. */
export function sealFor(sealed: Sealed, hasOwnCode: boolean, now = Date.now()): Seal {
	const kind = `${now.toString(36)}.${hasOwnCode ? 'own' : 'last'}`;
	return { hasOwnCode, text: `${kind}.${sealKey(sealed, kind)}` };
}

/** Reads a page's seal; undefined for one of another answer, question or person, one that is too old, and none. */
export function readSeal(
	text: string | undefined,
	sealed: Sealed,
	now = Date.now(),
): Seal | undefined {
	const [, kind, at, whose, key] = /^(([0-9a-z]{1,11})\.(own|last))\.(.+)$/.exec(text ?? '') ?? [];
	if (kind === undefined || !sameKey(key, sealKey(sealed, kind))) return undefined;
	const age = now - parseInt(at, 36);
	return age <= SEAL_MS && age >= -CLOCKS_MS
		? { hasOwnCode: whose === 'own', text: text! }
		: undefined;
}

/**
 * Names a code whose check had no result, on the page with that seal: the service takes each code once, so
 * that the right one may be called wrong the next time. Nobody can make it for a code of their own choice.
 */
export function uncheckedKey(sealed: Sealed, seal: Seal, code: string): string {
	return sealKey(sealed, `unchecked.${seal.text}.${code}`);
}

/** Line breaks are written in several ways on the way to a page and back. */
function sealKey({ token, bound, answer }: Sealed, kind: string): string {
	const lines = answer.map((text) => text.replace(/\r\n?/g, '\n'));
	return keyFor(token, 'confirmation', bound, [kind, ...lines]);
}
