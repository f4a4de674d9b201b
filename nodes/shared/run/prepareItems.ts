import type { IDataObject, IExecuteFunctions, INode, NodeOperationError } from 'n8n-workflow';

import { optionPath, type Field } from '../fields/field';
import { campaignKeyOption } from '../fields/sendingOptions';
import { addedOptions, choicesByExpression, optionProblem } from './choices';
import { eachGivingWay } from '../service/pause';
import { parameterReader, readWireValues } from './parameters';
import { bodyChecker } from './checkBody';
import { inputError, isTool } from '../service/nodeErrors';
import { runState, type RunState } from '../sentBefore/runState';
import { EarlierTries } from '../sentBefore/campaignMemory';
import { keyChangedError } from '../sentBefore/nodeSettings';
import {
	hasCampaignKey,
	isSettled,
	itemKey,
	remember,
	sendsUnknownAgain,
} from '../sentBefore/sendOnce';
import {
	type Accounts,
	accountsOf,
	type BodyStep,
	type FinalizeRequest,
	type RunItem,
} from '../service/itemCredential';
import type { Accepted } from '../service/readReply';
import type { Effect, Endpoint } from '../service/endpoints';
import type { RowOutcome } from '../service/rowOutcome';
import type { RequestRules } from '../rules/checkRequest';
import { readCampaignKey } from '../rules/campaignKey';

/** An accepted reply, as an operation makes its output of it. */
export type AcceptedReply = Pick<Accepted, 'code' | 'data'>;

/** A refusal that is an answer to the request, unlike a wrong token. */
export interface RefusalAsAnswer {
	/** The service's words (specification, "Error words"). */
	words: RegExp;
	/** The code that represents it in {@link AcceptedReply}. */
	code: string;
}

/** What an operation with a request for each item does. */
export interface PerItemWork {
	/** Script that does the work. */
	endpoint: Endpoint;
	/** What its requests do to the world. */
	effect: Effect;
	/** Its fields: which parameter each fills, and how its value is read. */
	fields: Field[];
	/** Parameters that are always the same, by wire name, such as `act`. */
	fixed?: IDataObject;
	/** Rules of the parameters its fields fill, by wire name; none where there are no fields. */
	rules?: RequestRules;
	/** Steps that put into the request what no field does, before its rules are checked. */
	prepare?: BodyStep[];
	/** Steps that complete a request that keeps the rules. */
	complete?: BodyStep[];
	/** Gives a request its last form when it is its turn, such as the time it is to begin. */
	finalizeRequest?: FinalizeRequest;
	/** A refusal of the service that is an answer, not an error. */
	refusalAsAnswer?: RefusalAsAnswer;
	/**
	 * Makes the data of the output items of an accepted reply. What was accepted need not say so; of a code that is no
	 * success, `outcome` says what became of the item.
	 *
	 * @param request the request's parameters by wire name
	 * @param isRepeat true when an earlier request for the item may have been carried out unseen
	 */
	output(
		reply: AcceptedReply,
		item: RunItem,
		request: IDataObject,
		isRepeat: boolean,
	): Output | Promise<Output>;
	/** What to tell the person of a run that sent something; undefined for nothing. */
	hintOfRun?(context: IExecuteFunctions): string | undefined;
}

/** The data of one output item, or of several. */
export type Output = OutputData | OutputData[];
type OutputData = IDataObject & { outcome?: RowOutcome };

/** An item whose request may be sent as far as its own values are concerned. */
export interface PreparedItem {
	item: RunItem;
	/** Its parameters by wire name. */
	body: IDataObject;
}

/** One try of an operation, and what is known of its items before anything is sent. */
export interface PreparedItems {
	context: IExecuteFunctions;
	node: INode;
	work: PerItemWork;
	run: RunState;
	/** True for "On Error: Stop Workflow". */
	stops: boolean;
	/** Items by number, in their order; none that must not be sent again after an earlier try of the run. */
	ready: Map<number, PreparedItem>;
	/** Why other items cannot be sent. */
	problems: Map<number, Error>;
	/** The phone of each item as entered, where one is known. */
	phones: Map<number, string>;
	/** Why nothing can be sent by this try: the key is not that of an earlier one. */
	keyChanged?: NodeOperationError;
}

