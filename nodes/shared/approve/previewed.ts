// What a preview gives an approval, and what Send Approved reads back from its rows.
import { createHash } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { eachGivingWay } from '../ledger/runState';
import type { ShownLine } from '../pages/page';
import type { CheckedChannel } from '../rules/messageChecks';
import type { QuietTimes } from '../rules/quietHours';
import { problem, type Read } from '../rules/reader';
import type { SendTo } from '../values/rowsKind';

/** The column of what all rows of a preview share, on one item. */
export const CAMPAIGN = 'campaign';
/** The column with the number of a row's settings, if there are several. */
export const SETTINGS = 'settings';

/** A row without the columns of a preview or approval. A sent row has others. */
export function withoutPreview(row: IDataObject): IDataObject {
	const { outcome: _outcome, campaign: _, settings: _settings, seal: _seal, ...own } = row;
	delete own.scheduledFor;
	delete own.scheduledZone;
	return own;
}

/** Settings that rows share. */
export interface SharedSettings {
	/** Parameters by wire name, without times, recipients and progress updates. */
	body: IDataObject;
	/** When sending begins by "Send At", after any quiet time, as ISO text. */
	startsAt?: string;
	/** IANA name of the time zone the service reads schedules in. */
	timeZone: string;
	/** The recipients' time zone, if times are local to them. */
	zone?: string;
	/** The template with its words. */
	template?: IDataObject;
	/** How many recipients have them; of distribution lists, how many campaigns. */
	recipients: number;
}

/** What decides which requests rows make, and when. */
export interface SharedRules {
	sendTo: SendTo;
	duplicates: 'once' | 'each';
	quietHours?: QuietTimes;
	/** Hours over which the campaign is spread. */
	spreadOver?: number;
	/** Whether times are those of each recipient. */
	recipientZone: boolean;
	checkBalance: boolean;
	/** The preview's key, or empty. A key of the sending node replaces it. */
	campaignKey: string;
	/** The URL behind opt-out links. */
	optOutUrl?: string;
}

/** What a person sees of a campaign besides settings and rules. Small for any number of rows. */
export interface CampaignFacts {
	/** Null if only the service can count them, as in lists. */
	recipients: number | null;
	/** Billed messages. Null if not counted, or if only the service knows the recipients. */
	messages: number | null;
	/**
	 * How many recipients cost one, two, three or more messages; for lists, for each recipient.
	 * Empty if messages are not counted.
	 */
	costs: number[];
	/** The first different messages, in the order of rows. */
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
	/** Made by the preview. However often a person approves it, it is sent once. */
	id: string;
	channel: CheckedChannel;
	rules: SharedRules;
	settings: SharedSettings[];
	shown: CampaignFacts;
}

/** A row that would be sent, as it is sealed. */
export interface PreviewedRow {
	/** Its input item, not sealed because rows that get nothing may be missing. */
	item: number;
	/** Digits; empty for distribution lists. */
	recipient: string;
	/** See `CampaignRow`. Empty if the settings hold all of it, as for a call. */
	content: string;
	/** Counted from 1. */
	settings: number;
}

/** A previewed campaign as the items say it. Only a seal of its hash proves it. */
export interface Previewed {
	shared: SharedCampaign;
	/** The preview's own seal. */
	seal: unknown;
	/** The item that has them. */
	at: number;
	rows: PreviewedRow[];
	hash: string;
}

/** Turns what a recipient gets into columns of its row, and back. */
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

/** The binary property of the settings' file, on the item with what rows share. */
export const fileName = (settings: number) => `campaignFile${settings}`;

/** How the nodes are connected. */
const CONNECT =
	"Connect Send Campaign with 'Mode' set to Preview, then 'Send and Wait for Response' with 'Campaign Approval', then Send Campaign with 'Mode' set to Send Approved, and change nothing in between.";

/** Reads the items of a preview or of its approval. */
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

/** A preview writes only text here. */
export const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** Whether a value is what the rows of a preview share. */
export function isShared(value: unknown): boolean {
	const { channel } = (value ?? {}) as Partial<SharedCampaign>;
	return typeof channel === 'string' && Object.hasOwn(contents, channel);
}

/**
 * The sealed form of a campaign, as a hash (SHA-256) of lines:
 *
 * 1. What rows share, as JSON in the item's order: id, channel, rules, settings, and the shown
 *    facts.
 * 2. JSON of each row that would be sent, in their order: recipient, content, number of its
 *    settings.
 *
 * Seals are HMAC-SHA256 by a key made from the account's token, over JSON of: the seal's purpose,
 * the service's URL, this hash, n8n's instance and the workflow. A preview's seal proves that this
 * package wrote the preview with this account. Only an approval's seal sends, in its own workflow.
 */
async function hashOfCampaign(shared: IDataObject, rows: PreviewedRow[]): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(shared));
	await eachGivingWay(rows, ({ recipient, content, settings }) => {
		hash.update(`\n${JSON.stringify([recipient, content, settings])}`);
	});
	return hash.digest('base64url');
}
