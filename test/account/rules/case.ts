import { operationOf } from '../operations';
import type { Deed, Duty } from '../operations/operation';
import type { Observed } from '../runScenario';
import type { Scenario } from '../scenario';

/** A way in which a run's claims and the service's ledger disagree. */
export interface Violation {
	/** Short name of the rule. */
	rule: string;
	/** What was seen. */
	message: string;
}

/** What the rules know. */
export interface Case {
	scenario: Scenario;
	observed: Observed;
	duties: Duty[];
	/** Rows the node was given. */
	given: number[];
	deeds: Deed[];
	report(rule: string, message: string): void;
}

/** Whether rows with the same key are one deed. */
export function isMerging({ scenario }: Case): boolean {
	return operationOf(scenario.operation).merges?.(scenario) === true;
}

/** How often each key is there. */
export function counts(keys: string[]): Map<string, number> {
	const found = new Map<string, number>();
	for (const key of keys) found.set(key, (found.get(key) ?? 0) + 1);
	return found;
}

/** Data for a message, cut where it is long. */
export function show(json: unknown): string {
	const text = JSON.stringify(json) ?? '';
	return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
