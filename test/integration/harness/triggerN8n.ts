import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebhookContext } from 'n8n-core';
import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeParameters,
	type IWebhookData,
	type IWebhookFunctions,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { ExtApiTrigger } from '../../../nodes/ExtApiTrigger/ExtApiTrigger.node';
import { siteForTests } from '../../site';
import { OneCredential } from './credentials';
import { exchangeOf, type End } from './n8nRequests';
import { credentials, nodeOfType, workflowOf } from './workflow';

/** A published workflow that begins with an ExtApi Trigger. */
export interface PublishedTrigger {
	/** Its address. */
	address: string;
	/** What it started the workflow with, in order. */
	events: IDataObject[];
	/** What it wrote to n8n's log. */
	log: string[];
}

interface Published extends PublishedTrigger {
	parameters: INodeParameters;
	credential: () => ICredentialDataDecryptedObject;
}

/** A call of a trigger. */
interface TriggerCall {
	/** The workflow's. */
	id: string;
	webhookId: string;
	parameters: INodeParameters;
	additionalData: object;
	mode?: WorkflowExecuteMode;
}

/** n8n-core's real context of a webhook that is called. */
export function calledTrigger(trigger: ExtApiTrigger, call: TriggerCall) {
	const { id, webhookId, parameters, mode = 'webhook' } = call;
	const own = { typeVersion: 1.1, webhookId, parameters, credentials };
	const nodes = [nodeOfType('1', 'Trigger', 'trigger', own)];
	const running = workflowOf({ trigger }, { id, active: true, nodes });
	const node = running.getNode('Trigger')!;
	const additionalData = call.additionalData as IWorkflowExecuteAdditionalData;
	const webhook = {} as IWebhookData;
	return {
		running,
		context: new WebhookContext(running, node, additionalData, mode, webhook, [], null),
	};
}

/** The part of n8n that listens for published triggers, in its order of things (2.41.1, `live-webhooks`, `webhook-helpers`). */
export function triggerN8n() {
	const published = new Map<string, Published>();
	const url = siteForTests((request, response) => {
		answer(request, response).catch((error: Error) => {
			if (!response.headersSent) response.writeHead(500);
			response.end(error.stack);
		});
	});

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname } = new URL(request.url!, url());
		const webhookId = pathname.split('/')[2];
		const trigger = new ExtApiTrigger();
		const workflow = published.get(webhookId);
		const methods = trigger.description.webhooks!.map(({ httpMethod }) => httpMethod);
		if (workflow === undefined || !methods.includes(request.method as 'GET')) {
			response.writeHead(404).end();
			return;
		}
		const end: End = (status, body) => {
			response.writeHead(status);
			response.end(typeof body === 'string' ? body : JSON.stringify(body));
		};
		const called = calledTrigger(trigger, {
			...{ id: webhookId, webhookId, parameters: workflow.parameters },
			additionalData: {
				credentialsHelper: new OneCredential(workflow.credential()),
				...(await exchangeOf(request, response, end)),
			},
		});
		const { context } = called;
		const logger = { ...context.logger, warn: (text: string) => workflow.log.push(text) };
		const logging = Object.create(context, { logger: { value: logger } }) as IWebhookFunctions;
		const result = await trigger.webhook.call(logging);
		if (result.workflowData) workflow.events.push(result.workflowData[0][0].json);
		if (result.noWebhookResponse !== true) end(200, result.webhookResponse as object | string);
	}

	return {
		/** What runNode needs so that the sending node takes this n8n for its own. */
		get additions() {
			return { webhookWaitingBaseUrl: url('/webhook-waiting'), instanceBaseUrl: url() };
		},
		/** Publishes a workflow. */
		publish: (
			credential: () => ICredentialDataDecryptedObject,
			parameters: INodeParameters = { events: ['*'] },
		): PublishedTrigger => {
			const webhookId = `trigger-${published.size}`;
			const workflow: Published = {
				...{ address: url(`/webhook/${webhookId}/campaign-event`), events: [], log: [] },
				...{ parameters, credential },
			};
			published.set(webhookId, workflow);
			return workflow;
		},
	};
}
