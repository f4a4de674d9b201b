import type { Reader } from '../rules/reader';
import { readerOf, type Field } from './field';

/** A parameter of the service and the field of the editor that fills it. */
export interface WireParameter {
	wire: string;
	/** The field's path, for example `options.description`. */
	path: string;
	label: string;
	reader: Reader;
	isText: boolean;
	/** Whether it must have a value, whatever else is entered. */
	isRequired: boolean;
}

/** Lists which parameter of the service each field fills; collections included. */
export function wireFields(fields: Field[], parent = ''): WireParameter[] {
	return fields.flatMap((field) => {
		const path = parent + field.name;
		if (field.type === 'collection') return wireFields(field.options, `${path}.`);
		if (field.wire === undefined) return [];
		const { wire, displayName: label, isText = false } = field;
		const isRequired = parent === '' && isAlwaysAsked(field);
		const reader = readerOf(field);
		return [{ wire, path, label, reader, isText, isRequired }];
	});
}

/** A field that is required, or a choice, and shown whatever the others hold. */
function isAlwaysAsked({ required, type, displayOptions = {} }: Field): boolean {
	const conditions = Object.keys({ ...displayOptions.show, ...displayOptions.hide });
	const isShown = conditions.every((name) => name === '@tool');
	return isShown && (required === true || type === 'options');
}

/** The same by wire name, for rules about a request's values. */
export function wireParameters(fields: Field[]): Record<string, WireParameter> {
	return Object.fromEntries(wireFields(fields).map((each) => [each.wire, each]));
}

/** Display names by wire name, for messages about a request's values. */
export function fieldLabels(fields: Field[]): Record<string, string> {
	return Object.fromEntries(wireFields(fields).map(({ wire, label }) => [wire, label]));
}
