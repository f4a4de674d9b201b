import type { EndpointName } from '../protocol/endpointNames';
import type { Params } from '../protocol/params';

/** What can go wrong on request; `emulator/README.md` describes each. */
export const faultKinds = [
	'http500',
	'http429',
	'resetBefore',
	'resetAfter',
	'delay',
	'cutJson',
	'emptyBody',
	'plainError',
	'errorWithoutAction',
	'redirect',
	'wrongContentType',
	'hugeReply',
	'undocumented',
] as const;
/** One of `faultKinds`. */
export type FaultKind = (typeof faultKinds)[number];

/** Whether the service does the work before each fault, where the rule does not say. */
const acceptsByDefault: Record<FaultKind, boolean> = {
	http500: false,
	http429: false,
	resetBefore: false,
	resetAfter: true,
	delay: true,
	cutJson: true,
	emptyBody: true,
	plainError: false,
	errorWithoutAction: false,
	redirect: false,
	wrongContentType: true,
	hugeReply: true,
	undocumented: false,
};

/** Kinds whose name already says whether the work is done. */
const fixedAcceptance: FaultKind[] = ['resetBefore', 'resetAfter', 'delay'];

/** A rule that makes requests fail. */
export interface FaultRule {
	kind: FaultKind;
	/** Only this script; every script when left out. */
	endpoint?: EndpointName;
	/** Only requests whose parameters have these values. */
	match?: Record<string, string>;
	/** First matching request to fail, 1 by default. */
	nth?: number;
	/** How many fail from there on: 1 when `nth` is given, otherwise all. */
	times?: number;
	/** Whether the service does the work before the fault; only where both make sense. */
	accept?: boolean;
	/** `delay`: wait in ms, 1000 by default. */
	ms?: number;
	/** `http429`: seconds in Retry-After, 1 by default. */
	retryAfter?: number;
	/** `plainError`, `errorWithoutAction`: the text. */
	description?: string;
	/** `redirect`: where to; an address of the emulator that records visits by default. */
	location?: string;
	/** `hugeReply`: bytes, 5 MB by default. */
	bytes?: number;
	/** `undocumented`: the whole body, `MAINTENANCE` by default. */
	body?: string;
	/** `undocumented`: Content-Type; JSON's for a body that is JSON, plain text for any other by default. */
	contentType?: string;
	/** `undocumented`: HTTP status, 200 by default. */
	status?: number;
}

interface Armed {
	rule: FaultRule;
	/** Requests that matched, also those that another rule failed. */
	seen: number;
	/** Requests it failed. */
	failed: number;
}

/**
 * The rules in force. The first that applies to a request wins. A rule fails as many requests as it says: one that another
 * rule failed counts for its `nth`, not for its `times`.
 */
export class Faults {
	private armed: Armed[] = [];

	/** @param changed is called after every change */
	constructor(private readonly changed: () => void) {}

	/** Adds rules behind those in force. Throws for a kind that does not exist, or when `accept` contradicts it. */
	add(rules: FaultRule[]): void {
		for (const { kind, accept } of rules) {
			if (!faultKinds.includes(kind)) throw new Error(`no fault ${String(kind)}`);
			if (
				fixedAcceptance.includes(kind) &&
				accept !== undefined &&
				accept !== acceptsByDefault[kind]
			) {
				throw new Error(`${kind} has no choice of accept`);
			}
		}
		this.armed.push(...rules.map((rule) => ({ rule, seen: 0, failed: 0 })));
		this.changed();
	}

	/** The rules in force. */
	list(): FaultRule[] {
		return this.armed.map(({ rule }) => rule);
	}

	/** The rules in force, each with how many more requests it fails; null is without end. */
	outstanding(): Array<{ rule: FaultRule; left: number | null }> {
		return this.armed.map(({ rule, failed }) => {
			const times = timesOf(rule);
			return { rule, left: times === Infinity ? null : times - failed };
		});
	}

	/** No more faults. */
	clear(): void {
		this.armed = [];
		this.changed();
	}

	/** The fault for a request, if any. */
	take(endpoint: EndpointName, params: Params): FaultRule | undefined {
		const matching = this.armed.filter(({ rule }) => matches(rule, endpoint, params));
		for (const armed of matching) armed.seen += 1;
		const taken = matching.find(applies);
		if (taken === undefined) return undefined;
		taken.failed += 1;
		this.changed();
		return taken.rule;
	}
}

/** Whether the service does the work of a request that a rule spoils. */
export function acceptsWork(rule: FaultRule): boolean {
	return rule.accept ?? acceptsByDefault[rule.kind];
}

function matches(rule: FaultRule, endpoint: EndpointName, params: Params): boolean {
	if (rule.endpoint !== undefined && rule.endpoint !== endpoint) return false;
	return Object.entries(rule.match ?? {}).every(
		([name, value]) => String(params.raw(name) ?? '') === value,
	);
}

function applies({ rule, seen, failed }: Armed): boolean {
	return seen >= (rule.nth ?? 1) && failed < timesOf(rule);
}

/** How many requests a rule fails. */
function timesOf({ nth, times }: FaultRule): number {
	return times ?? (nth === undefined ? Infinity : 1);
}
