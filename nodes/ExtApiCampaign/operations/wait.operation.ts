import {
	NodeApiError,
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { errorItem } from '../../shared/engine/errorItem';
import { fieldLabels } from '../../shared/descriptions/wireFields';
import { inputError } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { errorForItem } from '../../shared/transport/apiError';
import { postAccepted } from '../../shared/engine/postAccepted';
import { checkRequest } from '../../shared/validation/checkRequest';
import { campaignRules, taskIdField } from './campaignFields';
import { campaignStatusOf, type CampaignStatus } from '../../shared/campaign/campaignStatus';

const fields: INodeProperties[] = [
	taskIdField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Interval (Seconds)',
				name: 'interval',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 3600 },
				default: 10,
				description: 'Seconds between two looks at the status',
			},
			{
				displayName: 'Time Limit (Minutes)',
				name: 'timeLimit',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 60,
				description: 'After how many minutes to stop waiting; the output then says so',
			},
		],
	},
];

export const waitFields = showFor({ resource: ['campaign'], operation: ['wait'] }, fields);

export const waitOption: INodePropertyOptions = {
	name: 'Wait',
	value: 'wait',
	action: 'Wait for a campaign to end',
	description: 'Look at the status until the campaign has ended, or a time limit is reached',
};

/** Seconds between two looks at whether the execution was cancelled. */
const CANCEL_CHECK_SECONDS = 0.25;
const DEFAULT_INTERVAL_SECONDS = 10;
const SHORTEST_INTERVAL_SECONDS = 0.1;
const DEFAULT_LIMIT_MINUTES = 60;

/** So many looks in a row have to fail before a campaign's wait ends with the error. */
const MOST_FAILURES = 3;

/** What is known of a campaign: its status at the last look, or why there is none. */
type Known = CampaignStatus | Error;

/**
 * Waits until the campaigns of all items have ended, by looking at their status; the last look is at
 * the time limit. A campaign the service does not know (also one to a single number) ends the wait at
 * once, in words. A single look that brings no answer does not end it; the service's refusal does.
 *
 * @returns one item for each input item, with the last status, `timedOut`, or its error
 * @throws NodeOperationError or NodeApiError for the first item that fails, unless errors continue
 */
export async function waitForCampaigns(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const inputs = this.getInputData();
	const codes = inputs.map((_input, item) => campaignCode(this, item));
	const open = new Set(codes.filter((code) => typeof code === 'string'));
	const last = await lastKnown(this, open).catch((error: Error) => {
		if (!this.continueOnFail() || isCancelled(this)) throw asNodeError(this, error, 0);
		return new Map([...open].map((code): [string, Known] => [code, error]));
	});
	return [
		codes.map((code, item) => outputOf(this, code instanceof Error ? code : last.get(code)!, item)),
	];
}

async function lastKnown(context: IExecuteFunctions, codes: Set<string>) {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const interval = Math.max(
		SHORTEST_INTERVAL_SECONDS,
		numberOr(options.interval, DEFAULT_INTERVAL_SECONDS),
	);
	const until = Date.now() + numberOr(options.timeLimit, DEFAULT_LIMIT_MINUTES) * 60_000;
	const last = new Map<string, Known>();
	const failures = new Map<string, number>();
	const open = new Set(codes);
	for (;;) {
		const look = async (code: string) => {
			const known = await statusOf(context, code);
			const failed = known instanceof Error ? (failures.get(code) ?? 0) + 1 : 0;
			last.set(code, known);
			failures.set(code, failed);
			if (isFinal(known) || failed >= MOST_FAILURES) open.delete(code);
		};
		await Promise.all([...open].map(look));
		const left = (until - Date.now()) / 1000;
		if (open.size === 0 || left <= 0) return last;
		await pause(context, Math.min(interval, left));
	}
}

function numberOr(value: unknown, fallback: number): number {
	const number = Number(value ?? fallback);
	return Number.isFinite(number) ? number : fallback;
}

/** Tells whether looking again can bring nothing else: the campaign has ended, or the service said no. */
function isFinal(known: Known): boolean {
	if (!(known instanceof NodeApiError)) return known instanceof Error || known.finished;
	// Errors of replies that could not be read hold a reason; those of the network, no status.
	return known.context.reason === undefined && /^(\d+|none)$/.test(String(known.httpCode));
}

/** The campaign code of an item, or why it has none. */
function campaignCode(context: IExecuteFunctions, item: number): string | Error {
	try {
		const entered = { tid: context.getNodeParameter('taskId', item) } as IDataObject;
		const checkContext = { now: new Date(), timeZone: context.getTimezone() };
		const checked = checkRequest(campaignRules, fieldLabels(fields), entered, checkContext);
		if ('body' in checked) return String(checked.body.tid);
		throw inputError(context.getNode(), checked.problems, item);
	} catch (error) {
		const failure = asNodeError(context, error as Error, item);
		if (context.continueOnFail()) return failure;
		throw failure;
	}
}

async function statusOf(context: IExecuteFunctions, code: string): Promise<Known> {
	try {
		const reply = await postAccepted(context, endpoints.campaign, { tid: code, act: 'status' });
		return campaignStatusOf(code, reply);
	} catch (error) {
		return asNodeError(context, error as Error);
	}
}

async function pause(context: IExecuteFunctions, seconds: number): Promise<void> {
	for (let waited = 0; waited < seconds; waited += CANCEL_CHECK_SECONDS) {
		if (isCancelled(context)) {
			throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
		}
		await sleep(Math.min(CANCEL_CHECK_SECONDS, seconds - waited) * 1000);
	}
}

function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

/** An error of n8n, such as a failing expression, as one of this node. */
function asNodeError(
	context: IExecuteFunctions,
	error: Error,
	itemIndex?: number,
): NodeOperationError | NodeApiError {
	const isOwn = error instanceof NodeOperationError || error instanceof NodeApiError;
	return isOwn ? error : new NodeOperationError(context.getNode(), error, { itemIndex });
}

function outputOf(context: IExecuteFunctions, known: Known, item: number): INodeExecutionData {
	if (!(known instanceof Error)) {
		return { json: { ...known, timedOut: !known.finished }, pairedItem: { item } };
	}
	if (context.continueOnFail()) return errorItem(context, item, known);
	throw known instanceof NodeApiError ? errorForItem(context.getNode(), known, item) : known;
}
