import type { IDisplayOptions } from 'n8n-workflow';

import type { Field } from './field';
/**
 * Gives fields the operation they belong to. A field's own conditions stay beside it.
 *
 * The one place where visibility is composed: n8n merges arrays in `displayOptions` by index, so
 * spreading them by hand mixes values up. It reads conditions in their order, and takes them all for
 * met at the first whose value is an expression, so the operation stands before the field's own.
 *
 * @param show parameter values under which all of the fields are shown
 * @returns copies of the fields
 */
export function showFor(show: NonNullable<IDisplayOptions['show']>, fields: Field[]): Field[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: { ...show, ...field.displayOptions?.show },
		},
	}));
}

/** The condition that a field holds an expression. n8n up to 2.0 fails at `startsWith` where the field holds nothing. */
export const holdsExpression = { _cnd: { between: { from: '=', to: '>' } } };
