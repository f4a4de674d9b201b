// Whether an option is the same for all items.
import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { type Field, optionPath } from '../fields/field';
import { recipientZoneOption } from '../fields/timingFields';
import { eachGivingWay } from '../ledger/runState';
import { isEmpty, type Problem } from '../rules/reader';
import { dependsOnItem, readParameter } from './parameters';
import type { RowsKind } from './rowsKind';

/** What is compared; `ofRows` adds options that fill a parameter of the service. */
interface Compared extends Pick<RowsKind, 'settingsFields' | 'choicesOfRun'> {
	ofRows?: boolean;
}

/** A column is read for each row. */
const READ_FOR_EACH = optionPath(recipientZoneOption);

/**
 * Finds an option or choice for the whole run whose expression differs between items. Such an item
 * would silently be sent without its Quiet Hours, or for real instead of as a test.
 *
 * Only expressions that read the item are evaluated for each. Options that fill a parameter of the
 * service may differ, so they are compared only with `ofRows`.
 *
 * @throws NodeOperationError for an expression that fails for an item
 */
export async function differingOption(
	context: IExecuteFunctions,
	{ settingsFields, choicesOfRun = [], ofRows = false }: Compared,
): Promise<Problem | undefined> {
	const node = context.getNode();
	const options = [
		...choicesOfRun.map((field) => ({
			field,
			path: field.name,
			saved: node.parameters[field.name],
		})),
		...optionsOf(node, settingsFields).filter(({ field }) => ofRows || field.wire === undefined),
	];
	for (const { path, field } of options.filter(({ saved }) => dependsOnItem(saved))) {
		const label = field.displayName;
		const { at: valueAt } = readParameter(context, path, null, label);
		const first = valueAt(0);
		let other: number | undefined;
		await eachGivingWay(context.getInputData().keys(), (item) => {
			other ??= item === 0 || isSame(first, valueAt(item)) ? undefined : item;
		});
		if (other === undefined) continue;
		return {
			rule: `${label} must be the same for all items, but items 0 and ${other} differ`,
			fix: "Use a fixed value or that of the first item, {{ $input.first().json.… }}, or split the items with 'If' or 'Loop Over Items' first.",
		};
	}
	return undefined;
}

/** Saved options. */
function optionsOf({ parameters }: INode, fields: Field[]) {
	return fields
		.flatMap(({ type, name, options = [] }) =>
			(type === 'collection' ? (options as Field[]) : []).map((field) => ({
				field,
				path: `${name}.${field.name}`,
				saved: (parameters[name] as IDataObject | undefined)?.[field.name],
			})),
		)
		.filter(({ path }) => path !== READ_FOR_EACH);
}

function isSame(one: unknown, other: unknown): boolean {
	return (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);
}
