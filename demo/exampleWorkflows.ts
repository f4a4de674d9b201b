import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../n8n/buildPackage';
import type { WorkflowJson, WorkflowNode } from '../n8n/types';

/** Names of the nodes the demo reads results from. */
export const nodeNames = {
	start: 'Start',
	file: 'Read contacts file',
	contacts: 'Contacts',
	send: 'Send SMS campaign',
	status: 'Campaign status',
	refused: 'Rows to correct',
	trigger: 'Campaign event',
	customers: 'Customers',
	sendTemplate: 'Send template campaign',
	report: 'Report',
} as const;

/** Path of a file in `examples`. */
export function examplePath(...parts: string[]): string {
	return path.join(repositoryRoot, 'examples', ...parts);
}

/** Examples that the demo runs; the others it only brings in. */
const ran = {
	campaign: 'crm-rows-to-sms-campaign.json',
	events: 'campaign-events.json',
	waited: 'template-campaign-with-report.json',
};

/** The example "Campaign events", as it is. */
export function campaignEventsWorkflow(): WorkflowJson {
	return readExample(ran.events);
}

/** The example "Template campaign with report", as it is. */
export function waitedCampaignWorkflow(): WorkflowJson {
	return readExample(ran.waited);
}

/**
 * The example "CRM rows to SMS campaign" with the two values filled in that depend on the machine.
 *
 * @param csvFile path of the contacts file, readable for n8n
 * @param notificationUrl production address of the trigger, as n8n shows it
 */
export function crmCampaignWorkflow(csvFile: string, notificationUrl: string): WorkflowJson {
	const workflow = readExample(ran.campaign);
	nodeOf(workflow, nodeNames.file).parameters.fileSelector = csvFile;
	const { parameters } = nodeOf(workflow, nodeNames.send);
	parameters.notifications = { ...(parameters.notifications as object), notificationUrl };
	return workflow;
}

/** The examples that the demo does not run, as they are. */
export function otherExamples(): WorkflowJson[] {
	return readdirSync(examplePath())
		.filter((file) => file.endsWith('.json') && !Object.values(ran).includes(file))
		.map(readExample);
}

/**
 * A node of a workflow by its name.
 *
 * @throws Error when the workflow has no such node
 */
export function nodeOf(workflow: WorkflowJson, name: string): WorkflowNode {
	const node = workflow.nodes.find((candidate) => candidate.name === name);
	if (!node) throw new Error(`The workflow "${workflow.name}" has no node "${name}".`);
	return node;
}

/** An example as its file has it. */
export function readExample(file: string): WorkflowJson {
	return JSON.parse(readFileSync(examplePath(file), 'utf8')) as WorkflowJson;
}
