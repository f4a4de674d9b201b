// The field that names a campaign.
import type { Field } from '../../shared/fields/field';
import type { Resource } from '../../shared/operations/operation';
import { codeOf } from '../../shared/rules/text';

export const campaignResource: Resource = { name: 'Campaign', value: 'campaign' };

/** The campaign an operation is about. */
export const taskIdField: Field = {
	displayName: 'Campaign Code',
	name: 'taskId',
	type: 'string',
	required: true,
	default: '={{ $json.taskId }}',
	placeholder: 'e.g. 123456789',
	description: "Code of the campaign: 'taskId' in the output of the sending nodes",
	hint: 'The service does not save campaigns to a single number. Their status is na.',
	wire: 'tid',
	reader: codeOf('campaign', 'The node that started the campaign outputs it.'),
};
