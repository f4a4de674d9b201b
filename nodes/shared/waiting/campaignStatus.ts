import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../service/endpoints';
import type { ServiceRequest } from '../service/postRequest';
import { phoneProblem } from '../rules/phones';

/** What a campaign status means, and whether it can still change (specification, "Campaign"). */
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
	/**
	 * Phones that did not get the message because the campaign stopped; null when the service lists
	 * them in a form that cannot be read.
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
	return { taskId, status, meaning, finished: final, notSent: phonesIn(data.notSent) ?? null };
}

/**
 * The phones in whatever holds them: a list, a text with commas, a number, or an object that has them
 * as its keys or values.
 *
 * @returns undefined for anything else: that nobody is listed must not be read out of it
 */
function phonesIn(listed: unknown): string[] | undefined {
	if (listed === undefined || listed === null) return [];
	if (typeof listed !== 'object') {
		const words = String(listed)
			.split(/[,;\s]+/)
			.filter((word) => word !== '');
		const phones = words.map(phoneIn);
		return phones.every((phone) => phone !== undefined) ? phones : undefined;
	}
	if (Array.isArray(listed)) return allPhones(listed);
	const keys = Object.keys(listed).map(phoneIn);
	return keys.length > 0 && keys.every((phone) => phone !== undefined)
		? keys
		: allPhones(Object.values(listed));
}

function allPhones(values: unknown[]): string[] | undefined {
	const phones = values.map(phonesIn);
	return phones.every((each) => each !== undefined) ? phones.flat() : undefined;
}

/** A phone; a number has lost its leading 0. */
function phoneIn(word: string): string | undefined {
	if (phoneProblem(word) === undefined) return word;
	return phoneProblem(`0${word}`) === undefined ? `0${word}` : undefined;
}
