import { timingSafeEqual } from 'crypto';

import { comparablePhone } from '../rules/phones';
import { DAY_MS, dateAt } from '../rules/times';
import { keyFrom } from './keys';
import type { OwnTrigger } from './notificationAddress';

/** Query parameters of an opt-out link: what it is made for, and the campaign's name, where it has one. */
export const OPT_OUT_PARAMETER = 'o';
export const CAMPAIGN_PARAMETER = 'campaign';

/** The phone of a link that shows how links look, and opts no one out. */
export const NO_PHONE = '0';

/** What a link is made for. */
export interface OptOut {
	/** Digits in the form of `comparablePhone`; {@link NO_PHONE} for a sample. */
	phone: string;
	/** Day on which the link was made, counted from the first one. */
	day: number;
	/** What the URL names the campaign; empty where it names none. */
	campaign: string;
}

/** Bits of the parts, behind a phone of 50 bits: together what 20 characters of a URL hold, and 5 bits of one more. */
const DAY_BITS = 12n;
const PROOF_BITS = 63n;
const CHARACTERS = 20;
const BYTES = 15;
const LAST_BITS = 5n;
/** The last character is a letter: phones take a dash at the end of a link for one of the sentence. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef';
/** What may be a token, and the text behind it that a phone took for a part of the link; a longer one is not even looked at. */
const TOKEN = new RegExp(`^([\\w-]{${CHARACTERS}})([${LETTERS}])[^]{0,60}$`);

const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS;
/** Days after which the count begins anew; a link works on, and its day is taken for the latest that it can be. */
const DAYS = 2 ** Number(DAY_BITS);

/**
 * The key of a trigger's opt-out links: it differs for every token and every trigger.
 *
 * @param webhookId of the trigger
 */
export function optOutKey(token: string, webhookId: string): Buffer {
	return keyFrom(token, ['opt-out', webhookId]);
}

/** The token of a link: phone and day as they are, and the proof that a person with the key wrote them. */
export function optOutToken(key: Buffer, optOut: OptOut): string {
	const known = (BigInt(optOut.phone) << DAY_BITS) | BigInt(optOut.day % DAYS);
	const bits = (known << PROOF_BITS) | proofOf(key, optOut);
	const last = LETTERS[Number(BigInt.asUintN(Number(LAST_BITS), bits))];
	return bytesOf(bits >> LAST_BITS, BYTES).toString('base64url') + last;
}

/**
 * Reads the token of a link.
 *
 * @param campaign what the link's URL names the campaign
 * @returns undefined for one that the key did not make, whatever is wrong with it
 */
export function readOptOutToken(
	key: Buffer,
	token: string,
	campaign: string,
	now: Date,
): OptOut | undefined {
	const [, most, last] = TOKEN.exec(token) ?? [];
	if (most === undefined) return undefined;
	const bytes = BigInt(`0x${Buffer.from(most, 'base64url').toString('hex')}`);
	const bits = (bytes << LAST_BITS) | BigInt(LETTERS.indexOf(last));
	const known = bits >> PROOF_BITS;
	const phone = (known >> DAY_BITS).toString();
	const day = Number(known & BigInt(DAYS - 1));
	const optOut = { phone, day, campaign };
	const given = BigInt.asUintN(Number(PROOF_BITS), bits);
	const isRight = timingSafeEqual(bytesOf(given, 8), bytesOf(proofOf(key, optOut), 8));
	return isRight ? { ...optOut, day: latestDay(day, now) } : undefined;
}

/** What shows that a form comes from the page of a link. */
export function optOutPageProof(key: Buffer, token: string, campaign: string): string {
	return keyFrom(key, ['opt-out page', token, campaign]).toString('base64url');
}

/** Tells whether a text may be a token at all: looking at more costs n8n the opening of a credential. */
export function isOptOutToken(token: unknown): token is string {
	return typeof token === 'string' && TOKEN.test(token);
}

/** The day on which a link is made, as clocks in a time zone show it. */
export function dayAt(instant: number, zone: string): number {
	return Date.parse(dateAt(instant, zone)) / DAY_MS - FIRST_DAY;
}

/** A day as a date, such as 2026-11-25. */
export function dateOf(day: number): string {
	return new Date((FIRST_DAY + day) * DAY_MS).toISOString().slice(0, 10);
}

/** The latest day that is counted so and has begun somewhere. */
function latestDay(day: number, now: Date): number {
	const today = Math.floor(now.getTime() / DAY_MS) - FIRST_DAY + 1;
	return day + Math.max(0, Math.floor((today - day) / DAYS)) * DAYS;
}

/** The links of a trigger, as they are put into texts. */
export interface OptOutLinks {
	/** What is in a text until it is known which phone gets it: the link of no phone, as long as all others. */
	placeholder: string;
	/** Tells whether a text has places for links. */
	areIn(text: string): boolean;
	/** What the page of the placeholder's link has to hold; none for a trigger that only a person at the editor makes listen. */
	proofOfPage?: string;
	/** A text with the links of a phone in the places of the placeholders. */
	filledFor(text: string, phone: string): string;
}

/** What makes links with the token of an account. */
export type OptOutLinksOf = (token: string) => OptOutLinks;

/** Makes the links of a trigger, whose URL may name the campaign, on a day. */
export function optOutLinks({ url, webhookId, isTest }: OwnTrigger, day: number): OptOutLinksOf {
	const campaign = url.searchParams.get(CAMPAIGN_PARAMETER) ?? '';
	const query = url.search === '' ? '?' : `${url.search}&`;
	const begin = `${url.origin}${url.pathname}${query}${OPT_OUT_PARAMETER}=`;
	return (token) => {
		const key = optOutKey(token, webhookId);
		const ofNoPhone = optOutToken(key, { phone: NO_PHONE, day: 0, campaign });
		return {
			placeholder: begin + ofNoPhone,
			areIn: (text) => text.includes(ofNoPhone),
			proofOfPage: isTest ? undefined : optOutPageProof(key, ofNoPhone, campaign),
			filledFor: (text, phone) =>
				text.includes(ofNoPhone)
					? text.replaceAll(
							ofNoPhone,
							optOutToken(key, { phone: comparablePhone(phone), day, campaign }),
						)
					: text,
		};
	};
}

function proofOf(key: Buffer, { phone, day, campaign }: OptOut): bigint {
	const purpose = ['opt-out link', phone, String(day % DAYS), campaign];
	return BigInt.asUintN(Number(PROOF_BITS), keyFrom(key, purpose).readBigUInt64BE());
}

function bytesOf(bits: bigint, bytes: number): Buffer {
	return Buffer.from(bits.toString(16).padStart(bytes * 2, '0'), 'hex');
}
