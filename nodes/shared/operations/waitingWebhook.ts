// The webhook of a node that can wait.
import type {
	IHookFunctions,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { resumeOnNotification, resumeWebhook } from '../waiting/resumeOnNotification';
import { answerWebhook } from '../ask/answerWebhook';

/** n8n looks for this operation: it then asks for signed URLs, and offers human review. */
export const SEND_AND_WAIT = 'sendAndWait';

/** The URL of an answer page, which n8n looks for under the node's ID for this operation. */
const answerAddress: IWebhookDescription = {
	name: 'default',
	httpMethod: 'GET',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	restartWebhook: true,
};

/** For a node whose executions wait for the end of a campaign, or for an answer. */
export const waitingWebhooks: IWebhookDescription[] = [
	resumeWebhook,
	answerAddress,
	{ ...answerAddress, httpMethod: 'POST' },
];

/** The tooltip of such a node while it waits in the editor. */
export const waitingNodeTooltip =
	'The workflow continues when someone answers, or when the campaigns end.';

/** The webhook of such a node: a call is for what its operation waits for. */
export async function waitingWebhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	return this.getNode().parameters.operation === SEND_AND_WAIT
		? await answerWebhook(this)
		: await resumeOnNotification.call(this);
}

/** The service has no subscriptions: it notifies the URL that a send has. */
async function nothingToDo(this: IHookFunctions): Promise<boolean> {
	return true;
}

/** What n8n calls when a workflow with such a webhook is activated or deactivated. */
export const noRegistration = {
	default: { checkExists: nothingToDo, create: nothingToDo, delete: nothingToDo },
};
