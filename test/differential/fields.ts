import type { INodeParameters } from 'n8n-workflow';

import { everyOperation } from '../operations';
import type { ComparedField as FieldOfRow } from '../operations/row';

/** A field of an operation and the parameter of the service it fills. */
export interface ComparedField extends Omit<FieldOfRow, 'field' | 'with'> {
	/** The operation, by its name in `everyOperation`. */
	operation: string;
	/** Path of the node parameter; `/` is a dot in a name. */
	path: string;
	/** Other node parameters the field needs. */
	parameters?: INodeParameters;
}

/** Every field whose values the rows of test/operations compare. */
export const comparedFields: ComparedField[] = everyOperation.flatMap(
	({ name: operation, compared = [] }) =>
		compared.map(({ field: path, with: parameters, ...field }) => ({
			...field,
			operation,
			path,
			parameters,
		})),
);
