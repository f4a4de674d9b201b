// The webhook of a node that can wait.
import type {
	IHookFunctions,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { resumeOnNotification, resumeWebhook } from '../waiting/resumeOnNotification';
import { answerWebhook } from '../ask/answerWebhook';

/** The operation's value: n8n knows it, and asks for signed URLs, and offers human review because of it. */
export const SEND_AND_WAIT = 'sendAndWait';

/** The URL of an answer page: n8n looks for it under the node's ID, for operations of this name. */
const answerAddress: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	restartWebhook: true,
};

/** For the description of a node whose executions wait: for the end of a campaign, or for an answer. */
export const waitingWebhooks: IWebhookDescription[] = [
	resumeWebhook,
	answerAddress,
	{ ...answerAddress, httpMethod: 'POST' },
];

/** What is beside such a node while it waits in the editor. */
export const waitingNodeTooltip =
	'The workflow continues when someone answers, or when the campaigns end.';

/** The webhook of such a node: a call belongs to what its operation waits for. */
export async function waitingWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return this.getNode().parameters.operation === SEND_AND_WAIT
		? await answerWebhook(this)
		: await resumeOnNotification.call(this);
}

/** The service has no subscriptions to make or remove: every send carries the URL it is to notify. */
async function nothingToDo(this: IHookFunctions): Promise<boolean> {
	return true;
}

/** What n8n calls when a workflow with a webhook of this package is activated or deactivated. */
export const noRegistration = {
	default: { checkExists: nothingToDo, create: nothingToDo, delete: nothingToDo },
};
