import 'reflect-metadata';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type ExecutionError,
	type IBinaryKeyData,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type IRunExecutionData,
	type IWorkflowSettings,
	type IWorkflowExecuteAdditionalData,
	type NodeOperationError,
	type Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { AGENT, callingAgent, gatedTool, TOOL, turnOf, type AgentTurn } from './callingAgent';
import { OneCredential } from './credentials';
import { asReview, batches, itemSource, passing } from './nodesAround';
import { faultsOfError, faultsOfItem } from './voice';
import { credentials, nodeOfType, to, workflowOf } from './workflow';

/** What a test runs: one node behind a source of items. */
export interface NodeRunOptions {
	node: INodeType;
	parameters: INodeParameters;
	/** The data of the input items; one empty item when left out. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	/** In the place of the helper that just hands the credential over. */
	credentialsHelper?: ICredentialsHelper;
	/** Binary data of every input item. */
	binary?: IBinaryKeyData;
	/** Binary data of each input item, in its place. */
	binaries?: Array<IBinaryKeyData | undefined>;
	/** Node settings, such as `retryOnFail` and `onError`. */
	settings?: Partial<INode>;
	/** The workflow's time zone. */
	timezone?: string;
	/** Settings of the workflow, beside that. */
	workflow?: IWorkflowSettings;
	/** The workflow's id, under which n8n keeps what it remembers. */
	workflowId?: string;
	/** A node stands behind each output: `AFTER`, `AFTER_ERROR`. */
	isFollowed?: boolean;
	/** Puts the node into a loop that hands it so many items at a time. */
	loopOver?: number;
	/** The turn of the agent that calls a tool behind a human review; one call when left out. */
	turn?: AgentTurn;
	/** How n8n runs it; by hand when left out. */
	mode?: WorkflowExecuteMode;
	/** What n8n tells the node about itself, beside the usual: an execution's number, an address. */
	n8n?: Partial<IWorkflowExecuteAdditionalData>;
}

/** What came of it. */
export interface NodeRunResult {
	/** Items of the node's first output, over all its runs. */
	items: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: ExecutionError;
	run: IRun;
	workflow: Workflow;
}

export const NODE = 'Node under test';
const SOURCE = 'Items';
export const AFTER = 'After';
export const AFTER_ERROR = 'After error';
const LOOP = 'Loop';

/** The workflow that a test runs. */
export function workflowUnderTest(options: NodeRunOptions): Workflow {
	const { node, parameters, items = [{}], binary, settings, timezone = 'UTC', loopOver } = options;
	const { binaries = items.map(() => binary), turn = turnOf({ toolParameters: {} }) } = options;
	const { toolType = 'tool', tool } = turn;
	const types: Record<string, INodeType> = {
		items: itemSource(items, binaries),
		loop: batches(loopOver ?? 0),
		underTest: node,
		underTestTool: node,
		underTestHitlTool: asReview(node),
		passing,
		agent: callingAgent(turn, NODE),
		[toolType]: gatedTool(turn),
	};
	return workflowOf(types, {
		...(options.workflowId !== undefined && { id: options.workflowId }),
		settings: { executionOrder: 'v1', timezone, ...options.workflow },
		nodes: [
			nodeOfType('1', SOURCE, 'items'),
			nodeOfType('3', LOOP, 'loop'),
			nodeOfType('2', NODE, 'underTest', { parameters, credentials, ...settings }),
			nodeOfType('4', AGENT, 'agent'),
			nodeOfType('5', TOOL, toolType, { parameters: tool?.parameters ?? {}, credentials }),
			nodeOfType('6', AFTER, 'passing'),
			nodeOfType('7', AFTER_ERROR, 'passing'),
		],
		connections: connectionsOf(options),
	});
}

function connectionsOf({ settings, loopOver, isFollowed }: NodeRunOptions): IConnections {
	if (settings?.type?.endsWith('HitlTool') === true) {
		return {
			[SOURCE]: { main: [to(AGENT)] },
			[NODE]: { ai_tool: [to(AGENT, 'ai_tool')] },
			[TOOL]: { ai_tool: [to(NODE, 'ai_tool')] },
		};
	}
	if (loopOver !== undefined) {
		return {
			[SOURCE]: { main: [to(LOOP)] },
			[LOOP]: { main: [[], to(NODE)] },
			[NODE]: { main: [[...to(LOOP), ...(isFollowed ? to(AFTER) : [])]] },
		};
	}
	const isSplit = settings?.onError === 'continueErrorOutput';
	const behind = [to(AFTER), ...(isSplit ? [to(AFTER_ERROR)] : [])];
	return { [SOURCE]: { main: [to(NODE)] }, ...(isFollowed && { [NODE]: { main: behind } }) };
}

