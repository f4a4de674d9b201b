import { accountFor } from './accounting';
import { contactsCsv, type Contact } from './contacts';
import { nodeNames, nodeOf } from './exampleWorkflows';
import type { CampaignRun } from './runCampaign';
import type { WaitedRun } from './runWaitedCampaign';
import { loadingWarnings, type Demo } from './startDemo';

/** One thing the demo promises. */
export interface Check {
	name: string;
	/** What was found instead; undefined when the promise holds. */
	problem?: string;
}

/**
 * Compares a run with what the made-up contacts must lead to.
 *
 * @param csv content of the contacts file n8n read
 */
export function checkRun(demo: Demo, run: CampaignRun, contacts: Contact[], csv: string): Check[] {
	const account = accountFor(run, contacts);
	const rowsWith = (test: (contact: Contact) => boolean) =>
		contacts.flatMap((contact, row) => (test(contact) ? [row] : []));
	const recipients = run.campaigns.reduce((sum, campaign) => sum + campaign.recipients, 0);
	const eventsNamed = (name: string) => run.events.filter(({ event }) => event === name);
	const { message } = nodeOf(demo.campaignWorkflow, nodeNames.send).parameters;
	const expectedLedger = account.accepted.map(
		(row) => `${contacts[row].canonical} ${fillText(String(message), contacts[row])}`,
	);
	const ledger = run.ledger.entries.map(({ phone, text }) => `${phone} ${text}`);

	return [
		expect('n8n loaded the package without a warning', loadingWarnings(demo), []),
		expect("n8n's test of the credential succeeds", demo.credentialTest.status, 'OK'),
		expect('the contacts file is the generated one', csv === contactsCsv(contacts), true),
		expect('n8n read every row', run.rowCount, contacts.length),
		expect('no node failed', failedNodes(run), []),
		expect(
			'the workflow ended well',
			run.execution.error?.message ?? run.execution.status,
			'success',
		),
		expect('every row is accounted for once', account.unaccounted, []),
		expect(
			'exactly the bad rows are refused',
			account.refused,
			rowsWith(({ problem }) => problem !== undefined),
		),
		expect(
			'every refused row has a reason',
			run.refused.filter(({ reason }) => !reason),
			[],
		),
		expect(
			'exactly the repeated rows are merged',
			account.duplicates,
			rowsWith(({ duplicateOf }) => duplicateOf !== undefined),
		),
		expect(
			'the node counts as many recipients as rows were accepted',
			recipients,
			account.accepted.length,
		),
		expect(
			'the service accepted each of them once, with its own text',
			sorted(ledger),
			sorted(expectedLedger),
		),
		expect('the service accepted nothing twice', run.ledger.duplicates, []),
		expect(
			'every campaign is done',
			run.statuses,
			Object.fromEntries(run.campaigns.map(({ taskId }) => [taskId, 'done'])),
		),
		expect(
			'one START event came for every campaign',
			sorted(eventsNamed('START').map(({ taskId }) => taskId)),
			sorted(run.campaigns.map(({ taskId }) => taskId)),
		),
		expect(
			'one END event came for every campaign, with its count',
			sorted(eventsNamed('END').map(({ taskId, sentCount }) => `${taskId}: ${sentCount}`)),
			sorted(run.campaigns.map((campaign) => `${campaign.taskId}: ${campaign.recipients}`)),
		),
	];
}

/** Compares the waited campaign with what its four customers must lead to. */
export function checkWaitedRun({ execution, wasWaiting, customers, refused }: WaitedRun): Check[] {
	return [
		expect('the template campaign slept until its end', wasWaiting, true),
		expect('it ended well', execution.error?.message ?? execution.status, 'success'),
		expect(
			'its report names every customer it was sent to',
			customers.map(({ name, sent, endedBy }) => `${name}: ${sent}, ${endedBy}`),
			['Dana: true, END', 'Yossi: true, END', 'Noa: true, END'],
		),
		expect(
			'the customer without a name was not sent to',
			refused.map(({ phone }) => phone),
			['0570001004'],
		),
	];
}

function failedNodes({ execution }: CampaignRun): string[] {
	return Object.entries(execution.runData).flatMap(([name, runs]) =>
		runs.flatMap(({ error }) => (error ? [`${name}: ${error.message}`] : [])),
	);
}

function expect(name: string, found: unknown, wanted: unknown): Check {
	const [foundText, wantedText] = [JSON.stringify(found) ?? 'nothing', JSON.stringify(wanted)];
	if (foundText === wantedText) return { name };
	return { name, problem: `found ${shorten(foundText)}, expected ${shorten(wantedText)}` };
}

function sorted(list: string[]): string[] {
	return [...list].sort();
}

function shorten(text: string): string {
	return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

function fillText(message: string, contact: Contact): string {
	return message.replace(/\{(\w+)\}/g, (_, field: keyof Contact) => String(contact[field]));
}
