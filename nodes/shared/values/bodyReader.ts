// How fields become the body of a request.
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Field, wireFields, wireParameters } from '../fields/field';
import { filePlaceholder } from '../files/fileAddress';
import { countRecipients } from '../rules/lists';
import { type FieldProblem, EMPTY, isEmpty, type Problem, type Reader } from '../rules/reader';
import { SERVICE_TIME_ZONE } from '../rules/timeZones';
import { scheduleParts } from '../rules/times';
import type { Account } from '../service/connection';
import { addressWithKey, ownAddresses, type Channel } from '../service/notificationAddress';
import { addedOptions, optionError, optionProblem, unknownChoice } from './addedOptions';
import type { FileRead } from './itemFiles';
import { typedText, type Parse, type TextAt } from './mergeTextReader';
import { parameterReader, readsSiblings, readWireValues, valueIn } from './parameters';
import type { BrokenRule, CheckContext, CrossFieldRule, RequestRules } from './rowsKind';

/** What a body is made of. */
interface BodyParts {
	fields: Field[];
	rules?: RequestRules;
	/** Fills or refuses typed braces in a text. */
	braces: Parse;
	/** True if options that fill no parameter are read once for the run. */
	hasRunOptions?: boolean;
}

/** An item's values by wire name, and the problems found so far. */
interface Entered {
	values: IDataObject;
	problems: FieldProblem[];
}

/** Reads the bodies of a run's requests: the only way from the panel to the service. */
export interface BodyReader {
	/** True if all items have the same values. */
	isConstant: boolean;
	/**
	 * Evaluates an item's values.
	 *
	 * @param file instead of a link
	 * @throws NodeOperationError for an expression that fails
	 */
	enteredFor(item: number, json: IDataObject, file?: FileRead): Entered;
	/** Makes the body by the fields' readers and the rules, or lists all problems. */
	bodyOf(
		entered: Entered,
		context: CheckContext,
	): { body: IDataObject } | { problems: FieldProblem[] };
}

/**
 * Prepares the reading of bodies. Values without an expression are read once.
 *
 * @throws NodeOperationError for a choice that the panel does not offer
 */
export function bodyReader(context: IExecuteFunctions, parts: BodyParts): BodyReader {
	const { fields, rules = [], hasRunOptions = false } = parts;
	const node = context.getNode();
	const parameters = wireParameters(fields);
	const texts = textReaders(context, parts);
	const values = readWireValues(context, fields, Object.keys(texts));
	const parameter = parameterReader(context, fields);
	const unknown = unknownChoice(node, fields);
	if (unknown !== undefined) throw optionError(node, unknown.field, unknown);
	const options = addedOptions(node, fields).filter(
		({ wire }) => wire !== undefined || !hasRunOptions,
	);
	return {
		isConstant: values.constant && Object.keys(texts).length === 0,
		enteredFor(item, json, file) {
			const entered: IDataObject = { ...values.at(item) };
			const problems: FieldProblem[] = [];
			for (const [wire, textAt] of Object.entries(texts)) {
				const text = textAt(item, json);
				if ('problem' in text) problems.push({ field: parameters[wire].label, ...text.problem });
				else entered[wire] = (text.value ?? null) as IDataObject;
			}
			if (file !== undefined) {
				if ('problem' in file) problems.push(file.problem);
				else entered.fileurl = filePlaceholder(file.value);
			}
			for (const option of options) {
				const { wire, path, field } = option;
				if (problems.some((each) => each.field === field.displayName)) continue;
				const value = wire === undefined ? parameter(path, null, item) : entered[wire];
				const wrong = optionProblem(node, option, value);
				if (wrong !== undefined) problems.push(wrong);
			}
			return { values: entered, problems };
		},
		bodyOf({ values: entered, problems: before }, given) {
			const known = new Set(before.map(({ field }) => field));
			// Rules over several values are skipped if one value is wrong.
			const checked = checkRequest(parameters, before.length > 0 ? [] : rules, entered, given);
			const found = 'problems' in checked ? checked.problems : [];
			const problems = [...before, ...found.filter(({ field }) => !known.has(field))];
			if ('body' in checked && problems.length === 0) return checked;
			return { problems };
		},
	};
}

/** Readers of texts with braces that a person may have typed. */
function textReaders(
	context: IExecuteFunctions,
	{ fields, braces }: BodyParts,
): Record<string, TextAt> {
	const saved = context.getNode().parameters;
	const readers: Record<string, TextAt> = {};
	for (const { wire, path, label, isText } of wireFields(fields)) {
		const text = valueIn(saved, path.split('.'));
		const isRead = isText && typeof text === 'string' && text.includes('{');
		if (!isRead || readsSiblings(text)) continue;
		readers[wire] = typedText(context, text, label, braces).at;
	}
	return readers;
}

