// Whether a campaign is sent, previewed, tested or was approved.
import { testNumbers } from '../rules/lists';
import { onOrOff } from '../rules/reader';
import { leaveOutOption } from './beforeSendingFields';
import { completionOptions } from './campaignFields';
import { type CollectionField, type Field, hideFor, textField } from './field';
import { campaignKeyOption, notificationOptions, unknownOutcomeOption } from './sendingOptions';

/** Whether a campaign is sent, previewed or tested. It is the first field. */
export const modeField: Field = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	// In the order in which a person uses them.
	options: [
		{
			name: 'Preview',
			value: 'preview',
			description:
				"Nothing is sent. The output shows each item's text and cost, and a person can approve it.",
		},
		{
			name: 'Test',
			value: 'test',
			description:
				'The messages of the first items are sent to your own phones, and to no one else',
			displayOptions: { hide: { sendTo: ['lists'] } },
		},
		{
			name: 'Send',
			value: 'send',
			description: 'The campaign is sent to its recipients',
		},
		{
			name: 'Send Approved',
			value: 'sendApproved',
			description:
				"The campaign is sent as a person approved it in 'Send and Wait for Response' before this node",
		},
	],
	// People press "Execute step" to see what a new node does.
	default: 'preview',
	description: 'Whether to send the campaign, preview it, or test it on your own phones',
};

const testNumbersField = textField({
	displayName: 'Test Numbers',
	name: 'testNumbers',
	reader: testNumbers,
	// Not required: n8n would ask for it whenever the mode is an expression.
	placeholder: 'e.g. 0570004567',
	description:
		'One to five of your own phone numbers, comma-separated. They get the messages right away.',
	displayOptions: { show: { mode: ['test'] } },
});

const testRowsField: Field = {
	displayName: 'Test Rows',
	name: 'testRows',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: 1,
	description: 'How many rows (input items) to send to the test numbers, starting with the first',
	displayOptions: { show: { mode: ['test'] } },
};

const previewPageField: Field = {
	displayName: 'Preview Page',
	name: 'previewPage',
	type: 'boolean',
	reader: onOrOff,
	default: true,
	description:
		'Whether to add a page (preview.html) that shows the messages on phones, their cost, and who gets nothing',
	displayOptions: { show: { mode: ['preview'] } },
};

/** The first fields of a campaign's panel. */
export const modeFields = [modeField, testNumbersField, testRowsField, previewPageField];

/** What is still decided when an approved campaign is sent; the approval fixed the rest. */
const STILL_DECIDED = [
	...[campaignKeyOption, leaveOutOption, unknownOutcomeOption],
	...[...completionOptions, ...notificationOptions],
].map(({ name }) => name);
const isStillDecided = ({ name }: Field) => STILL_DECIDED.includes(name);

/** The options that are still decided when an approved campaign is sent. */
export function stillDecided(fields: Field[]): CollectionField[] {
	return fields.flatMap((field) =>
		field.type === 'collection'
			? [{ ...field, options: field.options.filter(isStillDecided) }]
			: [],
	);
}

/** The mode that does not use the campaign fields of the panel. */
const APPROVED = ['sendApproved'];

/** The fields of a campaign's panel; the mode Send Approved shows only what is still decided. */
export function campaignPanel(fields: Field[]): Field[] {
	const shown = fields.flatMap((field) => {
		if (field.type !== 'collection' || !field.options.some(isStillDecided)) {
			return hideFor({ mode: APPROVED }, [field]);
		}
		const options = field.options.flatMap((option) =>
			isStillDecided(option) ? [option] : hideFor({ '/mode': APPROVED }, [option]),
		);
		return [{ ...field, options }];
	});
	return [...modeFields, ...shown];
}
