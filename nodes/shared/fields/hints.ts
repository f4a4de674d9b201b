import type { IBuilderHint, NodeHint } from 'n8n-workflow';

/**
 * A hint that is where the output will be. In the pane of the input n8n (2.0 and 2.41) shows
 * the hints of the node before this one.
 */
function beforeRun(hint: Pick<NodeHint, 'message' | 'type' | 'displayCondition'>): NodeHint {
	return { ...hint, location: 'outputPane', whenToDisplay: 'beforeExecution' };
}

/** From so many items on, one request for each of them is worth a word. */
const MANY = 5;

function whereMany(message: string): NodeHint {
	return beforeRun({
		...{ message, type: 'info' },
		displayCondition: `$input.all().length > ${MANY}`,
	});
}

/** Of operations with a request for each item, where one operation sends to all in one. */
export const sendCampaignHint = (operation: string) =>
	whereMany(
		`Each input item is sent in a separate request. '${operation}' sends to all of them in one campaign.`,
	);

/** The same where one operation changes all of them in one. */
export const manyContactsHint = (operation: string) =>
	whereMany(
		`Each input item needs a separate request. '${operation}' takes all of them with as few requests as possible.`,
	);

/** A URL that listens only while someone watches in the editor. */
export const testAddressHint = testAddress(
	'notifications.notificationUrl',
	"'Notification URL' is a test URL, which works only while you test the trigger. Campaigns need the production URL.",
);

/** The same of the page behind opt-out links. */
export const optOutTestAddressHint = testAddress(
	'options.optOutUrl',
	"'Opt-Out URL' is a test URL: its links work only while you test the trigger. Campaigns need the production URL.",
);

function testAddress(parameter: string, message: string): NodeHint {
	const [group, name] = parameter.split('.');
	return beforeRun({
		...{ message, type: 'warning' },
		displayCondition: `String($parameter.${group}?.${name} ?? "").includes("/webhook-test/")`,
	});
}

/** An execution that waits for the service's call; whether that can arrive, n8n says to no hint before the run. */
export const waitForCallHint: NodeHint = beforeRun({
	message:
		"The service must reach this n8n instance. If it can't, use the Wait operation of the ExtApi Campaign node.",
	type: 'info',
	displayCondition: '$parameter.notifications?.waitForCompletion === true',
});

/** A file of the workflow, which the service downloads. */
export const fileAddressHint: NodeHint = beforeRun({
	message:
		"The service downloads the file from this n8n instance. If it can't reach the instance, set 'File From' to Link.",
	type: 'info',
	displayCondition: '$parameter.fileFrom === "input"',
});

/** What n8n's search for nodes tells a model that builds workflows (2.41; older versions ignore it). */

/** Of every node: what becomes of items, and of those that fail. */
const FAILED_ITEMS =
	"What sends or changes something has the field outcome: only items where it is 'accepted' were sent or changed; 'preview', 'test', 'leftOut', 'alreadySent', 'refused', 'notTried' and 'unknown' were not, or may not have been. With the node's setting onError 'continueErrorOutput', each item that fails is in the second output with its own fields and an 'error', and the others are in the first.";

/** The hint of a node: which operation to take for what, and what other node types of this package are for. */
export function builderHint(hint: string, relatedNodes: Record<string, string> = {}): IBuilderHint {
	return {
		searchHint: `${hint} ${FAILED_ITEMS}`,
		relatedNodes: Object.entries(relatedNodes).map(([name, relationHint]) => ({
			nodeType: `n8n-nodes-extapi.${name}`,
			relationHint,
		})),
	};
}
