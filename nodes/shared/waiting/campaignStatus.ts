import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../transport/endpoints';
import type { ServiceRequest } from '../transport/postRequest';

/** What a campaign status means, and whether it can still change (specification, "Campaign status"). */
interface StatusMeaning {
	final: boolean;
	meaning: string;
}

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
	na: {
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
	/** Phones that did not get the message because the campaign stopped. */
	notSent: string[];
}

/** The request that asks for a campaign's status. */
export function statusQuestion(taskId: string): ServiceRequest {
	return { url: endpoints.campaign, body: { tid: taskId, act: 'status' }, effect: 'asks' };
}

/** Reads a campaign's status from the service's reply. */
export function campaignStatusOf(
	taskId: string,
	{ data, words, code }: { data: IDataObject; words: string[]; code: string },
): CampaignStatus {
	const status = String(data.taskStatus ?? words[0] ?? code);
	const { final, meaning } = statusMeanings[status] ?? {
		final: false,
		meaning: 'A status the documentation does not know',
	};
	const notSent = Array.isArray(data.notSent) ? data.notSent.map(String) : [];
	return { taskId, status, meaning, finished: final, notSent };
}
