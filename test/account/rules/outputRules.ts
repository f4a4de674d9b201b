import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { claimed, failures, isErrorItem, outputClaims, rowsOf, type Claim } from '../claims';
import { operationOf } from '../operations';
import type { Deed } from '../operations/operation';
import { isCalm } from '../scenario';
import { counts, isMerging, show, type Case } from './case';
import { checkDoubt, compare, mayLoseReplies } from './ledgerRules';

/** The items of both outputs: each row has its one place, and each claim is true. */
export function checkOutputs(checked: Case): void {
	const { scenario, observed, given, report } = checked;
	const { main, errors } = observed.result;
	const claims = outputClaims(observed.result, scenario);
	for (const item of [...main, ...errors]) {
		if (rowsOf(item).length === 0)
			report('unpaired', `an item leads to no row: ${show(item.json)}`);
	}
	// A preview shows rows that would be refused beside the others.
	const isPreview =
		scenario.choices.onlyEstimate && main.some(({ json }) => json.outcome === 'preview');
	const isStopped = scenario.onError === 'stopWorkflow' && !isPreview;
	if (given.length > 0 && isStopped && main.some(isErrorItem)) {
		report('error item under Stop', 'the workflow goes on with an error item on its main output');
	}
	for (const row of given) {
		const ofRow = claims.filter((claim) => claim.row === row);
		if (ofRow.length !== 1) report('place', `row ${row} is in ${ofRow.length} items`);
	}
	const outside = claims.find(({ row }) => !given.includes(row));
	if (outside) report('place', `an item leads to row ${outside.row}, which the node was not given`);

	checkOutcomes(checked, claims);
	const done = claims.filter(({ kind }) => kind === 'done');
	checkDone(checked, done);
	compare(checked, {
		done: keysOf(checked, done),
		unknown: keysOf(
			checked,
			claims.filter(({ kind }) => kind === 'unknown' || kind === 'open'),
		),
	});
	checkRecipients(checked, done);
	checkShares(checked, done);
	checkOpen(checked, claims);
	checkColumns(checked, claims);
	checkProgress(checked, claims);
	checkDoubt(
		checked,
		claims.some(({ kind }) => kind === 'unknown'),
	);
}

/**
 * Every item says in its first column, in one of the words, what became of its row; n8n puts the columns of a row before
 * what an item of an error output holds. A word of a row that failed is on no item of one that went well, but for what
 * may have been sent, and what the service answers with a result.
 */
function checkOutcomes({ scenario, observed, report }: Case, claims: Claim[]): void {
	const { main } = observed.result;
	const says = ({ json }: INodeExecutionData) => Object.keys(json)[0] === 'outcome';
	const other = main.find((item) => !says(item));
	if (other !== undefined) report('outcome', `it is not the first column of ${show(other.json)}`);
	const { test, onlyEstimate } = scenario.choices;
	for (const { outcome, isError, item } of claims) {
		const isKnown = typeof outcome === 'string' && outcome in claimed;
		const mayBe = isError ? failures.includes(outcome) : outcome !== 'notTried';
		const isOfMode = outcome === 'preview' ? onlyEstimate : outcome !== 'test' || test;
		if (!isKnown || !mayBe || !isOfMode)
			report('outcome', `no row is "${String(outcome)}" in ${show(item?.json)}`);
	}
}

/** What claims to be done was due, and the service holds it under that code. */
function checkDone(checked: Case, done: Claim[]): void {
	const { scenario, duties, deeds, report } = checked;
	const hasCodes = operationOf(scenario.operation).code !== undefined;
	for (const { row, code, item, outcome } of done) {
		const key = duties[row]?.key;
		const held = deeds.filter((deed) => deed.key === key);
		// What an earlier execution sent is claimed without its code.
		const isNamed = hasCodes && outcome !== 'alreadySent';
		const isHeld = isNamed ? held.some((deed) => deed.code === code) : held.length > 0;
		if (key === undefined || !isHeld) {
			report(
				'false success',
				`row ${row} counts as done, the service has nothing of it: ${show(item?.json)}`,
			);
		}
	}
	if (!hasCodes || isMerging(checked)) return;
	const named = done.filter(({ outcome }) => outcome !== 'alreadySent');
	const codes = counts(
		named.flatMap(({ row, code }) => [`${duties[row]?.key} as ${String(code)}`]),
	);
	for (const [code, count] of codes) {
		if (count > 1) report('false success', `${count} rows claim ${code}, which is one`);
	}
}

/** As many recipients as an item says hold its campaign, and the one it names. */
function checkRecipients({ scenario, deeds, report }: Case, done: Claim[]): void {
	const { choices } = scenario;
	for (const { json } of new Set(done.flatMap(({ item }) => item ?? []))) {
		if (
			(json.taskId ?? null) === null ||
			json.messageLimit !== undefined ||
			json.outcome === 'test'
		)
			continue;
		const count = typeof json.recipient === 'string' ? 1 : json.recipientCount;
		if (choices.toList || choices.perRecipient || typeof count !== 'number') continue;
		const held = deeds.filter(({ code }) => code === json.taskId);
		if (held.length !== count) {
			report('recipients', `the service has ${held.length} of ${show(json)}`);
		}
	}
}

