import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { contactResource, listCodeField, phoneField } from './contactFields';

/** Looks a number up in a list (specification, "Contacts"). */
export const check: PerItemOperation = {
	resource: contactResource,
	name: 'Check',
	value: 'check',
	action: 'Check contact in distribution list',
	description:
		'Check whether a number is in a distribution list. The output has result (REG, NOT_REG or BLOCKED), registered and blocked.',
	endpoint: endpoints.contacts,
	effect: 'asks',
	fields: [listCodeField, phoneField],
	fixed: { act: 'check' },
	output: ({ code }, _item, { list }) => ({
		phone: list as string,
		result: code,
		registered: code === 'REG',
		blocked: code === 'BLOCKED',
	}),
};
