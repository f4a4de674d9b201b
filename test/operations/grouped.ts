import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { optionGroups } from '../../nodes/shared/fields/field';
import { everyOperation } from '.';

const groupOf = new Map(
	everyOperation
		.flatMap(({ fields }) => fields.map(({ path }) => path.split('.')))
		.filter(([group, name]) => name !== undefined && group in optionGroups)
		.map(([group, name]) => [name, group]),
);

/** Parameters with each option moved to its group, for tests that name options without one, under `options`. */
export function grouped(parameters: IDataObject): INodeParameters {
	const { options = {}, ...others } = parameters;
	const moved: Record<string, IDataObject> = {};
	const rest: IDataObject = {};
	for (const [name, value] of Object.entries({ ...others, options })) {
		if (!(name in optionGroups) || typeof value !== 'object') rest[name] = value;
		else {
			for (const [option, own] of Object.entries(value as IDataObject)) {
				(moved[groupOf.get(option) ?? name] ??= {})[option] = own;
			}
		}
	}
	return { ...rest, ...moved } as INodeParameters;
}
