import type { Account, Balance } from './account';
import type { MessageContent } from './message';

/** Campaign statuses (specification, Campaign). `na` is the answer for a campaign that is not there. */
export const campaignStatuses = [
	'pending',
	'running',
	'done',
	'stop',
	'empty',
	'cancel',
	'error',
	'noMsgLeft',
	'abort',
	'limit',
] as const;
/** One of `campaignStatuses`. */
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Channel of a campaign. */
export type Channel = 'sms' | 'voice' | 'chat';

/** One message of a campaign. */
export interface Recipient {
	/** Canonical phone. */
	phone: string;
	/** The caller's spelling. */
	given: string;
	/** What the customer gets, for the ledger. */
	text: string;
	/** What the handset shows or plays. */
	content: MessageContent;
	/** Messages billed for it. */
	cost: number;
}

/** A file that the service downloads for a campaign. */
export interface CampaignFile {
	address: string;
	/** Extensions it may have. */
	types: string[];
}

/** Someone a request named who gets nothing, and why. */
export interface Skipped {
	/** The caller's spelling. */
	given: string;
	reason: string;
}

/** Whom a send goes to, and whom it leaves out. */
export interface Audience {
	recipients: Recipient[];
	skipped: Skipped[];
}

/** What a sending endpoint hands over to be run. */
export interface CampaignPlan {
	channel: Channel;
	/** Sender ID, caller or chat number. */
	from: string;
	account: Account;
	suid?: number;
	/** Which balance pays and from whose; undefined for chat. */
	charge?: { balance: Balance; unit: keyof Balance };
	/** False for a send to one number, which the service does not save. */
	saved: boolean;
	desc: string;
	/** Everybody the campaign goes to now; called again when a scheduled campaign starts. */
	recipients: () => Audience;
	/** Start moment in ms; undefined for now. */
	scheduledFor?: number;
	/** Seconds between recipients. */
	interval?: number;
	/** Most messages of the campaign (`ms`). */
	maxMessages?: number;
	/** Whether it counts against the daily quota of the chat account. */
	countsForQuota?: boolean;
	/** Hard stop time HHMM of voice campaigns, Israel time. */
	stopAt?: string;
	/** Voice: rounds for unanswered numbers and minutes between them. */
	retry?: { rounds: number; minutes: number };
	/** Voice: every call counts as unanswered (`amd=3` without a menu). */
	nobodyAnswers?: boolean;
	/** The file everybody gets. */
	file?: CampaignFile;
	nu?: string;
	np?: string;
	ne?: string;
}

/** A campaign as the service runs it. */
export interface Campaign extends Omit<CampaignPlan, 'recipients'> {
	tid: string;
	status: CampaignStatus;
	/** Moments in ms. */
	createdAt: number;
	startsAt: number;
	/** Removed by `act=del`. */
	deleted: boolean;
	/** Whom it really goes to now, see `audience`. */
	expand: () => Audience;
	queue: Recipient[];
	skipped: Skipped[];
	/** Index of the next recipient in `queue`. */
	next: number;
	/** Recipients who got their message. */
	reached: Recipient[];
	/** Recipients that could not be reached. */
	failed: Recipient[];
	notSent: Recipient[];
}
