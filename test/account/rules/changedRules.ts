import { identifyPhone } from '../../../emulator/rules/phones';
import { isNewKey } from '../changedNode';
import { errorClaims, outputClaims, type Claim } from '../claims';
import { operationOf } from '../operations';
import type { Deed } from '../operations/operation';
import type { Scenario } from '../scenario';
import { counts, show, type Case } from './case';
import { certain } from './ledgerRules';

/** What an execution did before its node was changed. */
type Before = Pick<Case, 'scenario' | 'observed' | 'duties' | 'deeds'>;

/**
 * "Retry with currently saved workflow": nothing is done a second time for an item, what comes out says what was done
 * and for whom, and what was only tried out is done.
 *
 * @param checked the changed node, with what the service holds of both executions
 */
export function checkChanged(checked: Case, before: Before): void {
	const { result } = checked.observed;
	const claims = result.error ? [] : outputClaims(result, checked.scenario);
	if (result.error === undefined) {
		for (const row of checked.given) {
			const places = claims.filter((claim) => claim.row === row).length;
			if (places !== 1) checked.report('place', `row ${row} is in ${places} items`);
		}
	}
	checkEnd(checked, claims);
	if (isRefusedByKey(checked, before)) checkRefused(checked, before);
	else checkGoesOn(checked, before.observed.sends);
	if (operationOf(checked.scenario.operation).code === undefined) return;
	const codes = new Set(before.deeds.map(({ code }) => code));
	const deeds = checked.deeds.filter(({ code }) => !codes.has(code));
	checkOnce(checked, before, deeds);
	for (const claim of claims.filter(({ kind }) => kind === 'done')) {
		checkClaim(checked, before, deeds, claim);
	}
	checkTold(checked, deeds, claims);
	const { sentOnceMore = 0 } = checked.observed;
	if (sentOnceMore > 0 && !checked.scenario.choices.sendAgain)
		checked.report('twice', `${sentOnceMore} requests of the next execution with the same key`);
}

/** Whether the key is new to what an execution sent before, or may have. A test is not the message. */
function isRefusedByKey({ scenario }: Case, { observed, deeds }: Before): boolean {
	const { unknown } = errorClaims(observed.result.error!);
	return isNewKey(scenario) && scenario.changed !== 'real' && deeds.length + unknown.size > 0;
}

/** The error names the key, where there is still something to send, and nothing leaves. */
function checkRefused({ scenario, observed, given, report }: Case, before: Before): void {
	const { error } = observed.result;
	const said = `${error?.message} ${String((error as { description?: unknown })?.description)}`;
	const { unknown } = errorClaims(before.observed.result.error!);
	const isOver = (row: number) =>
		unknown.has(row) || before.deeds.some(({ key }) => key === before.duties[row].key);
	if (!said.includes('Campaign Key') && !given.every(isOver)) report('key not refused', said);
	const endpointOf = ({ operation }: Scenario) => operationOf(operation).endpoint;
	const isSame = endpointOf(scenario) === endpointOf(before.scenario);
	const left = observed.sends - (isSame ? before.observed.sends : 0);
	if (left > 0) report('key not refused', `${left} requests left`);
}

/** Whether what was done before counts as what the changed node asks for: a test is not the message. */
function isSameSending({ scenario: { changed } }: Case): boolean {
	return changed !== 'real';
}

/** What the changed node asks for, and for each item at most one message of both. */
function checkOnce(checked: Case, before: Before, deeds: Deed[]): void {
	const { scenario, duties, given, report } = checked;
	for (const [key, count] of counts(deeds.map((deed) => deed.key))) {
		const due = given.filter((row) => duties[row].key === key).length;
		if (due === 0) report('not asked for', `the changed node sends ${key}, which no row asks for`);
		else if (count > due) report('twice', `the changed node sends ${key} ${count} times`);
	}
	const all = (isSameSending(checked) ? before.deeds.length : 0) + deeds.length;
	if (all > given.length && !scenario.choices.sendAgain) {
		report('twice', `${all} messages of both executions for ${given.length} rows`);
	}
}

/** A row that is done was done under that code, as it was or as it is now, for the person who is named. */
function checkClaim(checked: Case, before: Before, deeds: Deed[], { row, code, item }: Claim) {
	const { recipient, outcome, duplicateOf } = item!.json;
	const isSentBefore = outcome === 'alreadySent';
	const asked = [checked.duties[row]?.key];
	if (isSameSending(checked)) asked.push(before.duties[row]?.key);
	// The person has the message already, by another row of the first try.
	if (typeof duplicateOf === 'number') asked.push(before.duties[duplicateOf]?.key);
	const held = isSameSending(checked) ? [...before.deeds, ...deeds] : deeds;
	const own = held.filter(
		(deed) => (deed.code === code || isSentBefore) && asked.includes(deed.key),
	);
	const isNamed = ({ key }: Deed) =>
		typeof recipient !== 'string' ||
		!key.startsWith('[') ||
		(JSON.parse(key) as string[])[0] === identifyPhone(recipient)?.phone;
	if (!own.some(isNamed)) {
		checked.report('false success', `row ${row} of a changed node: ${show(item!.json)}`);
	}
}

/** An item or the error says what the changed node did. */
function checkTold({ observed, duties, report }: Case, deeds: Deed[], claims: Claim[]): void {
	const said = observed.result.error && errorClaims(observed.result.error);
	const codes = new Set<unknown>([...claims.map(({ code }) => code), ...(said?.codes ?? [])]);
	const rows = [
		...claims.flatMap(({ row, kind }) => (kind === 'unknown' ? row : [])),
		...(said?.done ?? []),
		...(said?.unknown ?? []),
	];
	const keys = new Set(rows.map((row) => duties[row]?.key));
	const untold = deeds.find(({ code, key }) => !codes.has(code) && !keys.has(key));
	if (untold) report('untold', `the changed node did ${untold.key}, and no claim says so`);
}

/** Where a row is in the end what the changed node was to make of it. */
function checkEnd({ scenario, observed, duties, report }: Case, claims: Claim[]): void {
	const { endsAs } = operationOf(scenario.operation);
	for (const { row, isError, item } of claims) {
		if (isError || endsAs === undefined || duties[row].verdict === 'bad') continue;
		const { reading = '' } = scenario.rows[row].phone;
		// What was done before the node was changed is not done again for another phone.
		const { phone } = identifyPhone(String(item?.json.phone)) ?? { phone: reading };
		if (!endsAs(observed.members, phone)) {
			report('false success', `row ${row} of a changed node is not so: ${show(item?.json)}`);
		}
	}
}

/** Where all failures are over, after so many requests of the first try, and left nothing open, good rows go. */
function checkGoesOn({ scenario, observed, duties, report }: Case, sends: number): void {
	const isOver = scenario.faults.every(
		({ rule: { kind, nth = Infinity, times } }) =>
			certain.includes(kind) && nth <= sends && times === undefined,
	);
	const { error } = observed.result;
	if (!isOver || error === undefined) return;
	if (duties.every(({ verdict }) => verdict === 'good')) {
		report('good row refused', `a changed node fails again: ${error.message}`);
	}
}
