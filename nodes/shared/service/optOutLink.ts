// The links by which people opt out, and the keys that prove them.
import type { KeyObject } from 'crypto';

import { comparablePhone } from '../rules/phones';
import type { OwnTrigger } from './notificationAddress';
import { keyFrom, secretFrom, sameKey } from './secrets';

/** Query parameter of an opt-out link that holds what it is made for. */
export const OPT_OUT_PARAMETER = 'o';

/** The phone of a link that shows how links look, and opts no one out. */
export const NO_PHONE = '0';

/** Characters of the proof, of six bits each, and of the longest phone: all links are of one length. */
const PROOF = 11;
const PHONE = 10;
const RADIX = 36;
/**
 * What may be a token, and the text behind it that a phone took for a part of the link; a longer one is not even
 * looked at. The phone stands last: a dash at the end of a link is taken for one of the sentence.
 */
const TOKEN = new RegExp(`^([\\w-]{${PROOF}})([\\da-z]{${PHONE}})[^]{0,60}$`);

/**
 * The key of a trigger's opt-out links: it differs for every token and every trigger.
 *
 * @param webhookId of the trigger
 */
export function optOutKey(token: string, webhookId: string): KeyObject {
	return secretFrom(token, ['opt-out', webhookId]);
}

/**
 * The token of a link: the proof that a person with the key wrote it, and the phone as it is.
 *
 * @param phone digits in the form of `comparablePhone`; {@link NO_PHONE} for a sample
 */
export function optOutToken(key: KeyObject, phone: string): string {
	return proofOf(key, phone) + Number(phone).toString(RADIX).padStart(PHONE, '0');
}

/**
 * Reads the token of a link.
 *
 * @returns the phone; undefined for a token that the key did not make, whatever is wrong with it
 */
export function readOptOutToken(key: KeyObject, token: string): string | undefined {
	const [, proof, written] = TOKEN.exec(token) ?? [];
	const phone = String(parseInt(written, RADIX));
	return sameKey(proof, proofOf(key, phone)) ? phone : undefined;
}

/** What shows that a form comes from the page of a link. */
export function optOutPageProof(key: KeyObject, token: string): string {
	return keyFrom(key, ['opt-out page', token]).toString('base64url');
}

/** Tells whether a text may be a token at all: looking at more costs n8n the opening of a credential. */
export function isOptOutToken(token: unknown): token is string {
	return typeof token === 'string' && TOKEN.test(token);
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