/** An answer that leaves something open has a cause: the reply says no more, or one was lost before. */
function checkOpen({ scenario, report }: Case, claims: Claim[]): void {
	const mayStayOpen = operationOf(scenario.operation).mayStayOpen?.(scenario) === true;
	const open = claims.find(({ kind }) => kind === 'open');
	if (open !== undefined && !mayStayOpen && !mayLoseReplies(scenario)) {
		report('open without a cause', `row ${open.row}: ${show(open.item?.json)}`);
	}
}

/** A row that failed can be used again, since its own columns are in its error item; one that is kept stays whole. */
function checkColumns({ scenario, observed, report }: Case, claims: Claim[]): void {
	const keepsRow = operationOf(scenario.operation).keepsRow?.(scenario) === true;
	for (const { row, item, isError } of claims) {
		const input = observed.items[row];
		if (input === undefined || item === undefined || (!isError && !keepsRow)) continue;
		for (const [name, value] of Object.entries(input.json)) {
			if (
				value === undefined ||
				placesOf(item.json, name).some((place) => JSON.stringify(place) === JSON.stringify(value))
			) {
				continue;
			}
			const where = isError ? 'error' : 'success';
			report(`column lost (${where})`, `"${name}" of row ${row} is not in ${show(item.json)}`);
		}
		if (!isError && input.binary !== undefined && item.binary === undefined) {
			report('binary lost', `the binary data of row ${row} is gone`);
		}
	}
}

/** Where a column may stand: under its name, or under the one key the node keeps for names it needs itself; all under `message` where n8n allows no more. */
function placesOf(json: IDataObject, name: string): unknown[] {
	const all = [json, json.message] as Array<IDataObject | undefined>;
	return all.flatMap((each) => [each?.[name], (each?.inputColumns as IDataObject)?.[name]]);
}

/** Where nothing fails that the rows depend on, good rows go; what is left out was to be. */
function checkProgress({ scenario, duties, given, report }: Case, claims: Claim[]): void {
	const leftOut = claims.filter(({ outcome }) => outcome === 'leftOut');
	for (const { row, item } of leftOut) {
		if (!duties[row]?.isLeftOut) report('left out', `row ${row}: ${show(item?.json)}`);
	}
	const failed = claims.filter(({ isError }) => isError);
	if (!isCalm(scenario)) return;
	const stopped = failed.find(({ row }) => given.includes(row) && duties[row].verdict === 'good');
	if (stopped) report('good row refused', `row ${stopped.row}: ${show(stopped.item?.json)}`);
}

function keysOf({ duties }: Case, claims: Claim[]): Map<string, number> {
	return counts(claims.flatMap(({ row }) => duties[row]?.key ?? []));
}

/**
 * Where each row has an item of its own, the items of a campaign together claim what the service holds of
 * it: its numbers as the request spells them, each message once, and of a row that shares one, whose.
 */
function checkShares(checked: Case, done: Claim[]): void {
	const { operation, choices } = checked.scenario;
	if (!operationOf(operation).isCollective || !choices.perRecipient || choices.toList) return;
	const byCode = new Map<string, Claim[]>();
	for (const claim of done) {
		const { code } = claim;
		if (typeof code !== 'string') continue;
		byCode.set(code, [...(byCode.get(code) ?? []), claim]);
	}
	for (const [code, claims] of byCode) {
		const held = checked.deeds.filter((deed) => deed.code === code);
		checkMessages(checked, claims, held);
		checkDuplicates(checked, claims, held);
		checkNumbers(checked, claims, held);
	}
}

/** A try before this one keeps no texts, so that its items say nothing of messages. */
function checkMessages({ report }: Case, claims: Claim[], held: Deed[]): void {
	const said = claims.flatMap(({ item }) => item?.json.messages ?? []);
	if (said.length === 0) return;
	const claimed = said.reduce((sum: number, each) => sum + Number(each), 0);
	const billed = held.reduce((sum, { messages = 0 }) => sum + messages, 0);
	if (claimed !== billed || said.length !== claims.length) {
		report('messages', `items claim ${claimed}, the service bills ${billed}: ${show(claims)}`);
	}
}

/** Every item but those of duplicates is a message of its own. */
function checkDuplicates({ report }: Case, claims: Claim[], held: Deed[]): void {
	const byRow = new Map(claims.map((claim) => [claim.row, claim.item!.json]));
	const firsts = [...byRow.values()].filter(({ duplicateOf }) => duplicateOf === undefined);
	if (firsts.length !== held.length) {
		report('duplicates', `${firsts.length} items for ${held.length} messages: ${show(firsts)}`);
	}
	for (const [row, json] of byRow) {
		if (json.duplicateOf === undefined) continue;
		const first = byRow.get(json.duplicateOf as number);
		const isEarlier = (json.duplicateOf as number) < row && first?.duplicateOf === undefined;
		if (!isEarlier || first?.recipient !== json.recipient) {
			report('duplicates', `row ${row} shares no message of an earlier row: ${show(json)}`);
		}
	}
}

/** Null where an expression that gave the number fails in a later try. */
function checkNumbers({ report }: Case, claims: Claim[], held: Deed[]): void {
	const numbers = new Set(held.flatMap(({ phone }) => phone ?? []));
	for (const { item } of claims) {
		const { recipient, outcome } = item!.json;
		if (outcome === 'test' || recipient === null || numbers.has(recipient as string)) continue;
		report('number', `the request holds ${[...numbers].join()}, not that of ${show(item!.json)}`);
	}
}
