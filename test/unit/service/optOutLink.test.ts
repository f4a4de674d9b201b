// If this fails, anyone can opt others out, or a recipient's link opts out someone else or no one.
import fc from 'fast-check';

import {
	isOptOutToken,
	NO_PHONE,
	optOutKey,
	optOutLinks,
	optOutPageProof,
	optOutToken,
	readOptOutToken,
} from '../../../nodes/shared/service/optOutLink';
import { ownTrigger } from '../../../nodes/shared/service/notificationAddress';

const key = optOutKey('demo-token-full', 'my-id');
const mine = '972570001001';
const token = optOutToken(key, mine);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of an opt-out link', () => {
	it('says the phone in 21 characters, for every phone', () => {
		const phones = fc.stringMatching(/^[1-9]\d{7,14}$/);
		fc.assert(
			fc.property(phones, (phone) => {
				const text = optOutToken(key, phone);
				expect(text).toMatch(/^[\w-]{20}[a-z\d]$/);
				expect(readOptOutToken(key, text)).toBe(phone);
			}),
		);
	});

	it.each(['!)', '-לפרטים', '\n', 'Bye'])(
		'is found before text that a phone takes for a part of the link (%j)',
		(more) => expect(readOptOutToken(key, token + more)).toBe(mine),
	);

	it('is worth nothing when any of its characters is another one', () => {
		for (let at = 0; at < token.length; at++) {
			for (const other of ALPHABET) {
				if (token[at] === other) continue;
				const forged = token.slice(0, at) + other + token.slice(at + 1);
				expect(readOptOutToken(key, forged)).toBeUndefined();
			}
		}
	});

	it.each([token.slice(1), [token], undefined, `${token}${'x'.repeat(61)}`])(
		'is not %j, for which n8n opens no credential',
		(other) => expect(isOptOutToken(other)).toBe(false),
	);

	it('is refused when it is shortened', () => {
		expect(isOptOutToken(`${token}${'x'.repeat(60)}`)).toBe(true);
		expect(readOptOutToken(key, token.slice(0, -1))).toBeUndefined();
	});

	it.each([
		['token', optOutKey('another-token', 'my-id')],
		['trigger', optOutKey('demo-token-full', 'another-id')],
	])('is worth nothing for another %s', (_what, other) => {
		expect(readOptOutToken(other, token)).toBeUndefined();
	});
});

describe('opt-out links', () => {
	const own = () => ({
		resumeUrl: 'https://n8n.example.com/webhook-waiting/17',
		instanceUrl: 'https://n8n.example.com/',
	});
	const address = 'https://n8n.example.com/webhook/my-id/campaign-event';
	const linksOf = (url: string) => optOutLinks(ownTrigger(url, own)!)('demo-token-full');

	it('are the address and 24 characters, the same length for every phone', () => {
		const links = linksOf(address);
		const text = `Hello. Stop: ${links.placeholder} .`;
		for (const phone of ['0570001001', '+972570001001'.slice(1), '12025550123']) {
			const filled = links.filledFor(text, phone);
			expect(filled).toHaveLength(text.length);
			expect(links.placeholder).toHaveLength(address.length + 24);
			expect(filled).not.toContain(links.placeholder);
		}
		expect(links.filledFor(text, '0570001001')).toBe(`Hello. Stop: ${address}?o=${token} .`);
	});

	it('have a page that shows whether the trigger listens, where no person has to make it listen', () => {
		const proof = optOutPageProof(key, optOutToken(key, NO_PHONE));
		expect(linksOf(address).proofOfPage).toBe(proof);
		expect(linksOf(address.replace('/webhook/', '/webhook-test/')).proofOfPage).toBeUndefined();
	});

	it('are the same for all spellings of a phone', () => {
		const { filledFor, placeholder } = linksOf(address);
		expect(filledFor(placeholder, '0570001001')).toBe(filledFor(placeholder, '972570001001'));
	});
});
