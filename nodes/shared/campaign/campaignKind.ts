import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../notifications/notificationAddress';
import type { RequestRules, TogetherRule } from '../validation/checkRequest';
import type { Read } from '../validation/reader';
import type { PlannedRecipient } from './planRequests';

/** What a recipient gets, in a form two of which can be compared; a problem names its field. */
export type ContentReader = (item: number, json: IDataObject) => Read<string>;

/** What makes a campaign of one channel: everything else is the same for all. */
export interface CampaignKind {
	/** Script path, one of `endpoints`. */
	url: string;
	/** For the key in the notification address; none where the service sends no notifications. */
	channel?: Channel;
	/** Fields whose values a request's recipients must share. */
	settingsFields: INodeProperties[];
	rules: RequestRules;
	/** Rules that only a finished request can break. */
	requestRules?: TogetherRule[];
	/** Display name of the field the content comes from. */
	contentLabel: string;
	/** Prepares the reading of contents; called once per run. */
	contentReader(context: IExecuteFunctions): ContentReader | Promise<ContentReader>;
	/** The wire parameters that hold recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** Messages the account is billed for one recipient's content; none where that is not known. */
	messagesOf?(content: string): number;
}
