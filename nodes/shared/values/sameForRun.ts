import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type Field, optionPath } from '../fields/field';
import { wireFields } from '../fields/wireFields';
import { choicesByExpression } from './choices';
import { isEmpty, type Problem } from '../rules/reader';
import { eachGivingWay } from '../service/pause';
import { dependsOnItem, readParameter } from './parameters';
import type { RowsKind } from './rowsKind';
import { campaignKeyOption } from '../fields/sendingOptions';
import { recipientZoneOption } from '../fields/timingFields';

/**
 * A Campaign Key is compared as the key it is, where it is used. A column is read for each row.
 */
const COMPARED_ELSEWHERE = [optionPath(campaignKeyOption), optionPath(recipientZoneOption)];

/**
 * Finds an option or a choice that holds for the whole run and whose expression gives an item another value than the
 * first: that item would be sent without its Quiet Hours, or for real instead of as a test, without a word. Or a choice
 * whose expression gives what it does not offer.
 *
 * Only expressions that read the item are evaluated for each. Options that fill a parameter of the service are no
 * concern of this: those may differ from row to row.
 *
 * @throws NodeOperationError for an expression that fails for an item
 */
export async function differingOption(
	context: IExecuteFunctions,
	{ settingsFields, choicesOfRun = [] }: Pick<RowsKind, 'settingsFields' | 'choicesOfRun'>,
): Promise<Problem | undefined> {
	const choices = choicesByExpression(context.getNode().parameters, choicesOfRun);
	const wrong = choices?.leftOut(({ name, displayName, default: usual }) =>
		readParameter(context, name, usual, displayName).at(0),
	);
	if (wrong !== undefined && 'problem' in wrong) {
		const { field, rule, fix } = wrong.problem;
		return { rule: `${field} ${rule}`, fix };
	}
	const readingItems = [
		...choicesReadingItems(context, choicesOfRun),
		...optionsReadingItems(context, settingsFields),
	];
	for (const { path, label } of readingItems) {
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

function choicesReadingItems(context: IExecuteFunctions, choices: Field[]): RunOption[] {
	const { parameters } = context.getNode();
	return choices
		.filter(({ name }) => dependsOnItem(parameters[name]))
		.map(({ name, displayName }) => ({ path: name, label: displayName }));
}

interface RunOption {
	path: string;
	label: string;
}

function optionsReadingItems(context: IExecuteFunctions, fields: Field[]): RunOption[] {
	const { parameters } = context.getNode();
	const ofRows = new Set(wireFields(fields).map(({ path }) => path));
	return fields
		.filter(({ type }) => type === 'collection')
		.flatMap(({ name, options = [] }) =>
			(options as Field[]).map((option) => ({
				path: `${name}.${option.name}`,
				label: option.displayName,
				saved: (parameters[name] as IDataObject | undefined)?.[option.name],
			})),
		)
		.flatMap(expressionsOf)
		.filter(
			({ path, saved }) =>
				!ofRows.has(path) && !COMPARED_ELSEWHERE.includes(path) && dependsOnItem(saved),
		);
}

/** Each expression of an option for itself: to read a whole option for each item costs much more. */
function expressionsOf({
	path,
	label,
	saved,
}: RunOption & { saved: unknown }): Array<RunOption & { saved: unknown }> {
	if (typeof saved !== 'object' || saved === null) return [{ path, label, saved }];
	return Object.entries(saved).flatMap(([name, inner]) =>
		expressionsOf({ path: `${path}.${name}`, label, saved: inner as unknown }),
	);
}

function isSame(one: unknown, other: unknown): boolean {
	return (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);
}
