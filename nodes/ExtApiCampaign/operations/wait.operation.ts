import {
	NodeOperationError,
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { fieldLabels } from '../../shared/descriptions/wireFields';
import { inputError } from '../../shared/hooks/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { errorForItem } from '../../shared/transport/apiError';
import { postToService } from '../../shared/transport/postToService';
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

/**
 * Waits until the campaigns of all items have ended, by looking at their status. A campaign the
 * service does not know (also one to a single number) ends the wait at once, in words.
 *
 * @returns one item for each input item, with the last status, `timedOut`, or its error
 */
export async function waitForCampaigns(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const inputs = this.getInputData();
	const { interval = 10, timeLimit = 60 } = this.getNodeParameter('options', 0, {}) as {
		interval?: number;
		timeLimit?: number;
	};
	const until = Date.now() + timeLimit * 60_000;
	const codes = inputs.map((_input, item) => campaignCode(this, item));
	const last = new Map<string, CampaignStatus | Error>();

	for (;;) {
		const open = new Set(codes.filter((code) => typeof code === 'string'));
		for (const code of open) {
			const known = last.get(code);
			if (known instanceof Error || known?.finished) continue;
			last.set(code, await statusOf(this, code, codes.indexOf(code)));
		}
		const running = [...last.values()].some(
			(status) => !(status instanceof Error) && !status.finished,
		);
		if (!running || Date.now() + interval * 1000 > until) break;
		await pause(this, interval);
	}
	return [
		codes.map((code, item) => outputOf(this, code instanceof Error ? code : last.get(code)!, item)),
	];
}

function campaignCode(context: IExecuteFunctions, item: number): string | Error {
	const entered = { tid: context.getNodeParameter('taskId', item) } as IDataObject;
	const checkContext = { now: new Date(), timeZone: context.getTimezone() };
	const checked = checkRequest(campaignRules, fieldLabels(fields), entered, checkContext);
	if ('body' in checked) return String(checked.body.tid);
	const error = inputError(context.getNode(), checked.problems, item);
	if (context.continueOnFail()) return error;
	throw error;
}

async function statusOf(
	context: IExecuteFunctions,
	code: string,
	item: number,
): Promise<CampaignStatus | Error> {
	try {
		const reply = await postToService(context, endpoints.campaign, { tid: code, act: 'status' });
		return campaignStatusOf(code, reply);
	} catch (error) {
		if (context.continueOnFail()) return error as Error;
		throw errorForItem(context.getNode(), error as Error, item);
	}
}

async function pause(context: IExecuteFunctions, seconds: number): Promise<void> {
	for (let waited = 0; waited < seconds; waited += CANCEL_CHECK_SECONDS) {
		if (context.getExecutionCancelSignal()?.aborted) {
			throw new NodeOperationError(context.getNode(), 'The execution was cancelled');
		}
		await sleep(Math.min(CANCEL_CHECK_SECONDS, seconds - waited) * 1000);
	}
}

function outputOf(
	context: IExecuteFunctions,
	status: CampaignStatus | Error,
	item: number,
): INodeExecutionData {
	if (status instanceof Error) {
		const isOwn = status instanceof NodeOperationError;
		const error = isOwn ? status : errorForItem(context.getNode(), status, item);
		return { json: {}, error, pairedItem: { item } };
	}
	return { json: { ...status, timedOut: !status.finished }, pairedItem: { item } };
}
