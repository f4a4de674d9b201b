import type { INodeParameters } from 'n8n-workflow';

import type { OperationRow, RefusedCase } from './row';

/** The row's parameters with the value in its field. */
export function withValue(
	{ field, value, with: others = {} }: Omit<RefusedCase, 'says'>,
	{ parameters }: Pick<OperationRow, 'parameters'>,
): INodeParameters {
	const [name, option] = field.split('.');
	const all: INodeParameters = { ...parameters, ...others };
	const entered = value as INodeParameters;
	return {
		...all,
		[name]: option === undefined ? entered : { ...(all[name] as object), [option]: entered },
	};
}
