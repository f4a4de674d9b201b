import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';

import { type Field, optionsFields } from '../../shared/fields/field';
import { wireParameters } from '../../shared/fields/wireFields';
import {
	campaignStatusOf,
	statusQuestion,
	type CampaignStatus,
} from '../../shared/waiting/campaignEnd';
import { inputError, asNodeError, operationError } from '../../shared/service/nodeErrors';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { accountsOf, type Account, type Accounts } from '../../shared/service/itemCredential';
import { pause } from '../../shared/service/pause';
import { cancelledError } from '../../shared/ledger/runState';
import { errorForItem } from '../../shared/service/apiError';
import { outputOfRows } from '../../shared/pipeline/output';
import { whyOf, type Fate } from '../../shared/pipeline/fate';
import { differingOption } from '../../shared/values/sameForRun';
import { postAccepted } from '../../shared/pipeline/postAccepted';
import { checkRequest } from '../../shared/rules/checkRequest';
import { MINUTE_MS } from '../../shared/rules/times';
import { lookingMinutes, pauseSeconds } from '../../shared/rules/waits';
import { campaignResource, taskIdField } from './campaignFields';

const intervalOption = {
	displayName: 'Interval (Seconds)',
	name: 'interval',
	type: 'number',
	reader: pauseSeconds,
	typeOptions: { minValue: 1, maxValue: 3600 },
	default: 10,
	description: 'Seconds between two status checks',
} satisfies Field;

const timeLimitOption = {
	displayName: 'Time Limit (Minutes)',
	name: 'timeLimit',
	type: 'number',
	reader: lookingMinutes,
	typeOptions: { minValue: 0 },
	default: 60,
	description:
		'How many minutes to wait, or 0 to check once. If the limit is reached, timedOut is true.',
} satisfies Field;

const fields: Field[] = [taskIdField, ...optionsFields(intervalOption, timeLimitOption)];
const parameters = wireParameters(fields);

/** Waits for the end by looking at the status (specification, "Follow a campaign"). */
export const wait: CollectiveOperation = {
	resource: campaignResource,
	name: 'Wait',
	value: 'wait',
	action: 'Wait for campaign to end',
	description:
		'Check the status until the campaign ends or a time limit is reached. The output has status, finished, notSent and timedOut.',
	endpoint: endpoints.campaign,
	effect: 'asks',
	fields,
	overAllItems: waitForCampaigns,
};

/** So many looks in a row have to fail before a campaign's wait ends with the error. */
const MOST_FAILURES = 3;

/** A campaign, and whose it is: the same code may belong to another campaign of another account. */
interface Watched {
	code: string;
	account: Account;
	/** Its status at the last look, or why there is none. */
	known?: CampaignStatus | Error;
	/** How many looks in a row brought none. */
	failures: number;
}

/**
 * Waits until the campaigns of all items have ended, by looking at their status; the last look is at
 * the time limit. A campaign the service does not know (also one to a single number) ends the wait at
 * once, in words. A single look that brings no answer does not end it; the service's refusal does.
 *
 * @returns one item for each input item, with the last status, `timedOut`, or its error
 * @throws NodeOperationError or NodeApiError for the first item that fails, unless errors continue
 */
async function waitForCampaigns(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const times = await readTimes(context);
	const accounts = await accountsOf(context);
	const watched = new Map<string, Watched>();
	const ofItems: Array<Watched | Error> = [];
	for (const item of context.getInputData().keys()) {
		ofItems.push(await watchedAt(context, accounts, item, watched));
	}
	await watchUntilEnded(context, [...watched.values()], times);
	const rows = ofItems.map((each, item) => ({
		...{ item, fate: endOf(context, each instanceof Error ? each : each.known!, item) },
	}));
	return [await outputOfRows({ context, rows })];
}

/**
 * How often to look, in seconds, and how long at most, in milliseconds; the same for all items.
 *
 * @throws NodeOperationError that names an option which gives no such time; no one was asked by then
 */
async function readTimes(
	context: IExecuteFunctions,
): Promise<{ interval: number; limitMs: number }> {
	const differing = await differingOption(context, { settingsFields: fields });
	if (differing !== undefined) {
		const { rule: message, fix: description } = differing;
		throw operationError(context.getNode(), { message, description });
	}
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const added = (context.getNode().parameters.options ?? {}) as IDataObject;
	const read = (
		{ name, displayName, reader }: typeof intervalOption | typeof timeLimitOption,
		fallback: number,
	): number => {
		if (added[name] === undefined) return fallback;
		const value = reader(options[name]);
		if ('value' in value) return value.value;
		const { rule, fix } = value.problem;
		throw operationError(context.getNode(), {
			message: `${displayName} ${rule}`,
			description: fix,
		});
	};
	return {
		interval: read(intervalOption, intervalOption.default),
		limitMs: read(timeLimitOption, timeLimitOption.default * MINUTE_MS),
	};
}

/** @throws NodeOperationError when someone stops the execution */
async function watchUntilEnded(
	context: IExecuteFunctions,
	watched: Watched[],
	{ interval, limitMs }: Awaited<ReturnType<typeof readTimes>>,
): Promise<void> {
	const until = Date.now() + limitMs;
	let open = watched;
	for (;;) {
		await Promise.all(open.map(look));
		open = open.filter(({ known, failures }) => !isFinal(known!) && failures < MOST_FAILURES);
		const left = (until - Date.now()) / 1000;
		if (open.length === 0 || left <= 0) return;
		await pause(Math.min(interval, left), () => isCancelled(context));
		if (isCancelled(context)) throw cancelledError(context.getNode());
	}
}

async function look(watched: Watched): Promise<void> {
	const { account, code } = watched;
	try {
		const reply = await postAccepted(account.context, statusQuestion(code));
		Object.assign(watched, { known: campaignStatusOf(code, reply), failures: 0 });
	} catch (error) {
		watched.known = asNodeError(account.context.getNode(), error);
		watched.failures++;
	}
}

/** Tells whether looking again can bring nothing else: the campaign has ended, or the service said no. */
function isFinal(known: CampaignStatus | Error): boolean {
	if (!(known instanceof NodeApiError)) return known instanceof Error || known.finished;
	// Errors of replies that could not be read hold a reason; those of the network, no status.
	return known.context.reason === undefined && /^(\d+|none)$/.test(String(known.httpCode));
}

/** The campaign of an item, which others may have, or why it has none. */
async function watchedAt(
	context: IExecuteFunctions,
	accounts: Accounts,
	item: number,
	known: Map<string, Watched>,
): Promise<Watched | Error> {
	try {
		const entered = { tid: context.getNodeParameter('taskId', item) } as IDataObject;
		const checkContext = { now: new Date() };
		const checked = checkRequest(parameters, [], entered, checkContext);
		if ('problems' in checked) throw inputError(context.getNode(), checked.problems, item);
		const [code, account] = [String(checked.body.tid), await accounts.of(item)];
		const key = `${code} ${account.key}`;
		const watched = known.get(key) ?? { code, account, failures: 0 };
		known.set(key, watched);
		return watched;
	} catch (error) {
		const failure = asNodeError(context.getNode(), error, item);
		if (context.continueOnFail()) return failure;
		throw failure;
	}
}

function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

function endOf(context: IExecuteFunctions, known: CampaignStatus | Error, item: number): Fate {
	if (!(known instanceof Error)) {
		return { is: 'answered', says: [{ ...known, timedOut: !known.finished }] };
	}
	if (context.continueOnFail()) return { is: 'refused', why: whyOf(known) };
	throw known instanceof NodeApiError ? errorForItem(context.getNode(), known, item) : known;
}
