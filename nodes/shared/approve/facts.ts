import type { IDataObject } from 'n8n-workflow';

import type { ShownLine } from '../pages/page';
import type { QuietTimes } from '../rules/quietHours';

/** What a person sees of a campaign before it is sent. It is small, however many rows there are. */
export interface CampaignFacts {
	/** Null where only the service knows, as of distribution lists. */
	recipients: number | null;
	/** What the account is billed; null where messages are not counted, or only the service knows how many get them. */
	messages: number | null;
	/** How many recipients cost one, two, three or more messages, of lists for each recipient; none where messages are not counted. */
	costs: number[];
	/** The first messages that differ, in the order of rows. */
	sample: ShownMessage[];
	/** How many different ones there are. */
	different: number;
	/** Whose local time counts: the time zones with their rows, where times are the recipients' own. */
	timeZones: ShownLine[];
	/** Rows that get nothing, by reason. */
	leftOut: ShownLine[];
	refused: ShownLine[];
	/** What the checks found, a line for each kind. */
	warnings: string[];
	sending: SendingFacts;
}

/** Who sends a campaign, under which name, and when. What rows share is one line. */
export interface SendingFacts {
	names: ShownLine[];
	/** Empty for the account's own. */
	senders: ShownLine[];
	/** Languages of templates. */
	languages: ShownLine[];
	/** Local times; empty to begin at once. */
	begins: ShownLine[];
	/** Seconds between two recipients; none where all go at full speed. */
	delays: ShownLine[];
	/** Without a time zone on the clocks of recipients. */
	quietHours: (QuietTimes & { timeZone: string | null }) | null;
	/** In hours. */
	spreadOver: number | null;
	/** Whatever else is sent, under the names of its fields in the panel. */
	others: Array<{ label: string; values: ShownLine[] }>;
}

/** What a recipient reads, and how many do. */
export interface ShownMessage {
	recipient: string;
	rows: number;
	/** `text`, or `header`, `body`, `footer` and `buttons`; and `messages`. */
	note: IDataObject;
}