/** The parameters that fields fill, by wire name, with labels and readers. */
export type Parameters = Record<string, { label: string; reader: Reader; isRequired?: boolean }>;

type CheckedRequest = { body: IDataObject } | { problems: FieldProblem[] };

/**
 * Makes a body from values by wire name, each read by its reader. Then the rules check them
 * together. Empty values are left out.
 */
export function checkRequest(
	parameters: Parameters,
	rules: RequestRules,
	entered: IDataObject,
	context: CheckContext,
): CheckedRequest {
	const labelOf = (wire: string) => parameters[wire]?.label ?? wire;
	const named = (wire: string, found: Problem) => ({ ...found, field: labelOf(wire) });
	const problems: FieldProblem[] = [];
	const body: IDataObject = {};

	for (const [wire, value] of Object.entries(entered)) {
		if (isEmpty(value)) continue;
		// Values without a field are the node's own.
		const read = parameters[wire]?.reader(value) ?? { value };
		if ('problem' in read) problems.push(named(wire, read.problem));
		else if (read.value !== undefined) body[wire] = read.value as IDataObject;
	}
	for (const [wire, { isRequired }] of Object.entries(parameters)) {
		if (isRequired && isEmpty(entered[wire])) problems.push(named(wire, EMPTY));
	}
	if (problems.length > 0) return { problems };

	for (const rule of rules) {
		problems.push(
			...[rule(body, { ...context, entered }) ?? []]
				.flat()
				.map(({ wire, besides, ...found }) =>
					named(
						wire,
						besides === undefined
							? found
							: { ...found, rule: `${found.rule} '${labelOf(besides)}'` },
					),
				),
		);
	}
	return problems.length > 0 ? { problems: withoutRepeats(problems) } : { body };
}

/** Two rules may name the same value. */
function withoutRepeats(problems: FieldProblem[]): FieldProblem[] {
	const seen = new Map(problems.map((each) => [`${each.field} ${each.rule}`, each]));
	return [...seen.values()];
}

/**
 * Replaces the entered time with the service's five parts (specification, "Shared sending
 * parameters": all five together). `sendAt` and `timeZone` are not wire names: they leave the body.
 */
export const schedule: CrossFieldRule = (body, { now, clock }) => {
	const { sendAt, timeZone: chosen = SERVICE_TIME_ZONE } = body;
	delete body.sendAt;
	delete body.timeZone;
	if (sendAt === undefined) return undefined;
	const parts = scheduleParts(sendAt, String(chosen), now, clock);
	if ('problem' in parts) return { wire: 'sendAt', ...parts.problem };
	Object.assign(body, parts.value);
	return undefined;
};

/**
 * Adds the key to a body's notification URL if it leads to a trigger of this n8n.
 *
 * @param channel the key's channel; none if the service sends no notifications
 */
export function addNotificationKey(
	body: IDataObject,
	channel: Channel | undefined,
	{ token, context }: Account,
): void {
	if (channel === undefined || body.nu === undefined) return;
	body.nu = addressWithKey(String(body.nu), token, channel, () => ownAddresses(context));
}

/** A single number allows no email (specification, "Shared sending parameters", `ne`). */
export function noEmailForSingleNumber(body: IDataObject): BrokenRule | undefined {
	return body.ne !== undefined && countRecipients(body) === 1
		? {
				wire: 'ne',
				rule: 'is not possible for a single number',
				fix: 'Remove the email address, or use the notification phone or URL.',
			}
		: undefined;
}

/**
 * Exactly one of several parameters, by wire name. A missing one is reported on the field that was
 * shown, a second one on the later field.
 */
export function exactlyOneOf(...wires: string[]): CrossFieldRule {
	return (body, { entered = {} }) => {
		const [first, second] = wires.filter((wire) => body[wire] !== undefined);
		if (first === undefined) {
			const shown =
				wires.find((wire) => entered[wire] !== undefined && entered[wire] !== null) ??
				wires.find((wire) => wire in entered);
			return { wire: shown ?? wires[0], ...EMPTY };
		}
		return second === undefined
			? undefined
			: {
					wire: second,
					besides: first,
					rule: 'cannot be used together with',
					fix: 'Clear one of the two fields.',
				};
	};
}
