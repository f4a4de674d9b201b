import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../notifications/notificationAddress';
import type { RequestRules, CrossFieldRule } from '../validation/checkRequest';
import type { Problem } from '../validation/reader';
import type { PlannedRecipient } from './planRequests';

/** Whom a campaign goes to: the input items themselves, or distribution lists of the account. */
export type SendTo = 'items' | 'lists';

/** Why an item's content cannot be sent. */
export interface ContentProblem extends Problem {
	/** Display name of the field, if it is not the one the content comes from. */
	field?: string;
	/** True when it concerns the campaign as a whole, whatever the item. */
	concernsAll?: true;
}

/** What a recipient gets, in a form two of which can be compared; a problem names its field. */
export type ContentReader = (
	item: number,
	json: IDataObject,
) => { value: string } | { problem: ContentProblem };

/** What is read of each input item, beside its phone. */
export interface ItemsKind {
	/** Script path, one of `endpoints`. */
	url: string;
	/** For the key in the notification address; none where the service sends no notifications. */
	channel?: Exclude<Channel, 'any'>;
	/** Fields whose values a request's recipients must share. */
	settingsFields: INodeProperties[];
	/**
	 * Settings that are texts, by wire name: whether merge fields in them are filled, or refused
	 * because a text of that kind is for the whole campaign.
	 */
	textSettings?: Record<string, 'fill' | 'refuse'>;
	rules: RequestRules;
	/** Display name of the field that names the column of the phone; "Recipient" if left out. */
	recipientLabel?: string;
	/** Display name of the field the content comes from. */
	contentLabel: string;
	/** Prepares the reading of contents; called once per run and account. */
	contentReader(context: IExecuteFunctions, sendTo: SendTo): ContentReader | Promise<ContentReader>;
}

/** What makes a campaign of one channel: everything else is the same for all. */
export interface CampaignKind extends ItemsKind {
	/** Rules that only a finished request can break. */
	requestRules?: CrossFieldRule[];
	/** The wire parameters that hold recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** The wire parameters that hold the content all recipients of a request share. */
	sharedContent(content: string): IDataObject;
	/** Messages the account is billed for one recipient's content; none where that is not known. */
	messagesOf?(content: string): number;
}
