import type { IDataObject } from 'n8n-workflow';

import { EMPTY, isEmpty, type Problem, type Reader } from './reader';
import { scheduleParts } from './times';
import { SERVICE_TIME_ZONE } from './timeZones';
import { countRecipients } from './lists';

/** A problem with a field, named as the person sees it in the editor. */
export interface FieldProblem extends Problem {
	field: string;
}

/** What a check may need to know besides the values. */
export interface CheckContext {
	now: Date;
	/** IANA name of the recipient's time zone, where times are the recipient's. */
	clock?: string;
}

interface TogetherContext extends CheckContext {
	/** The values as entered; an empty one is in no body, but its field was shown. */
	entered?: IDataObject;
}

/** What is wrong with a value, by its wire name, and another field that ends the sentence. */
type BrokenRule = Problem & { wire: string; besides?: string };

/** A rule over several values. May change the body. */
export type CrossFieldRule = (
	body: IDataObject,
	context: TogetherContext,
) => BrokenRule | BrokenRule[] | undefined;

/** Rules of one operation's request beside those of its single values: checked in order, once every one is right. */
export type RequestRules = CrossFieldRule[];

/** The parameters that fields fill, by wire name: how each is called in the editor, and read. */
export type Parameters = Record<string, { label: string; reader: Reader; isRequired?: boolean }>;

type CheckedRequest = { body: IDataObject } | { problems: FieldProblem[] };

/**
 * Makes a request's body from values by wire name, each by its reader and all of them by the rules of the
 * specification. Empty values are left out.
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
		// What no field fills comes from the node itself.
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

/** Two rules may miss the same value. */
function withoutRepeats(problems: FieldProblem[]): FieldProblem[] {
	const seen = new Map(problems.map((each) => [`${each.field} ${each.rule}`, each]));
	return [...seen.values()];
}

/**
 * Replaces the entered time by the five parts the service takes (specification, "Shared sending parameters": all
 * five together). `sendAt` and `timeZone` are no wire names and are removed from the body.
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

/** Notifications by email are not possible for a single number (specification, "Shared sending parameters", `ne`). */
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
 * Exactly one of several parameters by wire name. A missing one is reported on the field that was shown and left
 * empty, one too many on the later field.
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
