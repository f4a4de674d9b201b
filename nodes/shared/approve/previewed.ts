import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { CheckedChannel } from '../rules/messageChecks';
import type { QuietTimes } from '../rules/quietHours';
import { problem, type Read } from '../rules/reader';
import type { SendTo } from '../run/rowsKind';
import { eachGivingWay } from '../service/pause';
import type { CampaignFacts } from './facts';
import { hashOfCampaign, type SealedRow } from './seal';

/** The column of what all rows of a preview share: one item has it. */
export const CAMPAIGN = 'campaign';
/** The column that says which of the settings are a row's, where there are several. */
export const SETTINGS = 'settings';

/** A row without the columns that say what is previewed or approved: one that was sent has others. */
export function withoutPreview(row: IDataObject): IDataObject {
	const { outcome: _outcome, campaign: _, settings: _settings, seal: _seal, ...others } = row;
	const { scheduledFor: _for, scheduledZone: _zone, ...left } = others;
	return left;
}

/** Settings that rows share, as they are sent. */
export interface SharedSettings {
	/** Parameters by wire name, without times, recipients and progress updates. */
	body: IDataObject;
	/** When "Send At" says to begin, as ISO text. */
	startsAt?: string;
	/** IANA name of the time zone the service reads schedules in. */
	timeZone: string;
	/** The time zone of the recipients, where times are theirs. */
	zone?: string;
	/** The template with its words. */
	template?: IDataObject;
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
	severalPerList: boolean;
	checkBalance: boolean;
	/** The URL behind opt-out links. */
	optOutUrl?: string;
}

/** What rows of a previewed campaign share. */
export interface SharedCampaign {
	/** Made by the preview: however often a person approves it, it is sent once. */
	id: string;
	channel: CheckedChannel;
	rules: SharedRules;
	settings: SharedSettings[];
	/** What a person sees of it. */
	shown: CampaignFacts;
}

/** A row that would be sent, with its input item. */
interface PreviewedRow extends SealedRow {
	item: number;
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
const contents: Record<
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

/** What a recipient gets, as columns of its row. */
export function contentColumns(channel: CheckedChannel, content: string): IDataObject {
	return contents[channel].columns(content);
}

/** Reads the items of a preview, or those of its approval. */
export async function readPreviewed(items: INodeExecutionData[]): Promise<Read<Previewed>> {
	const all = items.flatMap(({ json }, at) => (isShared(json[CAMPAIGN]) ? [at] : []));
	const [at] = all;
	if (at === undefined) return problem('the items contain no campaign preview', CONNECT);
	if (all.length > 1) {
		return problem('the items contain several previews', 'Use separate nodes for each campaign.');
	}
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
const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** How the nodes are connected. */
export const CONNECT =
	"Connect Send Campaign with 'Mode' set to Preview, then 'Send and Wait for Response' with 'Campaign Approval', then Send Campaign with 'Mode' set to Send Approved, and change nothing in between.";

/** Tells whether an item has what the rows of a preview share. */
export function isShared(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	const { channel, shown } = value as Partial<SharedCampaign>;
	return Object.hasOwn(contents, String(channel)) && typeof shown === 'object';
}
