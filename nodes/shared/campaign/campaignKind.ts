import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../notifications/notificationAddress';
import type { RequestRules, TogetherRule } from '../validation/checkRequest';
import type { Read } from '../validation/reader';
import type { PlannedRecipient } from './planRequests';

/** Whom a campaign goes to: the input items themselves, or distribution lists of the account. */
export type SendTo = 'items' | 'lists';

/** What a recipient gets, in a form two of which can be compared; a problem names its field. */
export type ContentReader = (item: number, json: IDataObject) => Read<string>;

/** What is read of each input item, beside its phone. */
export interface ItemsKind {
	/** Script path, one of `endpoints`. */
	url: string;
	/** For the key in the notification address; none where the service sends no notifications. */
	channel?: Exclude<Channel, 'any'>;
	/** Fields whose values a request's recipients must share. */
	settingsFields: INodeProperties[];
	rules: RequestRules;
	/** Display name of the field the content comes from. */
	contentLabel: string;
	/** Prepares the reading of contents; called once per run. */
	contentReader(context: IExecuteFunctions, sendTo: SendTo): ContentReader | Promise<ContentReader>;
}

/** What makes a campaign of one channel: everything else is the same for all. */
export interface CampaignKind extends ItemsKind {
	/** Rules that only a finished request can break. */
	requestRules?: TogetherRule[];
	/** The wire parameters that hold recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** The wire parameters that hold the content all recipients of a request share. */
	sharedContent(content: string): IDataObject;
	/** Messages the account is billed for one recipient's content; none where that is not known. */
	messagesOf?(content: string): number;
}