/** Reads and checks all items of a run; what is wrong with one is kept, so that all are named together. */
export async function prepareItems(
	context: IExecuteFunctions,
	work: PerItemWork,
): Promise<PreparedItems> {
	const [node, run] = [context.getNode(), runState(context)];
	const prepared: PreparedItems = {
		...{ context, node, work, run, stops: !context.continueOnFail() },
		...{ ready: new Map(), problems: new Map(), phones: new Map() },
	};
	const parameter = parameterReader(context, work.fields);
	const itemAt = itemReader(context, node, parameter);
	const keyAt = hasCampaignKey(node) ? keyReader(parameter) : () => '';
	const prepare = preparer(prepared);
	const earlier = new EarlierTries(run);
	const isSentOnce = work.effect === 'once' && !isTool(node);
	const count = context.getInputData().length;
	let keyChanged: NodeOperationError | undefined;
	await eachGivingWay(Array(count).keys(), async (index) => {
		// What was sent in an earlier try is not checked again: its time may have passed meanwhile.
		const before = isSentOnce ? earlier.of(index, work.effect) : undefined;
		if (before !== undefined) {
			keyChanged ??= keyChangedError(node, keyAt(index), before);
			if (before.phone !== undefined) prepared.phones.set(index, before.phone);
			if (isSettled(before, () => sendsUnknownAgain(context, index))) return;
			// A campaign may have been sent with it: from now on it is a request of its own.
			remember(run, itemKey(run, index), before);
		}
		try {
			const item = await itemAt(index);
			prepared.ready.set(index, { item, body: await prepare(item) });
		} catch (error) {
			prepared.problems.set(index, error as Error);
		}
	});
	if (keyChanged !== undefined) {
		prepared.keyChanged = keyChanged;
		for (const index of prepared.ready.keys()) prepared.problems.set(index, keyChanged);
		prepared.ready.clear();
	}
	return prepared;
}

type ParameterReader = ReturnType<typeof parameterReader>;

/** Makes what reads the Campaign Key of an item; undefined for one that cannot be read. */
function keyReader(parameter: ParameterReader): (index: number) => string | undefined {
	return (index) => {
		try {
			const read = readCampaignKey(parameter(optionPath(campaignKeyOption), '', index));
			return 'value' in read ? read.value : undefined;
		} catch {
			return undefined;
		}
	};
}

function itemReader(
	context: IExecuteFunctions,
	node: INode,
	parameter: ParameterReader,
): (index: number) => Promise<RunItem> {
	const inputs = context.getInputData();
	let accounts: Promise<Accounts> | undefined;
	return async (index) => {
		accounts ??= accountsOf(context);
		const { context: own, token } = await (await accounts).of(index);
		return {
			...{ context: own, node, index, token, json: inputs[index].json },
			parameter: (path, fallback) => parameter(path, fallback, index),
		};
	};
}

/** Makes what turns an item into the parameters of its request. It throws NodeOperationError for one that breaks a rule. */
function preparer({
	context,
	node,
	work,
	phones,
}: PreparedItems): (item: RunItem) => Promise<IDataObject> {
	const { fields, rules = [], fixed = {}, prepare = [], complete = [], finalizeRequest } = work;
	const entered = readWireValues(context, fields);
	const choices = choicesByExpression(node.parameters, fields);
	const options = addedOptions(node, fields);
	const check = bodyChecker(fields, rules);
	return async (item) => {
		let body: IDataObject = { ...entered.at(item.index) };
		const leftOut = choices?.leftOut(({ name, default: usual }) => item.parameter(name, usual));
		if (leftOut !== undefined && 'problem' in leftOut) {
			throw inputError(node, [leftOut.problem], item.index);
		}
		for (const wire of leftOut?.wires ?? []) delete body[wire];
		notePhone(phones, item, body);
		const wrong = options.flatMap((option) => {
			const { wire, path, field } = option;
			// Another choice left it out.
			if (path === field.name && wire !== undefined && !(wire in body)) return [];
			const value = wire === undefined ? item.parameter(path, null) : body[wire];
			return optionProblem(node, option, value) ?? [];
		});
		if (wrong.length > 0) throw inputError(node, wrong, item.index);
		for (const step of prepare) body = await step(item, body);
		body = { ...fixed, ...check(item, body) };
		for (const step of complete) body = await step(item, body);
		// What keeps a request from being sent shows before any other is sent.
		finalizeRequest?.(item, body);
		return body;
	};
}

/** Notes the phone of an item as it was entered, by which its error names it. */
function notePhone(
	phones: Map<number, string>,
	{ index }: RunItem,
	{ list, to, phone }: IDataObject,
): void {
	const entered = list ?? to ?? phone;
	if (typeof entered === 'string' || typeof entered === 'number')
		phones.set(index, String(entered));
}
