import { accountFor } from './accounting';
import type { Check } from './checks';
import type { Contact } from './contacts';
import type { CampaignRun } from './runCampaign';
import type { WaitedRun } from './runWaitedCampaign';
import type { Demo } from './startDemo';
import { demoOwner } from './startStack';

const samplesPerReason = 2;
/** The header line, and counting from 1. */
const linesBeforeFirstRow = 2;

/** The runs as a person reads them, ending with the checks. */
export function describeRun(
	run: CampaignRun,
	waited: WaitedRun,
	contacts: Contact[],
	checks: Check[],
): string {
	const { accepted, refused, duplicates } = accountFor(run, contacts);
	return [
		'',
		`CRM rows to SMS campaign: ${run.rowCount} rows`,
		`  ${pad(accepted.length)} accepted`,
		`  ${pad(duplicates.length)} duplicates, merged into the row that came first`,
		`  ${pad(refused.length)} refused before anything left, each named with its reason:`,
		...refusals(run, contacts),
		'',
		'Campaigns',
		...run.campaigns.map(
			({ taskId, recipients }) =>
				`  ${taskId}: ${recipients} recipients, status ${run.statuses[taskId] ?? 'unknown'}`,
		),
		'',
		'Events that started the workflow "Campaign events"',
		...run.events.map(
			({ event, taskId, sentCount }) =>
				`  ${event} of ${taskId}${sentCount === undefined ? '' : `, sent to ${sentCount}`}`,
		),
		'',
		'Template campaign with report: the workflow slept until the service told its end',
		...waited.customers.map(
			({ name, phone, sent, endedBy }) =>
				`  ${name}, ${phone}: ${sent ? 'sent' : 'not sent'} (${endedBy})`,
		),
		...waited.refused.map(({ phone, reason }) => `  ${phone} not sent to: ${reason}`),
		'',
		'Checks',
		...checks.map(({ name, problem }) => (problem ? `  ✗ ${name}: ${problem}` : `  ✓ ${name}`)),
		'',
	].join('\n');
}

/** Where to look at it all. */
export function describeAccess(
	{ n8n, emulatorUrl, campaignWorkflow }: Demo,
	{ campaigns, execution }: CampaignRun,
): string {
	return [
		`Open in a browser (log in as ${demoOwner.email} with ${demoOwner.password})`,
		`  The workflow run:  ${n8n.url}/workflow/${campaignWorkflow.id}/executions/${execution.id}`,
		`  All examples:      ${n8n.url}/`,
		`  Phones:            ${emulatorUrl}/`,
		...campaigns.map(
			({ taskId }) => `  The campaign sent: ${campaignAddress(emulatorUrl, taskId)}`,
		),
		'',
		`n8n log: ${n8n.logFile}`,
		'',
		'Running until Ctrl-C.',
	].join('\n');
}

/** Where the emulator's page shows a campaign. */
function campaignAddress(emulatorUrl: string, taskId: string): string {
	return `${emulatorUrl}/#/campaigns/${taskId}`;
}

function refusals(run: CampaignRun, contacts: Contact[]): string[] {
	const groups = new Map<string, number[]>();
	for (const { row, reason } of run.refused) {
		const kind = reason
			.replace(/"[^"]*" /, '')
			.replace(/ \(\d+ digits\)/, '')
			.replace(/\+?\d{6,}/g, '…');
		groups.set(kind, [...(groups.get(kind) ?? []), row]);
	}
	return [...groups]
		.sort(([, a], [, b]) => b.length - a.length)
		.flatMap(([kind, rows]) => [
			`    ${pad(rows.length)} × ${kind}`,
			...rows.slice(0, samplesPerReason).map((row) => {
				const { first_name, last_name, phone } = contacts[row];
				return `           line ${row + linesBeforeFirstRow}: ${first_name} ${last_name}, phone "${phone}"`;
			}),
		]);
}

function pad(count: number): string {
	return String(count).padStart(4);
}
