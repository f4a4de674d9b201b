import type { IExecuteFunctions } from 'n8n-workflow';

import type { Channel } from '../notifications/notificationAddress';
import type { CampaignKind } from './campaignKind';
import { withinLimits } from './campaignLimits';
import type { CampaignMemory, SentRequest } from './campaignMemory';
import { makeRequests, type CampaignRequest } from './campaignRequest';
import { resumeAddress } from './completion/resumeAddress';
import { readRows, refusalOf, refuseAll, type ReadItems, type RefusedItem } from './readRows';
import { readRunOptions, type RunOptions } from './runOptions';

/** A run whose items were all read and checked; nothing has left yet. */
export interface PreparedCampaign {
	options: RunOptions;
	/** What an earlier try sent. */
	sent: SentRequest[];
	requests: CampaignRequest[];
	refused: RefusedItem[];
	/** The phones as they will be sent, by item. */
	phones: Map<number, string>;
	/** The channel whose notifications end the wait, if the options ask for it. */
	waitFor?: Channel;
}

/** Options that change nothing, for a run of which one cannot be read. */
const noOptions: RunOptions = {
	...{ sendTo: 'items', duplicates: 'once', output: 'campaign', unknownOutcome: 'stop' },
	...{ allowManyCampaigns: false, checkBalance: false, onlyEstimate: false },
	...{ severalPerList: false, waitForCompletion: false },
};

/**
 * Reads all options and items and makes the requests, so that whatever is wrong shows before the
 * first one leaves.
 *
 * @throws what concerns no item in particular: a credential or a listing that cannot be read
 */
export async function prepareCampaign(
	context: IExecuteFunctions,
	kind: CampaignKind,
	memory: CampaignMemory,
): Promise<PreparedCampaign> {
	let options: RunOptions;
	try {
		options = readRunOptions(context, kind.settingsFields);
	} catch (error) {
		const sent = memory.earlier();
		const { refused } = refuseAll(context, settledBy(sent), refusalOf(error as Error));
		return { options: noOptions, sent, requests: [], refused, phones: new Map() };
	}
	const sent = memory
		.earlier()
		.filter(({ outcome }) => 'accepted' in outcome || options.unknownOutcome === 'stop');
	const waitFor = options.waitForCompletion && !options.onlyEstimate ? kind.channel : undefined;

	const read = await readRows(context, kind, options.sendTo, settledBy(sent), {
		oneAccountFor: waitFor && '"Wait for Completion"',
	});
	const made = await makeRequests(kind, read, {
		sendTo: options.sendTo,
		mergeDuplicates: options.duplicates === 'once',
		resumeAddress: waitFor && (await resumeAddress(context, waitFor)),
	});
	const { requests, refused } = withinLimits(kind, made, options);
	return {
		options,
		sent,
		requests,
		refused: [...read.refused, ...refused],
		phones: options.output === 'recipient' ? phonesOf(read) : new Map(),
		waitFor,
	};
}

function settledBy(sent: SentRequest[]): Set<number> {
	return new Set(sent.flatMap(({ items }) => items));
}

function phonesOf({ rows }: ReadItems): Map<number, string> {
	return new Map(rows.map(({ item, phone }) => [item, phone]));
}
