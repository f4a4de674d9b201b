import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../service/endpoints';
import type { ServiceRequest } from '../service/postRequest';
import { listedPhones } from '../rules/phoneLists';

/** What a campaign status means, and whether it can still change (specification, "Campaign"). */
interface StatusMeaning {
	final: boolean;
	meaning: string;
}

/** The status of a campaign that the service does not know (any more). */
export const UNKNOWN_CAMPAIGN = 'na';

export const statusMeanings: Record<string, StatusMeaning> = {
	pending: { final: false, meaning: 'Waiting to run' },
	running: { final: false, meaning: 'Being sent' },
	stop: { final: false, meaning: 'Being stopped after a cancel request' },
	done: { final: true, meaning: 'Finished successfully' },
	empty: { final: true, meaning: 'Ran, but found no phones to send to' },
	cancel: { final: true, meaning: 'Stopped midway after a cancel request' },
	error: { final: true, meaning: 'Stopped midway by a fault' },
	noMsgLeft: { final: true, meaning: 'Stopped because the account ran out of messages' },
	abort: { final: true, meaning: 'Stopped because the configured stop hour passed' },
	limit: { final: true, meaning: "Stopped because the chat account's daily quota was reached" },
	[UNKNOWN_CAMPAIGN]: {
		final: true,
		meaning:
			'Not known to the service: the code is wrong, the campaign was deleted, or it went to a single number, which the service does not save',
	},
};

/** A campaign's status as the node puts it out. */
export interface CampaignStatus extends IDataObject {
	taskId: string;
	/** The service's word, one of the keys of {@link statusMeanings}. */
	status: string;
	/** The same in a sentence. */
	meaning: string;
	/** True when the status won't change any more. */
	finished: boolean;
	/**
	 * Phones that did not get the message because the campaign stopped, as {@link listedPhones} reads them; null
	 * when the service lists them in a form that cannot be read.
	 */
	notSent: string[] | null;
}

/** The request that asks for a campaign's status. */
export function statusQuestion(taskId: string): ServiceRequest {
	return { url: endpoints.campaign, body: { tid: taskId, act: 'status' }, effect: 'asks' };
}

/** Reads a campaign's status from the service's reply. */
export function campaignStatusOf(taskId: string, { data }: { data: IDataObject }): CampaignStatus {
	const status = String(data.taskStatus);
	const { final, meaning } = statusMeanings[status] ?? {
		final: false,
		meaning: 'A status the documentation does not know',
	};
	return { taskId, status, meaning, finished: final, notSent: listedPhones(data.notSent) ?? null };
}
