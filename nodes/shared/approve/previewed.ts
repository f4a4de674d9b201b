// What a preview hands to an approval, and what Send Approved reads back from its rows.
import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eachGivingWay } from '../ledger/runState';
import type { ShownLine } from '../pages/page';
import type { CheckedChannel } from '../rules/messageChecks';
import type { QuietTimes } from '../rules/quietHours';
import { problem, type Read } from '../rules/reader';
import type { SendTo } from '../values/rowsKind';

/** The column of what all rows of a preview share: one item has it. */
export const CAMPAIGN = 'campaign';
/** The column that says which of the settings are a row's, where there are several. */
export const SETTINGS = 'settings';

/** A row without the columns that say what is previewed or approved: one that was sent has others. */
export function withoutPreview(row: IDataObject): IDataObject {
	const { outcome: _outcome, campaign: _, settings: _settings, seal: _seal, ...own } = row;
	delete own.scheduledFor;
	delete own.scheduledZone;
	return own;
}

/** Settings that rows share, as they are sent. */
export interface SharedSettings {
	/** Parameters by wire name, without times, recipients and progress updates. */
	body: IDataObject;
	/** When "Send At" says to begin, after the quiet time it lies in, as ISO text. */
	startsAt?: string;
	/** IANA name of the time zone the service reads schedules in. */
	timeZone: string;
	/** The time zone of the recipients, where times are theirs. */
	zone?: string;
	/** The template with its words. */
	template?: IDataObject;
	/** How many recipients have them; of distribution lists, how many campaigns. */
	recipients: number;
}

/** What decides, when it is sent, which requests rows make and when. */
export interface SharedRules {
	sendTo: SendTo;
	duplicates: 'once' | 'each';
	quietHours?: QuietTimes;
	/** Over how many hours the campaign is spread. */
	spreadOver?: number;
	/** Whether times are those of each recipient. */
	recipientZone: boolean;
	checkBalance: boolean;
	/** The preview's; a key of the node that sends takes its place. Empty for none. */
	campaignKey: string;
	/** The URL behind opt-out links. */
	optOutUrl?: string;
}

/** What a person sees of a campaign beside its settings and rules. It is small, however many rows there are. */
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
	/** Rows that get nothing, by reason. */
	leftOut: ShownLine[];
	refused: ShownLine[];
	/** What the checks found, a line for each kind. */
	warnings: string[];
	/** What the panel calls the parameters of settings. */
	labels: Record<string, string>;
}

/** What a recipient reads, and how many do. */
export interface ShownMessage {
	recipient: string;
	rows: number;
	/** `text`, or `header`, `body`, `footer` and `buttons`; and `messages`. */
	note: IDataObject;
}

/** What rows of a previewed campaign share. */
export interface SharedCampaign {
	/** Made by the preview: however often a person approves it, it is sent once. */
	id: string;
	channel: CheckedChannel;
	rules: SharedRules;
	settings: SharedSettings[];
	shown: CampaignFacts;
}

/** A row that would be sent, as it is sealed: whom it is for, what that person gets, and which of the settings are its own. */
export interface PreviewedRow {
	/** Its input item, which is not sealed: rows that get nothing may be missing. */
	item: number;
	/** Digits; empty where the campaign goes to distribution lists. */
	recipient: string;
	/** See `CampaignRow`; empty where all of it is in the settings, as of a call. */
	content: string;
	/** Counted from 1. */
	settings: number;
}

/** A previewed campaign, as the items say it: nothing of it is proven before a seal of its hash is. */
export interface Previewed {
	shared: SharedCampaign;
	/** The preview's own seal. */
	seal: unknown;
	/** The item that has them. */
	at: number;
	rows: PreviewedRow[];
	hash: string;
}

/** What a recipient gets, as columns of its row, and those columns as they are sent. */
export const contents: Record<
	CheckedChannel,
	{ columns(content: string): IDataObject; read(row: IDataObject): string }
> = {
	sms: { columns: (text) => ({ text }), read: ({ text }) => textIn(text) },
	chat: {
		columns: (values) => ({ parameters: JSON.parse(values) as IDataObject }),
		read: ({ parameters = null }) => JSON.stringify(parameters),
	},
	voice: { columns: () => ({}), read: () => '' },
};

/** The binary property that has the file of settings, on the item that has what rows share. */
export const fileName = (settings: number) => `campaignFile${settings}`;

/** How the nodes are connected. */
const CONNECT =
	"Connect Send Campaign with 'Mode' set to Preview, then 'Send and Wait for Response' with 'Campaign Approval', then Send Campaign with 'Mode' set to Send Approved, and change nothing in between.";

/** Reads the items of a preview, or those of its approval. */
export async function readPreviewed(items: INodeExecutionData[]): Promise<Read<Previewed>> {
	const at = items.findIndex(({ json }) => isShared(json[CAMPAIGN]));
	if (at === -1) return problem('the items contain no campaign preview', CONNECT);
	const { seal, ...shared } = items[at].json[CAMPAIGN] as IDataObject & SharedCampaign;
	const { read } = contents[shared.channel];
	const rows: PreviewedRow[] = [];
	await eachGivingWay(items, ({ json }, item) => {
		if (json.outcome !== 'preview') return;
		const { recipient, [SETTINGS]: settings } = json;
		rows.push({
			...{ item, recipient: textIn(recipient), content: read(json) },
			settings: typeof settings === 'number' ? settings : 1,
		});
	});
	return { value: { shared, seal, at, rows, hash: await hashOfCampaign(shared, rows) } };
}

/** Whatever is no text was not put there by a preview. */
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** Tells whether an item has what the rows of a preview share. */
export function isShared(value: unknown): boolean {
	const { channel } = (value ?? {}) as Partial<SharedCampaign>;
	return typeof channel === 'string' && Object.hasOwn(contents, channel);
}

/**
 * The one form of a campaign that is sealed, as a hash (SHA-256) of lines:
 *
 * 1. What rows share, as JSON, in the order in which it stands in the item: the id of the preview, channel, rules,
 *    settings, and what a person sees of it.
 * 2. A line of JSON for each row that would be sent, in their order: recipient, content, number of its settings.
 *
 * Seals are HMAC-SHA256 by a key made from the account's token, over JSON of: what the seal is for, the URL of the
 * service, this hash, n8n's instance and the workflow. A preview's seal says that this
 * package wrote the preview with this account; it sends nothing. An approval's seal sends, in the workflow of the approval.
 */
async function hashOfCampaign(shared: IDataObject, rows: PreviewedRow[]): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(shared));
	await eachGivingWay(rows, ({ recipient, content, settings }) => {
		hash.update(`\n${JSON.stringify([recipient, content, settings])}`);
	});
	return hash.digest('base64url');
}
