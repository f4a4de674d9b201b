// Fields that the node's operations share.
import type { IDataObject } from 'n8n-workflow';

import { type Field, textField } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { readPhone } from '../../shared/rules/phones';
import { wholeNumber } from '../../shared/rules/reader';
import { textOf } from '../../shared/rules/text';
import { asTemplate, parametersOf } from '../../shared/templates/template';

export const messageResource: Resource = { name: 'Message', value: 'message' };

export const templateResource: Resource = { name: 'Template', value: 'template' };

/** The chat number that sends a message. */
export const chatSenderField = textField({
	displayName: 'Sender',
	name: 'sender',
	placeholder: 'e.g. 972570004567',
	description: 'Chat number of the account, needed only when it has several',
	wire: 'from',
	reader: readPhone,
});

/** Subject of a free-form message. */
export const replyDescriptionOption = textField({
	displayName: 'Description',
	name: 'description',
	placeholder: 'e.g. Support reply',
	description:
		'Subject for the reports of the service, 2 to 100 characters. If its length differs, the service uses the start of the message instead.',
	wire: 'desc',
	isText: true,
	reader: textOf(),
});

export const mostMessagesOption: Field = {
	displayName: 'Message Limit',
	name: 'mostMessages',
	optionGroup: 'advanced',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Stops the campaign after this many messages. The service does not say who gets no message because of it.',
	wire: 'ms',
	reader: wholeNumber(1, 999_999_999, 'messages'),
};

/** A filter whose words the service has in capitals. */
function filterOption(displayName: string, usual: string, values: string[]): Field {
	const nameOf = (value: string) =>
		value.replaceAll('_', ' ').replace(/\B[A-Z]/g, (letter) => letter.toLowerCase());
	return {
		displayName,
		name: displayName.toLowerCase(),
		type: 'options',
		options: values.map((value) => ({ name: nameOf(value), value })),
		default: usual,
		wire: displayName.toLowerCase(),
	};
}

export const simplifyField: Field = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const filtersField: Field = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	options: [
		filterOption('Category', 'MARKETING', ['AUTHENTICATION', 'MARKETING', 'UTILITY']),
		filterOption('Status', 'APPROVED', [
			'APPROVED',
			'DISABLED',
			'FLAGGED',
			'PAUSED',
			'PENDING',
			'PENDING_DELETION',
			'REJECTED',
		]),
	],
};

/**
 * A template as an output item: raw, or what a send needs (specification, "List templates").
 *
 * @returns simplified, `parameters` has each value a send needs, with its example; `media` is the
 *   kind of file its header takes, or null
 */
export function templateItem(listed: IDataObject, isSimplified: boolean): IDataObject {
	if (!isSimplified) return listed;
	const template = asTemplate(listed);
	const { code, displayName, status, sendable, issue, category, language, header, body } = template;
	return {
		...{ code, displayName, status, sendable, issue, category, language, body },
		media: header.fileurlTypes.length > 0 ? header.type : null,
		parameters: parametersOf(template).map(({ id, example }) => ({ id, example })),
	};
}
