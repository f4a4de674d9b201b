import fc from 'fast-check';

import { asCode, digitsOf, textAround } from '../differential/values';
import { text } from './items';
import { type OperationRow, comparison } from './row';

const run: OperationRow = {
	resource: 'automation',
	operation: 'run',
	parameters: { automationId: '701', fields: { field: [{ name: 'name', value: text }] } },
	effect: 'once',
	once: { deeds: ({ name }) => [String(name)] },
	built: { 'any other field': ['fields', 'fieldsJson'] },
	compared: [
		comparison('automationId', 'autoid', fc.oneof(digitsOf(0, 5), textAround(3)), {
			sent: asCode,
			isRequired: true,
		}),
		comparison('fields.field.0.value', 'name', textAround(1, 500), { isSentEmpty: true }),
	],
};

export const automationRows: OperationRow[] = [run];
