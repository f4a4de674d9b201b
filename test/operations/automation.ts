import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asCode, digitsOf, textAround } from '../differential/values';
import { byModel } from './byModel';
import { anyCode, text, forEachItem } from './items';
import { type OperationRow, comparison } from './row';

const automationId = '701';
/** Fields as name and value. */
const pairs = (fields: IDataObject): INodeParameters => ({
	field: Object.entries(fields).map(([name, value]) => ({ name, value: value as string })),
});
const asJson = { fieldsFrom: 'json' };
const output = [{ runId: anyCode, automationId }];

const run: OperationRow = {
	resource: 'automation',
	operation: 'run',
	parameters: { automationId, fields: pairs({ name: text }) },
	effect: 'once',
	once: { deeds: ({ name }) => [String(name)] },
	built: { 'any other field': ['fields', 'fieldsJson'] },
	sends: [
		forEachItem(
			'a run for each item',
			(_phone, name) => ({ autoid: '701', name }),
			() => output[0],
		),
		{
			name: 'phones without the .0 of a float, and whatever else they hold',
			parameters: { fields: pairs({ phone: '14155552671.0', phone2: '+44 (0) 20 7946 0958' }) },
			bodies: [{ autoid: '701', phone: '14155552671', phone2: '+44 (0) 20 7946 0958' }],
			outputs: output,
		},
		{
			name: 'fields as JSON',
			parameters: { ...asJson, fieldsJson: '{"name":"Dana","city":null}' },
			bodies: [{ autoid: '701', name: 'Dana' }],
			outputs: output,
		},
		{
			name: 'all fields of the item',
			parameters: { fieldsFrom: 'item' },
			items: [{ name: 'Dana', phone: '057-0002233', tags: ['a'], none: '' }],
			bodies: [{ autoid: '701', name: 'Dana', phone: '057-0002233', tags: '["a"]' }],
			outputs: output,
		},
		{
			name: 'all fields of the item that can be sent',
			parameters: { fieldsFrom: 'item' },
			items: [
				{
					name: 'Dana',
					note: 'x'.repeat(501),
					id: 2 ** 53 + 2,
					orders: [{ id: 2 ** 53 + 2 }],
					token: 'x',
					autoid: '702',
					birth: null,
				},
			],
			bodies: [{ autoid: '701', name: 'Dana' }],
			outputs: [{ ...output[0], leftOutFields: ['note', 'id', 'orders', 'token', 'autoid'] }],
		},
		{
			name: 'an empty field, and names that are parameters only in the plain modes',
			parameters: { fields: pairs({ name: '', get: 'a', post: 'b', json: 'c' }) },
			bodies: [{ autoid: '701', name: '', get: 'a', post: 'b', json: 'c' }],
			outputs: output,
		},
	],
	compared: [
		comparison('automationId', 'autoid', fc.oneof(digitsOf(0, 5), textAround(3)), {
			sent: asCode,
			isRequired: true,
		}),
		comparison('fields.field.0.value', 'name', textAround(1, 500), { isSentEmpty: true }),
	],
	toolCalls: [
		{
			byModel: { automationId },
			parameters: { fields: pairs({ city: byModel('field0_Value') }) },
			call: { field0_Value: 'Haifa' },
			body: { autoid: '701', city: 'Haifa' },
			output,
		},
		{
			variant: 'with fields of its choice',
			parameters: { fieldsFrom: 'json' },
			byModel: { automationId, fieldsJson: { name: 'Dana', city: 'Haifa' } },
			body: { autoid: '701', name: 'Dana', city: 'Haifa' },
			output,
		},
	],
};

export const automationRows: OperationRow[] = [run];
