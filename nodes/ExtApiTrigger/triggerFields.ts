// The fields of the trigger, and which events start it.
import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { fromField, languageOption } from '../shared/ask/questionFields';
import type { Field } from '../shared/fields/field';
import { choicesOf } from '../shared/rules/reader';
import { eventTypes, recipientEvents } from '../shared/service/events';

const eventOptions = [
	...Object.entries(eventTypes).map(([value, { name, description, channels }]) => ({
		name,
		value,
		description:
			channels.length === 1
				? `${description} (${channels[0] === 'sms' ? 'SMS' : channels[0]} only)`
				: description,
	})),
	...Object.entries(recipientEvents).map(([value, texts]) => ({ value, ...texts })),
].sort((a, b) => a.name.localeCompare(b.name));

/** The line under the trigger's name in a workflow: its events by their names. */
export const eventsSubtitle = `={{ ((names) => $parameter.events.includes("*") ? "All Events" : $parameter.events.map((event) => names[event] ?? event).join(", "))(${JSON.stringify(
	Object.fromEntries(eventOptions.map(({ name, value }) => [value, name])),
)}) }}`;

/** One of our fields as a field of n8n. */
function asOption({ reader: _reader, ...field }: Field): INodeProperties {
	return field as INodeProperties;
}

/** The trigger's settings. */
export const triggerFields: INodeProperties[] = [
	{
		displayName:
			"Copy a URL from above into 'Notification URL' of the sending node, or 'Opt-Out URL' for {optOut} links: the test URL while building, the production URL after publishing. Both nodes must use the same token. <b>Opt-outs are not stored:</b> write 'phone' of each event to a table, and enter the table's numbers in 'Leave Out' of every campaign.",
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: [
			{ name: 'All Events', value: '*', description: 'Any of the events below' },
			...eventOptions,
		],
		default: ['*'],
		description: 'The events that start the workflow',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				...asOption(fromField),
				description:
					'Shown at the top of the page behind opt-out links, in up to 60 characters. It helps people tell the page from a fake one.',
			},
			{
				...asOption(languageOption),
				description:
					"Language of the page behind opt-out links. English if you don't add this option.",
			},
		],
	},
];

const eventNames = choicesOf('an event', 'the events', [
	'*',
	...eventOptions.map(({ value }) => value),
]);
/**
 * The events that start the workflow, or in sentences what is wrong with them. An invalid value
 * must not silently let in every event, or none.
 */
export function readEvents(context: IWebhookFunctions): string[] | string {
	const read = eventNames(context.getNodeParameter('events', []));
	if ('problem' in read) return `Events ${read.problem.rule}. ${read.problem.fix}`;
	return read.value.length === 0 ? 'Events is empty or missing. Choose events.' : read.value;
}

/** Whether an event is one that starts the workflow. */
export function startsFor(events: string[], event: string): boolean {
	return events.includes('*') || events.includes(event);
}