/**
 * Executes it in n8n-core's real engine.
 *
 * @param saved data of an execution that goes on
 */
export async function execute(
	options: NodeRunOptions,
	workflow: Workflow,
	saved?: IRunExecutionData,
	mode: WorkflowExecuteMode = options.mode ?? 'manual',
): Promise<IRun> {
	const { credential, credentialsHelper, n8n } = options;
	const data = { ...additionalData(credential, credentialsHelper), ...n8n };
	return saved
		? await new WorkflowExecute(data, mode, saved).processRunExecutionData(workflow)
		: await new WorkflowExecute(data, mode).run({ workflow, startNode: workflow.getNode(SOURCE)! });
}

/** Runs a node, whose last error and items speak as ours do. */
export async function runNode(options: NodeRunOptions): Promise<NodeRunResult> {
	const workflow = workflowUnderTest(options);
	const run = await execute(options, workflow);
	const runs = run.data.resultData.runData[NODE] ?? [];
	const putOut = runs.flatMap(({ data }) => data?.main?.[0] ?? []);
	const { error } = run.data.resultData;
	expectOurVoice(error, putOut);
	return { items: putOut, error, run, workflow };
}

/** Whatever a test is about, what a person reads of it is in the voice of all errors. */
export function expectOurVoice(
	error: ExecutionError | undefined,
	items: INodeExecutionData[],
): void {
	expect([
		...(isOurs(error) ? faultsOfError(error) : []),
		...items.flatMap((item) => faultsOfItem(ownFailureOf(item) ?? '')),
	]).toEqual([]);
}

/** Whether an error is of a node: n8n has some of its own. */
function isOurs(error: ExecutionError | undefined): error is NodeOperationError {
	return error !== undefined && 'node' in error;
}

/** The same, where our node says it: a row may have a column of that name. */
function ownFailureOf(item: INodeExecutionData): string | undefined {
	return item.pairedItem === undefined ? undefined : failureOf(item);
}

/** What an item says went wrong with it; undefined for an item that did not fail. */
export function failureOf({ json, error }: INodeExecutionData): string | undefined {
	if (error !== undefined) return error.message;
	return typeof json.error === 'string' ? json.error : undefined;
}

/** What an error says: its first sentence with nothing left out, and all of it. n8n logs only its message. */
export function sentencesOf(error: ExecutionError | undefined): { full: string; all: string } {
	const { message = '', description, context } = (error ?? {}) as Partial<NodeOperationError>;
	const texts = context?.texts as { message: string } | undefined;
	return { full: texts?.message ?? message, all: `${message}\n${description ?? ''}` };
}

/** The items of the node's error output, in its last run. */
export function errorOutput({ run }: NodeRunResult): INodeExecutionData[] {
	return run.data.resultData.runData[NODE]?.at(-1)?.data?.main?.[1] ?? [];
}

/** What n8n hands to an execution: the credential, and addresses no one listens at. */
export function additionalData(
	credential: ICredentialDataDecryptedObject,
	credentialsHelper: ICredentialsHelper = new OneCredential(credential),
): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:1';
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks('manual', '1', {
			id: 'test',
			name: 'test',
			active: false,
			activeVersionId: null,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
		}),
		executionId: '1',
		currentNodeExecutionIndex: 0,
		restApiUrl: base,
		instanceBaseUrl: base,
		formBaseUrl: base,
		formWaitingBaseUrl: base,
		formTestBaseUrl: base,
		webhookBaseUrl: base,
		webhookWaitingBaseUrl: base,
		webhookTestBaseUrl: base,
		mcpBaseUrl: base,
		mcpTestBaseUrl: base,
		variables: {},
		logAiEvent: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** The texts of the hints that a run of the node gave. */
export function hintsOf({ run }: Pick<NodeRunResult, 'run'>): string[] {
	return (run.data.resultData.runData[NODE][0].hints ?? []).map(({ message }) => message);
}
