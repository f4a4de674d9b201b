// The errors of this package, in the verbs of their operation.
import {
	type IDataObject,
	type INode,
	type JsonObject,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type FieldProblem, asText, isEmpty, quoted } from '../rules/reader';
import type { OutcomeOfError } from './rowOutcome';

/** The texts of an error. */
export interface ErrorTexts {
	/** What happened, as a sentence without a full stop. */
	message: string;
	/** How to fix it, in sentences. */
	description: string;
}

/** What an error says, and what a workflow reads from it. */
export interface ErrorParts extends ErrorTexts {
	itemIndex?: number;
	httpCode?: string;
	/** What became of its row; refused if it is left out. */
	outcome?: OutcomeOfError;
	context?: IDataObject;
}

/** An error of what was entered, or of the run: nothing was sent. */
export function operationError(node: INode, parts: ErrorParts): NodeOperationError {
	const { message, description, itemIndex } = parts;
	return withParts(new NodeOperationError(node, message, { description, itemIndex }), parts);
}

/** An error of a request that was sent, or of its answer. */
export function requestError(node: INode, parts: ErrorParts): NodeApiError {
	const { message, description, itemIndex, httpCode } = parts;
	const options = { message, description, httpCode, itemIndex };
	return withParts(new NodeApiError(node, {} as JsonObject, options), parts);
}

/** n8n swaps the texts of known HTTP and network codes for its own, which say less. */
function withParts<T extends NodeApiError | NodeOperationError>(
	error: T,
	{ message, description, outcome, context }: ErrorParts,
): T {
	error.message = message;
	error.description = description;
	Object.assign(error.context, context, { outcome });
	return error;
}

/** An error that n8n shows with its node; wraps one that comes from elsewhere. */
export function asNodeError(node: INode, error: unknown): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}

/** Tells whether an error leaves open what the service did. */
export function isUnknownOutcome(error: unknown): error is NodeApiError {
	return error instanceof NodeApiError && error.context.outcome === 'unknown';
}

/** What happened and what to do, of any error. */
export function textsOf(error: { message: string; description?: string | null }): ErrorTexts {
	return { message: error.message, description: String(error.description ?? '') };
}

/** The error for values that break a rule: which fields, which rules, how to fix them. */
export function inputError(
	node: INode,
	problems: FieldProblem[],
	itemIndex: number,
): NodeOperationError {
	const [first, ...others] = problems.map(({ field, rule }) => `${field} ${rule}`);
	const more = others.length === 0 ? '' : ` (and ${others.length} more: ${others.join('; ')})`;
	// One is enough: correcting it shows what is left.
	const [{ fix }] = problems;
	const texts = {
		message: `${first}${more}`,
		description: `${fix} ${nothingDone(node)}`,
	};
	return quietError(node, texts, itemIndex);
}

/** An error whose texts may hold data of its item: n8n logs them without it, the item gets all. */
export function quietError(node: INode, texts: ErrorTexts, itemIndex: number): NodeOperationError {
	const { message, description } = quietTexts(node, texts);
	return operationError(node, {
		message: messageForModel(node, message, texts.description),
		description,
		itemIndex,
		context: { texts: { ...texts } },
	});
}

/** What is said of an item that a rule refuses. */
export function nothingDone(node: INode): string {
	return `Nothing was ${verbsOf(node).done} for this item.`;
}

/** Tells whether an AI agent uses the node: n8n gives tools a node type of their own. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool');
}

/** Tells whether the node is a tool's human review (n8n 2.41, `hitl-tools`), set up by a person. */
export function isReview(node: INode): boolean {
	return node.type.endsWith('HitlTool');
}

/**
 * The message of an error; for a tool with the fix, because a model sees nothing else.
 *
 * @param description how to fix it, in sentences
 */
export function messageForModel(node: INode, message: string, description: string): string {
	return isTool(node) && !message.includes(description) ? `${message}. ${description}` : message;
}

const LEFT_OUT = '…';
/**
 * Quoted names that are no values: columns, words of templates, signs. Those of fields and options
 * are in single quotes, so they stay too.
 */
const NAME = /"(?:\.\.|\/\/)"|(?<=\bfield )"[\w.-]+"|(?<=\b(?:after|before) )"[^"]*"/gi;
/** A phone or a code, also with signs between its digits. */
const LONG_NUMBER = /\+?\d(?:[\s().-]*\d){4,}/g;

