import type { FaultKind, FaultRule } from '../../../faults/faults';

/** A fault in force and how many more requests it fails; null is without end. */
export interface OutstandingFault {
	rule: FaultRule;
	left: number | null;
}

/** What a fault is called, and what the caller sees of it. */
export const faultWords: Record<FaultKind, [name: string, effect: string]> = {
	http500: ['Server error', 'HTTP 500 with an HTML page; nothing was done'],
	http429: ['Too many requests', 'HTTP 429 with Retry-After; nothing was done'],
	resetBefore: [
		'Connection breaks, nothing done',
		'The connection is reset before anything is done',
	],
	resetAfter: ['Connection breaks, work done', 'The request was carried out; no answer comes'],
	delay: ['Late answer', 'The right answer, late'],
	cutJson: ['Answer cut short', 'The request was carried out; half of its answer comes'],
	emptyBody: ['Empty answer', 'The request was carried out; the answer is empty'],
	plainError: ['Plain error', 'ERROR --> Description: …, also to JSON requests'],
	errorWithoutAction: ['Error without action', 'A JSON error that lacks its action'],
	redirect: ['Redirect', 'HTTP 302 to another URL'],
	wrongContentType: ['Wrong content type', 'The right answer, declared as something else'],
	hugeReply: ['Huge answer', 'The request was carried out; the answer has 5 MB'],
	undocumented: ['Undocumented answer', 'HTTP 200 with an undocumented body'],
};

/** Fields that a kind of fault has besides the common ones. */
export const extraFields: Partial<Record<FaultKind, Array<'ms' | 'description' | 'body'>>> = {
	delay: ['ms'],
	plainError: ['description'],
	errorWithoutAction: ['description'],
	undocumented: ['body'],
};
