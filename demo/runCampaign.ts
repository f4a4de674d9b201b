import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerView } from '../emulator';
import {
	itemsOf,
	listExecutions,
	readExecution,
	runWorkflow,
	waitForExecution,
} from '../n8n/executions';
import type { Execution, ExecutionItem } from '../n8n/types';
import { nodeNames } from './exampleWorkflows';
import type { Demo } from './startDemo';

/** A campaign as the SMS node put it out. */
export interface SentCampaign {
	taskId: string;
	/** Phones the service was given. */
	recipients: number;
	/** Input rows this campaign represents: recipients and rows merged into them. */
	rows: number[];
}

/** A row the SMS node did not send to. */
export interface RefusedRow {
	row: number;
	reason: string;
}

/** An event that started the trigger's workflow. */
export interface ReceivedEvent {
	event: string;
	taskId: string;
	sentCount?: number;
}

/** All that is known after the campaign. */
export interface CampaignRun {
	execution: Execution;
	/** Rows read from the file. */
	rowCount: number;
	campaigns: SentCampaign[];
	refused: RefusedRow[];
	/** Status by campaign code, as the Campaign node read it at the end of the workflow. */
	statuses: Record<string, string>;
	events: ReceivedEvent[];
	/** What the service itself says it accepted. */
	ledger: LedgerView;
}

const eventTimeoutMs = 20_000;
const pollEveryMs = 250;

/** Runs the campaign workflow and collects what it and everybody around it did. */
export async function runCampaign(demo: Demo): Promise<CampaignRun> {
	const { client, campaignWorkflow, emulatorUrl } = demo;
	const id = await runWorkflow(client, campaignWorkflow, nodeNames.start);
	const execution = await waitForExecution(client, id);
	const sent = itemsOf(execution, nodeNames.send).filter(({ json }) => json.taskId !== undefined);
	const campaigns = sent.map((item) => ({
		taskId: String(item.json.taskId),
		recipients: Number(item.json.recipientCount),
		rows: rowsOf(item),
	}));
	const refused = itemsOf(execution, nodeNames.send, 1).flatMap((item) =>
		rowsOf(item).map((row) => ({ row, reason: item.error?.message ?? String(item.json.error) })),
	);
	const statuses = itemsOf(execution, nodeNames.status).map(({ json }) => [
		json.taskId,
		json.status,
	]);
	const events = await waitForEvents(demo, campaigns);
	const { data: ledger } = await axios.get<LedgerView>(`${emulatorUrl}/emulator/ledger`);
	return {
		execution,
		rowCount: itemsOf(execution, nodeNames.contacts).length,
		campaigns,
		refused,
		statuses: Object.fromEntries(statuses) as Record<string, string>,
		events,
		ledger,
	};
}

/** Input rows an output item is paired to. */
function rowsOf({ pairedItem }: ExecutionItem): number[] {
	return [pairedItem ?? []]
		.flat()
		.map((paired) => (typeof paired === 'number' ? paired : paired.item));
}

/** The events so far, as soon as every campaign has ended or after 20 seconds. */
async function waitForEvents(demo: Demo, campaigns: SentCampaign[]): Promise<ReceivedEvent[]> {
	const until = Date.now() + eventTimeoutMs;
	for (;;) {
		const events = await readEvents(demo);
		const ended = campaigns.every(({ taskId }) =>
			events.some((event) => event.taskId === taskId && event.event === 'END'),
		);
		if (ended || Date.now() > until) return events;
		await sleep(pollEveryMs);
	}
}

async function readEvents({ client, eventsWorkflow }: Demo): Promise<ReceivedEvent[]> {
	const summaries = await listExecutions(client, eventsWorkflow.id);
	const finished = summaries.filter(({ status }) => status === 'success').reverse();
	const executions = await Promise.all(finished.map(({ id }) => readExecution(client, id)));
	return executions.flatMap((execution) =>
		itemsOf(execution, nodeNames.trigger).map(({ json }) => json as unknown as ReceivedEvent),
	);
}
