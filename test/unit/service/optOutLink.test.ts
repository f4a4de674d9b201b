// If this fails, anyone can opt others out, or a recipient's link opts out someone else or no one.
import fc from 'fast-check';

import { optOutLinks, optOutKey, readOptOutToken } from '../../../nodes/shared/service/optOutLink';
import { dateOf, dayAt, optOutToken } from '../../../nodes/shared/service/optOutLink';
import { ownTrigger } from '../../../nodes/shared/service/notificationAddress';

const key = optOutKey('demo-token-full', 'my-id');
const now = new Date('2026-11-25T09:00:00Z');
const day = dayAt(now.getTime(), 'Asia/Jerusalem');
const mine = { phone: '972570001001', day, campaign: '' };
const token = optOutToken(key, mine);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of an opt-out link', () => {
	it('says the phone and the day, in 21 characters', () => {
		expect(token).toMatch(/^[\w-]{21}$/);
		expect(readOptOutToken(key, token, '', now)).toEqual(mine);
		expect(dateOf(day)).toBe('2026-11-25');
	});

	it('works for every phone, day and campaign', () => {
		const phones = fc.stringMatching(/^[1-9]\d{7,14}$/);
		const days = fc.integer({ min: 0, max: day + 1 });
		fc.assert(
			fc.property(phones, days, fc.string(), (phone, of, campaign) => {
				const optOut = { phone, day: of, campaign };
				const text = optOutToken(key, optOut);
				expect(text).toMatch(/^[\w-]{20}[A-Za-f]$/);
				expect(readOptOutToken(key, text, campaign, now)).toEqual(optOut);
			}),
		);
	});

	it.each(['!)', '-לפרטים', '\n', 'Bye'])(
		'is found before text that a phone takes for a part of the link (%j)',
		(more) => expect(readOptOutToken(key, token + more, '', now)).toEqual(mine),
	);

	it('is worth nothing when any of its characters is another one', () => {
		for (let at = 0; at < token.length; at++) {
			for (const other of ALPHABET) {
				if (token[at] === other) continue;
				const forged = token.slice(0, at) + other + token.slice(at + 1);
				expect(readOptOutToken(key, forged, '', now)).toBeUndefined();
			}
		}
	});

	it('is refused when it is shortened', () => {
		expect(readOptOutToken(key, token.slice(0, -1), '', now)).toBeUndefined();
	});

	it.each([
		['token', optOutKey('another-token', 'my-id'), ''],
		['trigger', optOutKey('demo-token-full', 'another-id'), ''],
		['campaign', key, 'spring'],
	])('is worth nothing for another %s', (_what, other, campaign) => {
		expect(readOptOutToken(other, token, campaign, now)).toBeUndefined();
	});

	it('works for decades, and takes its day for the latest one it can be', () => {
		const later = new Date('2060-03-01T00:00:00Z');
		const read = readOptOutToken(key, token, '', later);
		expect(read?.phone).toBe(mine.phone);
		expect(read!.day % 4096).toBe(day);
		expect(read!.day).toBeLessThanOrEqual(dayAt(later.getTime(), 'UTC') + 1);
		expect(read!.day + 4096).toBeGreaterThan(dayAt(later.getTime(), 'UTC') + 1);
	});

	it.each([
		['Asia/Jerusalem', '2026-11-26'],
		['UTC', '2026-11-25'],
	])('is made on the day that clocks in %s show', (zone, date) => {
		expect(dateOf(dayAt(Date.parse('2026-11-25T22:30:00Z'), zone))).toBe(date);
	});
});

describe('opt-out links', () => {
	const own = () => ({
		resumeUrl: 'https://n8n.example.com/webhook-waiting/17',
		instanceUrl: 'https://n8n.example.com/',
	});
	const address = 'https://n8n.example.com/webhook/my-id/campaign-event';
	const linksOf = (url: string) => optOutLinks(ownTrigger(url, own)!, day)('demo-token-full');

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

	it('are the same for all spellings of a phone', () => {
		const { filledFor, placeholder } = linksOf(address);
		expect(filledFor(placeholder, '0570001001')).toBe(filledFor(placeholder, '972570001001'));
	});

	it('hold the name of the campaign that the address has', () => {
		const { filledFor, placeholder } = linksOf(`${address}?campaign=spring%20sale`);
		const url = new URL(filledFor(placeholder, '0570001001'));
		expect([...url.searchParams.keys()]).toEqual(['campaign', 'o']);
		const read = (campaign: string) =>
			readOptOutToken(key, url.searchParams.get('o')!, campaign, now);
		expect(read('spring sale')).toEqual({ ...mine, campaign: 'spring sale' });
		expect(read('')).toBeUndefined();
	});
});
