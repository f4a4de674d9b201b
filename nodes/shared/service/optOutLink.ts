// The links by which people opt out, and the keys that prove them.
import type { KeyObject } from 'crypto';

import { comparablePhone } from '../rules/phones';
import type { OwnTrigger } from './notificationAddress';
import { keyFrom, secretFrom, sameKey } from './secrets';

/** Query parameter of an opt-out link that holds its token. */
export const OPT_OUT_PARAMETER = 'o';

/** The phone of a sample link, which opts no one out. */
export const NO_PHONE = '0';

/** Characters of the proof, six bits each, and of the longest phone: all links are equally long. */
const PROOF = 11;
const PHONE = 10;
const RADIX = 36;
/**
 * A token, and a little text that an app took for part of the link. The phone comes last because
 * apps take a dash at the end of a link for punctuation.
 */
const TOKEN = new RegExp(`^([\\w-]{${PROOF}})([\\da-z]{${PHONE}})[^]{0,60}$`);

/**
 * The key of a trigger's opt-out links; it differs for every token and trigger.
 *
 * @param webhookId of the trigger
 */
export function optOutKey(token: string, webhookId: string): KeyObject {
	return secretFrom(token, ['opt-out', webhookId]);
}

/**
 * The token of a link: the proof that a person with the key wrote it, and the phone.
 *
 * @param phone digits in the form of `comparablePhone`; {@link NO_PHONE} for a sample
 */
export function optOutToken(key: KeyObject, phone: string): string {
	return proofOf(key, phone) + Number(phone).toString(RADIX).padStart(PHONE, '0');
}

/**
 * Reads the token of a link.
 *
 * @returns the phone; undefined for a token that the key did not make
 */
export function readOptOutToken(key: KeyObject, token: string): string | undefined {
	const [, proof, written] = TOKEN.exec(token) ?? [];
	const phone = String(parseInt(written, RADIX));
	return sameKey(proof, proofOf(key, phone)) ? phone : undefined;
}

/** The proof that a form comes from the page of a link. */
export function optOutPageProof(key: KeyObject, token: string): string {
	return keyFrom(key, ['opt-out page', token]).toString('base64url');
}

/** Tells whether a text may be a token, before n8n opens a credential to check it. */
export function isOptOutToken(token: unknown): token is string {
	return typeof token === 'string' && TOKEN.test(token);
}

/** The links of a trigger, as they are put into texts. */
export interface OptOutLinks {
	/** What a text holds until its phone is known: the sample link, as long as any other. */
	placeholder: string;
	/** Whether a text has placeholders. */
	areIn(text: string): boolean;
	/** What the page of the sample link holds as proof; none for a test URL. */
	proofOfPage?: string;
	/** A text with the links of a phone instead of placeholders. */
	filledFor(text: string, phone: string): string;
}

/** Makes links with the token of an account. */
export type OptOutLinksOf = (token: string) => OptOutLinks;

/** Makes the links of a trigger. */
export function optOutLinks({ url, webhookId, isTest }: OwnTrigger): OptOutLinksOf {
	const begin = `${url.origin}${url.pathname}?${OPT_OUT_PARAMETER}=`;
	return (token) => {
		const key = optOutKey(token, webhookId);
		const ofNoPhone = optOutToken(key, NO_PHONE);
		return {
			placeholder: begin + ofNoPhone,
			areIn: (text) => text.includes(ofNoPhone),
			proofOfPage: isTest ? undefined : optOutPageProof(key, ofNoPhone),
			filledFor: (text, phone) =>
				text.replaceAll(ofNoPhone, () => optOutToken(key, comparablePhone(phone))),
		};
	};
}

function proofOf(key: KeyObject, phone: string): string {
	return keyFrom(key, ['opt-out link', phone]).toString('base64url').slice(0, PROOF);
}
