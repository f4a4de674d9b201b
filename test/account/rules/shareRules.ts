import type { Claim } from '../claims';
import { operationOf } from '../operations';
import type { Deed } from '../operations/operation';
import { show, type Case } from './case';

/**
 * Where each row has an item of its own, the items of a campaign together claim what the service holds of
 * it: its numbers as the request spells them, each message once, and of a row that shares one, whose.
 */
export function checkShares(checked: Case, done: Claim[]): void {
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
		const { recipient, test } = item!.json;
		if (test === true || recipient === null || numbers.has(recipient as string)) continue;
		report('number', `the request holds ${[...numbers].join()}, not that of ${show(item!.json)}`);
	}
}
