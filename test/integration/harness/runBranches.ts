import type { ExecutionError, INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

import {
	AFTER,
	AFTER_ERROR,
	execute,
	NODE,
	workflowUnderTest,
	type NodeRunOptions,
} from './runNode';

/** A run of a node with a node behind each of its outputs. */
export interface BranchOptions extends Omit<NodeRunOptions, 'items' | 'binary' | 'binaries'> {
	/** The input items, binary data included. */
	items: INodeExecutionData[];
}

/** What came of it, as the nodes behind the outputs saw it. */
export interface BranchResult {
	/** Items of the main output, paired to the source's items. */
	main: INodeExecutionData[];
	/** Items of the error output; none where the node has no such output. */
	errors: INodeExecutionData[];
	/** The error that stopped the workflow. */
	error?: ExecutionError;
	run: IRun;
	/** Whether the execution waited. */
	hasWaited: boolean;
}

const runOf = ({ items, ...options }: BranchOptions): NodeRunOptions => ({
	...options,
	items: structuredClone(items.map(({ json }) => json)),
	binaries: structuredClone(items.map(({ binary }) => binary)),
	isFollowed: true,
});

/** Runs the workflow in n8n-core's real execution engine, n8n's own handling of error items included. */
export async function runBranches(options: BranchOptions): Promise<BranchResult> {
	const all = runOf(options);
	return await ended(all, await execute(all, workflowUnderTest(all)));
}

/** What came of it in the end, when the time of a wait is over. */
async function ended(options: NodeRunOptions, run: IRun): Promise<BranchResult> {
	const hasWaited = run.waitTill !== undefined && run.waitTill !== null;
	return { ...resultOf(hasWaited ? await afterTheWait(options, run) : run), hasWaited };
}

/**
 * What n8n makes of an execution that waited when the time is over (`wait-tracker`, 2.41): it goes on with what the
 * waiting node left as its input.
 */
async function afterTheWait(options: NodeRunOptions, waiting: IRun): Promise<IRun> {
	const { waitTill: _over, ...saved } = waiting.data;
	const data = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
	data.executionData!.nodeExecutionStack[0].node.disabled = true;
	data.resultData.runData[NODE].pop();
	return await execute(options, workflowUnderTest(options), data);
}

/**
 * Runs a failed execution again, as the "Retry" of n8n's list of executions does (`execution.service`, 2.41): on its
 * saved data, without the error and the failed run of the last node. The nodes' own memory is part of that data.
 *
 * @param isAsSavedNow "Retry with currently saved workflow": the node as it is in `options`, not as it was
 */
export async function retryExecution(
	options: BranchOptions,
	failed: IRun,
	isAsSavedNow = false,
): Promise<BranchResult> {
	const all = runOf(options);
	const data = JSON.parse(JSON.stringify(failed.data)) as IRunExecutionData;
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted !== undefined) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs !== undefined && runs.at(-1)?.error !== undefined) runs.pop();
	}
	const workflow = workflowUnderTest(all);
	if (isAsSavedNow) {
		for (const waiting of data.executionData!.nodeExecutionStack) {
			waiting.node = workflow.getNode(waiting.node.name)!;
		}
	}
	return await ended(all, await execute(all, workflow, data, 'retry'));
}

function resultOf(run: IRun): Omit<BranchResult, 'hasWaited'> {
	const { runData, error } = run.data.resultData;
	const outputs = (runData[NODE] ?? []).map(({ data }) => data?.main ?? []);
	const reached = (name: string) =>
		(runData[name] ?? []).flatMap(({ data }) => data?.main?.[0] ?? []);
	/** What the next node got, with the pairing of the item it got it from. */
	const behind = (index: number, name: string) => {
		const left = outputs.flatMap((output) => output[index] ?? []);
		const seen = reached(name);
		return left.map(({ pairedItem }, at) => ({ ...seen[at], pairedItem }));
	};
	return { main: behind(0, AFTER), errors: behind(1, AFTER_ERROR), error, run };
}
