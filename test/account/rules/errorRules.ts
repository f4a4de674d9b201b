import { errorClaims } from '../claims';
import { isCalm, type Scenario } from '../scenario';
import { counts, type Case } from './case';
import { checkDoubt, compare } from './ledgerRules';

/** An error lists so many rows; its first line counts them all. */
const MOST_LISTED = 100;
const countedIn = (message: string): number =>
	Number(/^(\d+)(?: of \d+)? items cannot be sent/.exec(message)?.[1]);

/** The rows of an error: it names each bad one before anything has left, and says what left. */
export function checkError(checked: Case): void {
	const { scenario, observed, duties, given, deeds, report } = checked;
	const error = observed.result.error!;
	if (scenario.onError !== 'stopWorkflow') {
		report('stopped under Continue', error.message);
	}
	const { named, done, unknown, open, codes } = errorClaims(error);
	const bad = given.filter((row) => duties[row].verdict === 'bad');
	const said = `"${error.message}" / "${String((error as { description?: unknown }).description)}"`;
	if (bad.length > 0 && deeds.length > 0) {
		report('sent beside a bad row', `row ${bad[0]} is bad, and the service holds ${deeds[0].key}`);
	}
	if (!failsBefore(scenario)) {
		const areCounted = named.size === MOST_LISTED && countedIn(error.message) >= bad.length;
		const unnamed = areCounted ? [] : bad.filter((row) => !named.has(row));
		if (unnamed.length > 0) report('unnamed bad row', `rows ${unnamed.join(', ')} in ${said}`);
		if (observed.requests > 0 && given.length > 0 && named.size === 0) {
			report('unnamed failure', `no row is named in ${said}`);
		}
	}
	const withCode = deeds.filter(({ code }) => code !== undefined && codes.has(code));
	const doneKeys = counts([...done].flatMap((row) => duties[row]?.key ?? []));
	for (const [key, count] of counts(withCode.map(({ key }) => key))) {
		doneKeys.set(key, Math.max(count, doneKeys.get(key) ?? 0));
	}
	const unknownRows = [...new Set([...unknown, ...open])].filter((row) => !done.has(row));
	compare(
		checked,
		{ done: doneKeys, unknown: counts(unknownRows.flatMap((row) => duties[row]?.key ?? [])) },
		said,
	);
	const mustGo = given.every((row) => duties[row].verdict === 'good');
	if (mustGo && isCalm(scenario)) report('good row refused', `all rows are good: ${said}`);
	checkDoubt(checked, unknown.size > 0);
}

/** Whether something the node needs before it looks at the rows may fail: then no row need be named. */
function failsBefore({ credential, faults, choices }: Scenario): boolean {
	const asksBalance = choices.checkBalance && (choices.poor || faults.length > 0);
	return credential !== undefined || asksBalance || faults.some(({ target }) => target !== 'send');
}
