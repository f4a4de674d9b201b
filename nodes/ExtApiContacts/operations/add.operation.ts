import { optionsFields } from '../../shared/fields/field';
import { requestsAtOnceOption } from '../../shared/fields/sendingOptions';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import type { CrossFieldRule } from '../../shared/rules/checkRequest';
import { entriesOf } from '../../shared/rules/lists';
import {
	contactResource,
	contactWires,
	describedContactFields,
	listCodeField,
	overwriteOption,
	phoneNumbersField,
	unblockOption,
} from './contactFields';
import { contactResults } from './contactReply';

/** The service ignores fields sent with several numbers; they would be lost silently. */
const fieldsForOneNumber: CrossFieldRule = (body) => {
	const used = contactWires.find((wire) => body[wire] !== undefined);
	return used !== undefined && entriesOf(body.list).length > 1
		? {
				wire: used,
				rule: 'can be set only when adding exactly one number',
				fix: 'Add the numbers one by one, or leave the contact fields out.',
			}
		: undefined;
};

/** Adds numbers to a list (specification, "Contacts"). */
export const add: PerItemOperation = {
	resource: contactResource,
	name: 'Add',
	value: 'add',
	action: 'Add contacts to distribution list',
	description:
		'Add one or more numbers to a distribution list. One output item for each, with result (OK, ALREADY_REG, BLOCKED or ACTION_ERROR), registered and blocked.',
	endpoint: endpoints.contacts,
	effect: 'changes',
	fields: [
		listCodeField,
		phoneNumbersField,
		...describedContactFields('Only possible when adding exactly one number'),
		...optionsFields(overwriteOption, requestsAtOnceOption, unblockOption),
	],
	fixed: { act: 'add' },
	rules: [fieldsForOneNumber],
	output: contactResults('add'),
};
