import { type Field, optionsFields, textField } from '../../shared/fields/field';
import { requestsAtOnceOption, unknownOutcomeOption } from '../../shared/fields/sendingOptions';
import type { PerItemOperation } from '../../shared/operations/operation';
import { endpoints } from '../../shared/service/endpoints';
import { addTriggerFields, reservedFields } from './triggerFields';
import { codeOf } from '../../shared/rules/text';
import { asEntered } from '../../shared/rules/reader';

const fields: Field[] = [
	textField({
		displayName: 'Automation ID',
		name: 'automationId',
		required: true,
		placeholder: 'e.g. 701',
		description: 'Number of the automation. It must be active and have an inbound-webhook trigger.',
		wire: 'autoid',
		reader: codeOf('automation', 'Copy it from the automation in the service.', 15),
	}),
	{
		displayName: 'Fields From',
		name: 'fieldsFrom',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'All Fields of the Item',
				value: 'item',
				description:
					"All fields of the item except empty ones. One that can't be sent is refused by name. To send empty fields too, or in a tool of an AI agent, use Name and Value.",
			},
			{ name: 'Name and Value', value: 'pairs' },
		],
		default: 'pairs',
		description: `Where the trigger fields come from. The automation keeps only those its trigger declares, and overwrites ${reservedFields.join(', ')} with its own values.`,
		hint: 'The automation drops fields that its trigger does not declare',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'fixedCollection',
		reader: asEntered,
		typeOptions: { multipleValues: true },
		placeholder: 'Add field',
		default: {},
		description: 'Available as {{trigger.name}} in the automation',
		displayOptions: { show: { fieldsFrom: ['pairs'] } },
		options: [
			{
				displayName: 'Field',
				name: 'field',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. phone',
						description:
							"As declared in the trigger. Values whose names contain 'phone' are normalized by the service.",
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						description: 'Up to 500 characters',
					},
				],
			},
		],
	},
	...optionsFields(unknownOutcomeOption, requestsAtOnceOption),
];

/** Starts an automation (specification, "Run an automation"). */
export const run: PerItemOperation = {
	resource: { name: 'Automation', value: 'automation' },
	name: 'Run',
	value: 'run',
	action: 'Run automation',
	description: 'Start an automation of the service, with fields',
	endpoint: endpoints.automation,
	effect: 'once',
	fields,
	complete: [addTriggerFields],
	output: ({ data }, _item, request) => ({
		runId: data.taskId,
		automationId: String(request.autoid),
	}),
};
