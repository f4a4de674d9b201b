import { randomInt } from 'node:crypto';

/** A code message that left, for OTP and sender verification. */
export interface CodeSent {
	phone: string;
	code: string;
	channel: 'sms' | 'vms' | 'wa';
	purpose: 'otp' | 'senderVerify';
	/** Moment in ms. */
	at: number;
	/** What the handset shows or plays. */
	text: string;
	/** False for numbers that cannot be reached. */
	delivered: boolean;
	accountId: string;
}

/** The code a verification call is compared with. */
export interface PendingCode {
	code: string;
	/** `codelen` of the send call; undefined when the caller chose the code. */
	length?: number;
	/** Validity in minutes. */
	minvalid: number;
	/** Moment in ms after which it is wrong. */
	expiresAt: number;
}

/** A random code of `length` digits. */
export function randomCode(length: number): string {
	return Array.from({ length }, () => randomInt(10)).join('');
}
