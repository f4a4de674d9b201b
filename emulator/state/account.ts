import type { Template } from './template';

/** What a token may be allowed to do (specification, Authentication 2). */
export type Permission = 'sms' | 'voice' | 'chat' | 'lists' | 'subadmins' | 'automations';

/** Messages left, counted in messages. */
export interface Balance {
	sms: number;
	vms: number;
}

/** Services switched on per account, apart from token permissions (specification, Authentication 7). */
export interface AccountServices {
	voice: boolean;
	textToSpeech: boolean;
	chat: boolean;
	automations: boolean;
}

/** An approved SMS sender: a phone in canonical form or a text ID. */
export interface SenderId {
	id: string;
	description: string;
}

/** A telephony service that a voice message can start. */
export interface TelephonyService {
	sid: number;
	name: string;
	kind: 'playMessage' | 'menu' | 'dynamicInformation';
}

/** The free fields of a contact (specification, Distribution list and contact). */
export type ContactField =
	'fname' | 'lname' | 'data' | 'data1' | 'data2' | 'data3' | 'data4' | 'bd' | 'ip';

/** A contact of one list. `blocked` contacts are no longer registered but remembered. */
export interface Contact {
	phone: string;
	blocked: boolean;
	fields: Partial<Record<ContactField, string>>;
}

/** A distribution list; contacts by canonical phone. */
export interface DistributionList {
	pid: number;
	name: string;
	contacts: Map<string, Contact>;
}

/** A sub-admin of an account with an own balance. */
export interface SubAdmin {
	suid: number;
	active: boolean;
	permissions: Permission[];
	balance: Balance;
	/** Kinds whose price changed since the balance was given (specification, Manage sub-admin balance). */
	priceChanged: Array<keyof Balance>;
}

/** A limit on the runs of an automation, counted per sender IP. */
export interface RateLimit {
	runs: number;
	per: 'minute' | 'hour' | 'day';
}

/** A user-built automation. */
export interface Automation {
	autoid: number;
	name: string;
	condition: 'draft' | 'paused' | 'active';
	trigger: 'webhook' | 'other';
	fields: string[];
	rateLimit?: RateLimit;
	/** Sub-admins that may start it. */
	assignedTo: number[];
}

/** One run of an automation. */
export interface AutomationRun {
	runId: string;
	autoid: number;
	accountId: string;
	suid?: number;
	/** Moment in ms. */
	at: number;
	senderIp: string;
	/** `trigger.<name>` to value. */
	variables: Record<string, string>;
}

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

/** Everything one customer of the service owns. */
export interface Account {
	id: string;
	active: boolean;
	services: AccountServices;
	balance: Balance;
	senders: SenderId[];
	/** Caller numbers for voice in canonical form; `0` is a hidden number. */
	callers: string[];
	/** Chat numbers in canonical form. */
	chatNumbers: string[];
	/** Phones removed from every mailing of the account. */
	blockedPhones: Set<string>;
	telephony: TelephonyService[];
	lists: Map<number, DistributionList>;
	templates: Template[];
	automations: Automation[];
	subAdmins: Map<number, SubAdmin>;
	/** Template messages a day. */
	dailyChatQuota: number;
	/** Template messages sent per Israel date. */
	chatSentOn: Map<string, number>;
	/** Moments of the free-form chat messages, sub-admins included. */
	freeFormSentAt: number[];
	/** Phone to the moment of the customer's last message; the reply window is per recipient. */
	lastInbound: Map<string, number>;
	/** Pending one-time codes by phone. */
	otpCodes: Map<string, PendingCode>;
	/** Pending sender verification codes by phone. */
	senderCodes: Map<string, PendingCode>;
}

/** An interface token. */
export interface Token {
	token: string;
	accountId: string;
	permissions: Permission[];
	fixedSender?: string;
	/** Allow-list; undefined lets every address in. */
	allowedIps?: string[];
	/** Set for the tokens of a sub-admin. */
	suid?: number;
}
