import { entriesOf } from '../rules/lists';
import { itemsText } from '../ledger/itemNumbers';
import { isTool } from '../service/nodeErrors';
import { eachGivingWay } from '../service/pause';
import { openRows, refuse } from './fate';
import type { Row, ItemsRun } from './row';

/** Keeps a distribution list to one message a run, whichever try and operation sends it. The items of a tool are calls. */
export async function oneMessagePerList(run: ItemsRun): Promise<void> {
	if (isTool(run.node)) return;
	const naming = new Map<string, Row[]>();
	await eachGivingWay(openRows(run), (row) => {
		const { item, body } = row.request!;
		// Requests of contacts name a list, and send nothing to it.
		if (item.node.parameters.sendTo === undefined) return;
		for (const list of entriesOf(body.pid)) naming.set(list, [...(naming.get(list) ?? []), row]);
	});
	const reached = naming.size > 0 ? run.ledger.reached() : new Map<string, never[]>();
	for (const [list, rows] of naming) {
		const before = (reached.get(`list ${list}`) ?? []).map(({ item }) => item);
		const items = [...new Set([...before, ...rows.map(({ item }) => item)])];
		if (items.length === 1) continue;
		refuse(run, rows, {
			reason: `Distribution list ${list} is in ${itemsText(items)}, and each list gets one message in a run`,
			fix: "Turn on 'Execute Once' to send it once for all items, or name each list in one item. Nothing was sent for this item.",
		});
	}
}
