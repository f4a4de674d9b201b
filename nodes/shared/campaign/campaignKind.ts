import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { PlannedRecipient } from '../run/planRequests';
import type { RowsKind } from '../run/rowsKind';
import type { Endpoint } from '../service/endpoints';

/**
 * What a recipient reads, for the output: `text`, or the parts of a template.
 *
 * @param body the request's parameters by wire name
 */
export type RenderContent = (content: string, body: IDataObject) => IDataObject;

/** What makes a campaign of one channel: everything else is the same for all. */
export interface CampaignKind extends RowsKind {
	url: Endpoint;
	/** The wire parameters that hold recipients and content. */
	recipientsOf(recipients: PlannedRecipient[]): IDataObject;
	/** The wire parameters that hold the content all recipients of a request share. */
	sharedContent(content: string): IDataObject;
	/** Prepares what shows a recipient's content as it is read on the phone. */
	renderer(context: IExecuteFunctions): RenderContent | Promise<RenderContent>;
	/** What a preview says of the cost of one recipient's content; none where that is not known. */
	costOf?(content: string): IDataObject;
	/** Messages the account is billed for one recipient's content; none where that is not known. */
	messagesOf?(content: string): number;
}
