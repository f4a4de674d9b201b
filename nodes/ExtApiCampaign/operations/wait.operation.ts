import { NodeApiError } from 'n8n-workflow';

import { type Field, optionPath, optionsFields } from '../../shared/fields/field';
import { cancelledError } from '../../shared/ledger/runState';
import type { CollectiveOperation } from '../../shared/operations/operation';
import { openRows, refuse } from '../../shared/pipeline/fate';
import { postAccepted } from '../../shared/pipeline/postAccepted';
import type { ItemsRun, Row } from '../../shared/pipeline/row';
import { readItems } from '../../shared/pipeline/rowSteps';
import { outputOfRows, runOperation } from '../../shared/pipeline/run';
import { newItemsRun } from '../../shared/pipeline/runPerItem';
import { groupedBy } from '../../shared/rules/lists';
import { lookingMinutes, pauseSeconds } from '../../shared/rules/reader';
import { endpoints } from '../../shared/service/endpoints';
import { asNodeError } from '../../shared/service/nodeErrors';
import { pause } from '../../shared/service/pause';
import {
	campaignStatusOf,
	statusQuestion,
	type CampaignStatus,
} from '../../shared/waiting/campaignEnd';
import { campaignResource, taskIdField } from './campaignFields';
import { getStatus } from './getStatus.operation';

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

/** Checks the status until the campaign ends (specification, "Follow a campaign"). */
export const wait: CollectiveOperation = {
	resource: campaignResource,
	name: 'Wait',
	value: 'wait',
	action: 'Wait for campaign to end',
	description:
		'Check the status until the campaign ends or a time limit is reached. The output has status, finished (also true if the service does not know the campaign: na), notSent and timedOut.',
	endpoint: endpoints.campaign,
	effect: 'asks',
	fields,
	overAllItems: async (context) =>
		await runOperation(
			newItemsRun(context, { ...getStatus, fields }),
			[readItems, waitForCampaigns],
			async (run) => [await outputOfRows(run)],
		),
};

/** After this many failed checks in a row, the wait ends with the error. */
const MOST_FAILURES = 3;

/**
 * Waits until the campaigns of all items have ended. Items of one campaign share its status checks.
 *
 * @throws NodeOperationError when someone stops the execution
 */
async function waitForCampaigns(run: ItemsRun): Promise<void> {
	if (run.stops && run.hasRefused) return;
	const campaigns = groupedBy(openRows(run), ({ request }) => String(request!.body.tid));
	await Promise.all([...campaigns.values()].map(async (rows) => await waitFor(run, rows)));
}

/**
 * Checks a campaign's status until it has ended, for the last time at the time limit. A campaign
 * the service does not know (also one to a single number) ends the wait at once, and so does a
 * refusal. A single check without an answer does not: see {@link MOST_FAILURES}.
 */
async function waitFor(run: ItemsRun, rows: Row[]): Promise<void> {
	const { item, body } = rows[0].request!;
	const code = String(body.tid);
	const signal = run.context.getExecutionCancelSignal();
	const optionOf = (option: typeof intervalOption | typeof timeLimitOption) => {
		const read = option.reader(item.parameter(optionPath(option), option.default));
		return 'value' in read ? read.value : option.default;
	};
	const interval = optionOf(intervalOption);
	const until = Date.now() + optionOf(timeLimitOption);
	for (let failures = 0; ;) {
		const known = await postAccepted(item.context, statusQuestion(code)).then(
			(reply) => campaignStatusOf(code, reply),
			(error: unknown) => asNodeError(run.node, error),
		);
		failures = known instanceof Error ? failures + 1 : 0;
		const left = (until - Date.now()) / 1000;
		if (isFinal(known) || failures >= MOST_FAILURES || left <= 0) {
			if (known instanceof Error) return refuse(run, rows, known);
			const says = [{ ...known, timedOut: !known.finished }];
			for (const row of rows) row.fate = { is: 'answered', says };
			return;
		}
		await pause(Math.min(interval, left), () => signal?.aborted === true);
		if (signal?.aborted) throw cancelledError(run.node);
	}
}

/** Whether another check brings nothing new: the campaign has ended, or the service refused. */
function isFinal(known: CampaignStatus | Error): boolean {
	if (!(known instanceof NodeApiError)) return known instanceof Error || known.finished;
	// An unreadable reply has a reason, a network error no status.
	return known.context.reason === undefined && /^(\d+|none)$/.test(String(known.httpCode));
}
