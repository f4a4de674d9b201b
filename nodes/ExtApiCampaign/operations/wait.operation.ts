import {
	NodeApiError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';

import { optionsField } from '../../shared/descriptions/optionsField';
import {
	campaignStatusOf,
	statusQuestion,
	type CampaignStatus,
} from '../../shared/waiting/campaignStatus';
import { errorItem } from '../../shared/engine/errorItem';
import { fieldLabels } from '../../shared/descriptions/wireFields';
import { inputError } from '../../shared/engine/checkBody';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { permissions } from '../../shared/operations/permissions';
import { endpoints } from '../../shared/transport/endpoints';
import { asNodeError } from '../../shared/transport/nodeErrors';
import { pause } from '../../shared/engine/pause';
import { cancelledError } from '../../shared/engine/runState';
import { errorForItem } from '../../shared/transport/apiError';
import { postAccepted } from '../../shared/engine/postAccepted';
import { checkRequest } from '../../shared/validation/checkRequest';
import { campaignResource, campaignRules, taskIdField } from './campaignFields';

const fields: INodeProperties[] = [
	taskIdField,
	optionsField(
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
	),
];

/** Waits for the end by looking at the status (specification, "Campaign status and deletion"). */
export const wait: CollectiveOperation = {
	resource: campaignResource,
	name: 'Wait',
	value: 'wait',
	action: 'Wait for campaign to end',
	description:
		'Look at the status until the campaign has ended, or a time limit is reached. The output has status, finished, notSent and timedOut.',
	subtitle: 'Wait',
	endpoint: endpoints.campaign,
	effect: 'asks',
	permission: permissions.anyCampaign,
	// It would keep an agent waiting for hours.
	isForAgents: false,
	fields,
	overAllItems: waitForCampaigns,
};

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
async function waitForCampaigns(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const inputs = context.getInputData();
	const codes = inputs.map((_input, item) => campaignCode(context, item));
	const open = new Set(codes.filter((code) => typeof code === 'string'));
	const last = await lastKnown(context, open).catch((error: Error) => {
		if (!context.continueOnFail() || isCancelled(context))
			throw asNodeError(context.getNode(), error, 0);
		return new Map([...open].map((code): [string, Known] => [code, error]));
	});
	return [
		codes.map((code, item) =>
			outputOf(context, code instanceof Error ? code : last.get(code)!, item),
		),
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
		await pause(Math.min(interval, left), () => isCancelled(context));
		if (isCancelled(context)) throw cancelledError(context.getNode());
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
		const failure = asNodeError(context.getNode(), error, item);
		if (context.continueOnFail()) return failure;
		throw failure;
	}
}

async function statusOf(context: IExecuteFunctions, code: string): Promise<Known> {
	try {
		const reply = await postAccepted(context, statusQuestion(code));
		return campaignStatusOf(code, reply);
	} catch (error) {
		return asNodeError(context.getNode(), error);
	}
}

function isCancelled(context: IExecuteFunctions): boolean {
	return context.getExecutionCancelSignal()?.aborted === true;
}

function outputOf(context: IExecuteFunctions, known: Known, item: number): INodeExecutionData {
	if (!(known instanceof Error)) {
		return { json: { ...known, timedOut: !known.finished }, pairedItem: { item } };
	}
	if (context.continueOnFail()) return errorItem(context, item, known);
	throw known instanceof NodeApiError ? errorForItem(context.getNode(), known, item) : known;
}
