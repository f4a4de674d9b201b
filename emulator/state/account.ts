import type { Automation } from './automation';
import type { PendingCode } from './codes';
import type { DistributionList } from './contacts';
import type { Template } from './template';

/** What a token may be allowed to do (specification, "Tokens and permissions"). */
export type Permission = 'sms' | 'voice' | 'chat' | 'lists' | 'subadmins' | 'automations';

/** Messages left, counted in messages. */
export interface Balance {
	sms: number;
	vms: number;
}

/** Services switched on per account, apart from token permissions (specification, convention "account switch"). */
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

/** A sub-admin of an account with an own balance. */
export interface SubAdmin {
	suid: number;
	active: boolean;
	permissions: Permission[];
	balance: Balance;
	/** Kinds whose price changed since the balance was given (specification, Sub-admin balance). */
	priceChanged: Array<keyof Balance>;
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
	/** Phones removed from every list of the account. */
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
