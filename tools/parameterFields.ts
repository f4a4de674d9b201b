import { wireFields } from '../nodes/shared/fields/field';
import type { Operation } from '../test/operations';

/** What fields that are no parameter of their own become. */
export const becomes: Record<string, string[]> = {
	sendAt: ['dh', 'di', 'dy', 'dm', 'dd'],
	timeZone: ['dh', 'di', 'dy', 'dm', 'dd'],
	change: ['amount'],
	clear: [],
};

/** Fields that fill a parameter without a routing of their own, beside one that has one. */
const fillsToo: Record<string, string> = { fileField: 'fileurl' };

/** A field as the documents write it, for example `Options > Sender`. */
type Filled = [parameter: string, field: string];

/** Each parameter an operation can send, with the fields that fill it. */
export function parametersOf(operation: Operation): Filled[] {
	const { fields } = operation.definition;
	const collection = (parent: string) => fields.find((field) => field.name === parent)!.displayName;
	const routed = wireFields(fields).flatMap(({ wire, path: at, label }) => {
		const [parent, inner] = at.split('.');
		const shown = inner === undefined ? label : `${collection(parent)} > ${label}`;
		return (becomes[wire] ?? [wire]).map((parameter): Filled => [parameter, shown]);
	});
	const beside = fields.flatMap(({ name, displayName }): Filled[] =>
		name in fillsToo ? [[fillsToo[name], displayName]] : [],
	);
	return [...routed, ...beside, ...builtParameters(operation, routed)];
}

/**
 * Parameters that no field's routing names, because they are always the same or the operation builds
 * them from several fields. One without a field represents the operation itself.
 */
function builtParameters({ built, fields }: Operation, routed: Filled[]): Filled[] {
	const named = new Set(routed.map(([parameter]) => parameter));
	const labelOf = (path: string) => fields.find((field) => field.path === path)!.label;
	const others = Object.entries(built).filter(([parameter]) => !named.has(parameter));
	return others.flatMap(([parameter, paths]) =>
		(paths.length === 0 ? ['(the operation)'] : paths.map(labelOf)).map((label): Filled => [
			parameter,
			label,
		]),
	);
}
