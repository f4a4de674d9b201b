import { smsParts } from '../../../emulator/rules/smsParts';
import { POOR_BALANCE, type Scenario } from '../scenario';
import { counts, isMerging, type Case } from './case';

/** Nothing is done for no one, and nothing more often than asked for. */
export function checkNobodyElse(checked: Case): void {
	const { duties, given, deeds, report } = checked;
	for (const [key, held] of counts(deeds.map((deed) => deed.key))) {
		const due = given.filter((row) => duties[row].key === key).length;
		if (due === 0) report('not asked for', `the service holds ${key}, which no row asks for`);
		else if (held > (isMerging(checked) ? 1 : due) && !mayRepeat(checked.scenario)) {
			report('twice', `the service holds ${key} ${held} times for ${due} row(s)`);
		}
	}
}

/** With Check Balance nothing leaves that the balance does not suffice for; messages abroad are not counted. */
export function checkBalance(checked: Case): void {
	const { scenario, observed, duties, given, report } = checked;
	const { choices, operation } = scenario;
	const isChecked = choices.checkBalance && choices.poor && operation === 'SMS sendCampaign';
	if (!isChecked || choices.toList || choices.test || choices.onlyEstimate) return;
	const keys = given.flatMap((row) =>
		duties[row].verdict === 'good' ? (duties[row].key ?? []) : [],
	);
	const needed = (isMerging(checked) ? [...new Set(keys)] : keys)
		.map((key) => JSON.parse(key) as [string, string])
		.filter(([phone]) => phone.startsWith('0'))
		.reduce((sum, [, text]) => sum + smsParts(text, 'one'), 0);
	if (needed > POOR_BALANCE && observed.sends > 0) {
		report(
			'balance',
			`${observed.sends} requests left, with ${POOR_BALANCE} of ${needed} messages`,
		);
	}
}

/** Everything held is claimed as done or as unknown, and everything claimed as done is held. */
export function compare(
	checked: Case,
	claimed: { done: Map<string, number>; unknown: Map<string, number> },
	said = '',
): void {
	const { duties, deeds, report } = checked;
	const isOneDeed = isMerging(checked);
	const held = counts(deeds.map(({ key }) => key));
	for (const key of new Set(duties.flatMap((duty) => duty.key ?? []))) {
		const count = held.get(key) ?? 0;
		const atLeast = claimed.done.get(key) ?? 0;
		const atMost = atLeast + (claimed.unknown.get(key) ?? 0);
		const done = isOneDeed ? Math.min(atLeast, 1) : atLeast;
		if (count > 0 && atMost === 0) {
			report('untold', `the service holds ${key}, and no claim says so ${said}`);
		} else if (!isOneDeed && count > atMost && !mayRepeat(checked.scenario)) {
			report('untold', `the service holds ${key} ${count} times, ${atMost} are claimed ${said}`);
		}
		if (count < done) {
			report('false success', `${done} claimed as done, ${count} held of ${key} ${said}`);
		}
	}
}

/** An outcome is open only where a reply was lost, or where the service does not say whom a message limit left out. */
export function checkDoubt({ scenario, report }: Case, isOpen: boolean): void {
	const { mostMessages = Infinity, perRecipient } = scenario.choices;
	const isLimited = perRecipient && mostMessages < scenario.rows.length;
	if (isOpen && !mayLoseReplies(scenario) && !isLimited)
		report('doubt without a cause', 'no reply was lost, yet an outcome is unknown');
}

/** Whether a person wants what may have been done to be done again. */
function mayRepeat(scenario: Scenario): boolean {
	return scenario.choices.sendAgain === true && mayLoseReplies(scenario);
}

/** Whether a fault leaves it open what the service did. */
export function mayLoseReplies({ faults }: Scenario): boolean {
	return faults.some(({ rule }) => !certain.includes(rule.kind));
}

/** Faults after which it is known that nothing was done. */
export const certain: string[] = ['http429', 'plainError', 'errorWithoutAction', 'redirect'];
