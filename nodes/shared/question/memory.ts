import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { runState } from '../sentBefore/runState';
import type { Question } from './question';

const MEMORY_KEY = 'extApiQuestion';
const ASKING_KEY = 'extApiAsking';

/** What the tries of one run of the node have in common. */
interface Asking {
	executionId: string;
	runIndex: number;
	/** When the first of them asked, as ISO text. */
	askedAt: string;
	/** How many there have been, this one included. */
	tries: number;
}

/** Notes that this run asks: a further try asks the same question, so that a link of an earlier one opens it too. */
export function noteTry(context: IExecuteFunctions): Asking {
	const { memory, runIndex } = runState(context);
	const executionId = context.getExecutionId();
	const known = memory[ASKING_KEY] as Asking | undefined;
	const isOwn = known?.runIndex === runIndex && known.executionId === executionId;
	const asking = isOwn
		? { ...known, tries: known.tries + 1 }
		: { executionId, runIndex, askedAt: new Date().toISOString(), tries: 1 };
	memory[ASKING_KEY] = asking;
	return asking;
}

/** Keeps the question with the execution: what n8n saves for the node survives the wait. */
export function rememberQuestion(context: IExecuteFunctions, question: Question): void {
	runState(context).memory[MEMORY_KEY] = question as unknown as object;
}

/** The question this run of the node asked in an earlier try, if it did. */
export function askedBefore(context: IExecuteFunctions): Question | undefined {
	const { memory, runIndex } = runState(context);
	const known = memory[MEMORY_KEY] as Question | undefined;
	const isOwn = known?.runIndex === runIndex && known.executionId === context.getExecutionId();
	return isOwn ? known : undefined;
}

/**
 * The question a waiting execution asks; undefined when it asks none. It can be read only: n8n keeps
 * nothing of what a call of a waiting execution changes.
 */
export function waitingQuestion(context: IWebhookFunctions): Question | undefined {
	const node = literal(context.getNode().name);
	const saved = context.evaluateExpression(
		`{{ JSON.stringify($node[${node}].context[${literal(MEMORY_KEY)}] ?? null) }}`,
	) as unknown as string;
	return (JSON.parse(saved) as Question | null) ?? undefined;
}

/** A text as it may stand in an expression, which ends at the first double brace, be it in a text. */
function literal(text: string): string {
	return JSON.stringify(text).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
}
