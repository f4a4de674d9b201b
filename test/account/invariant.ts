import { operationOf } from './operations';
import { throwsFor, type Duty } from './operations/operation';
import type { Case, Violation } from './rules/case';
import { checkChanged } from './rules/changedRules';
import { checkError } from './rules/errorRules';
import { checkBalance, checkNobodyElse } from './rules/ledgerRules';
import { checkOutputs } from './rules/outputRules';
import type { Observed } from './runScenario';
import type { Scenario } from './scenario';

/**
 * The account: what the outputs or the error claim is what the service holds, and every row is in one place.
 *
 * @returns what does not hold; nothing when all is well
 */
export function violations(scenario: Scenario, observed: Observed): Violation[] {
	const found: Violation[] = [];
	const report = (rule: string, message: string) => {
		if (!found.some((each) => each.rule === rule)) found.push({ rule, message });
	};
	const checked = caseOf(scenario, observed, report);
	checkNobodyElse(checked);
	checkBalance(checked);
	const operation = operationOf(scenario.operation);
	for (const message of operation.alsoHolds?.(observed.deeds, scenario) ?? [])
		report('blast', message);
	if (observed.result.error === undefined) checkOutputs(checked);
	else checkError(checked);
	for (let next = observed.afterChange; next; next = next.observed.afterChange)
		checkChanged(caseOf(next.scenario, next.observed, report), checked);
	return found;
}

/** What is to become of each row. */
function caseOf(scenario: Scenario, observed: Observed, report: Case['report']): Case {
	const operation = operationOf(scenario.operation);
	const { rows, executeOnce } = scenario;
	const duties = rows.map((row, index): Duty => {
		const duty = operation.duty(row, index, scenario);
		const isRead = duty.isLeftOut !== true || row.throws === 'recipient';
		return isRead && throwsFor(operation, row, scenario) ? { verdict: 'bad' } : duty;
	});
	const all = rows.map((_, index) => index);
	const given = all.slice(0, executeOnce ? 1 : operation.looksAt?.(scenario));
	return { scenario, observed, duties, given, deeds: observed.deeds, report };
}
