// If this fails, a code confirms another answer than the one shown.
import {
	readSeal,
	SEAL_MS,
	type Sealed,
	sealFor,
} from '../../../nodes/shared/question/confirmation';

const now = Date.UTC(2026, 0, 5, 10);
const bound = { executionId: '7', nodeId: '2', askedAt: '2026-01-05', recipient: '0570002233' };
const sealed: Sealed = { token: 'token', bound, answer: ['approve'] };

describe('the seal of a page that takes a code', () => {
	it.each([true, false])('says whether the page has a code of its own: %s', (hasOwnCode) => {
		const seal = sealFor(sealed, hasOwnCode, now);
		expect(seal.hasOwnCode).toBe(hasOwnCode);
		expect(readSeal(seal.text, sealed, now)).toEqual(seal);
	});

	it.each<[string, Partial<Sealed>]>([
		['answer', { answer: ['decline'] }],
		['place of an answer', { answer: ['', 'approve'] }],
		['token', { token: 'other' }],
		['execution', { bound: { ...bound, executionId: '8' } }],
		['node', { bound: { ...bound, nodeId: '3' } }],
		['moment', { bound: { ...bound, askedAt: '2026-01-06' } }],
		['person', { bound: { ...bound, recipient: '0570002234' } }],
	])('is worth nothing for another %s', (_name, other) => {
		const { text } = sealFor(sealed, true, now);
		expect(readSeal(text, { ...sealed, ...other }, now)).toBeUndefined();
	});

	it('cannot be changed', () => {
		const { text } = sealFor(sealed, false, now);
		const later = text.replace(/^\w+/, (now + 1000).toString(36));
		for (const forged of [undefined, '', text.replace('last', 'own'), later, `${text}x`, 'x.own.y'])
			expect(readSeal(forged, sealed, now)).toBeUndefined();
	});

	it('is good for ten minutes', () => {
		const { text } = sealFor(sealed, true, now);
		expect(readSeal(text, sealed, now + SEAL_MS)).toBeDefined();
		expect(readSeal(text, sealed, now + SEAL_MS + 1)).toBeUndefined();
		expect(readSeal(text, sealed, now - SEAL_MS)).toBeUndefined();
	});

	it('bears line breaks as browsers change them', () => {
		const { text } = sealFor({ ...sealed, answer: ['a\r\nb'] }, true, now);
		expect(readSeal(text, { ...sealed, answer: ['a\nb'] }, now)).toBeDefined();
	});
});