/**
 * The texts for an error that n8n may log.
 *
 * n8n logs the messages of an error that stops a node and of its causes, at any level. At its usual
 * level, it logs neither description nor context (n8n-core 2.0 and 2.41, `reportNodeExecutionError`
 * and `ErrorReporter`). So data of a row is only in the description. The message names field and
 * rule, and quotes what is typed in the node.
 *
 * @returns a message without quoted data and long numbers; if it lost any, the description begins
 *   with the whole sentence
 */
export function quietTexts(node: INode, texts: ErrorTexts): ErrorTexts {
	return quietly(texts, withoutNumbers(withoutQuoted(texts.message, quotedIn(node))));
}

/** The same for a message that quotes the service, whose words stay, except long numbers. */
export function quietNumbers(texts: ErrorTexts): ErrorTexts {
	return quietly(texts, withoutNumbers(texts.message));
}

function quietly({ message, description }: ErrorTexts, quiet: string): ErrorTexts {
	return quiet === message
		? { message, description }
		: { message: quiet, description: `${message.replace(/\.$/, '')}. ${description}`.trim() };
}

function withoutNumbers(sentence: string): string {
	return sentence.replace(LONG_NUMBER, LEFT_OUT);
}

/** What is typed in a node's fields, whole and between commas, as messages quote it. */
function quotedIn({ parameters }: INode): string[] {
	const typed = new Set<string>();
	const visit = (value: unknown): void => {
		if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
		const text = asText(value) ?? '';
		// An expression reads the data.
		if (isEmpty(text) || text.startsWith('=')) return;
		for (const part of [text, ...text.split(',')]) typed.add(quoted(part));
	};
	visit(parameters);
	return [...typed].sort((a, b) => b.length - a.length);
}

/** From the first quoted value to the last quote: a value may hold quotes itself. */
function withoutQuoted(sentence: string, shown: string[]): string {
	const names: string[] = [];
	const hidden = (name: string) => `\0${names.push(name) - 1}\0`;
	const bare = shown.reduce((text, each) => text.replaceAll(each, hidden), sentence);
	const quiet = bare.replace(NAME, hidden).replace(/"[^]*"/, `"${LEFT_OUT}"`);
	return quiet.replace(/\0(\d+)\0/g, (_mark, index: string) => names[Number(index)]);
}

/** The texts of an error for an item; n8n logs no items. */
export function fullTexts(error: { message: string; description?: string | null }): ErrorTexts {
	const { texts } = ((error as Partial<NodeApiError>).context ?? {}) as { texts?: ErrorTexts };
	return texts ?? textsOf(error);
}

/** The verbs of an operation, for its errors and hints. */
export interface Verbs {
	/** What an item was, for example `sent`. */
	done: string;
	/** What it does with items, for example `send`. */
	toDo: string;
	/** The verb with what goes before an item, for example `send to`. */
	toDoFor: string;
	/** Whether doing it again does no harm. */
	mayRepeat?: boolean;
	/** Whether it only asks, so that its output needs no outcome of a row. */
	onlyAsks?: boolean;
}

const sending: Verbs = { done: 'sent', toDo: 'send', toDoFor: 'send to' };
const reading = { ...verbs('read', 'read'), onlyAsks: true };
const checking = verbs('checked', 'check');
const adding = { ...verbs('added', 'add'), mayRepeat: true };
const removing = { ...verbs('removed', 'remove'), mayRepeat: true };

/** By the value of the Operation field, which means the same in every node. */
const byOperation: Record<string, Verbs> = {
	send: sending,
	sendCampaign: sending,
	sendTemplate: sending,
	sendTemplateCampaign: sending,
	sendReply: sending,
	sendAndWait: sending,
	requestCode: sending,
	verifyCode: checking,
	verify: checking,
	check: { ...checking, onlyAsks: true },
	add: adding,
	addMany: adding,
	remove: removing,
	removeMany: removing,
	update: { done: 'changed', toDo: 'change', toDoFor: 'change the balances of' },
	delete: verbs('deleted', 'delete'),
	run: { done: 'started', toDo: 'start', toDoFor: 'start the automation for' },
	get: reading,
	getAll: reading,
	getStatus: reading,
	wait: reading,
};

/** The verbs of a node's operation; those of sending if it has none. */
export function verbsOf({ parameters }: Pick<INode, 'parameters'>): Verbs {
	return byOperation[String(parameters?.operation)] ?? sending;
}

function verbs(done: string, toDo: string): Verbs {
	return { done, toDo, toDoFor: toDo };
}
