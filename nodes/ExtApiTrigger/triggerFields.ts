import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import type { Field } from '../shared/fields/field';
import { fromField, languageOption } from '../shared/question/questionFields';
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

/** What is under the trigger's name in a workflow: its events as the list of them names them. */
export const eventsSubtitle = `={{ ((names) => $parameter.events.includes("*") ? "All Events" : $parameter.events.map((event) => names[event] ?? event).join(", "))(${JSON.stringify(
	Object.fromEntries(eventOptions.map(({ name, value }) => [value, name])),
)}) }}`;

/** A field of our operations as a field of n8n. */
function asOption({ reader: _reader, ...field }: Field): INodeProperties {
	return field as INodeProperties;
}

/** What a person sets on the trigger. */
export const triggerFields: INodeProperties[] = [
	{
		displayName:
			"Copy a URL from above into 'Notification URL' of the sending node, or 'Opt-Out URL' for {optOut} links: the test URL while building, the production URL after publishing. Both nodes must use the same token, because the node makes a key from it.",
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
		displayName: 'Verify Key',
		name: 'checkKey',
		type: 'boolean',
		default: true,
		description:
			'Whether only notifications with the right key start the workflow. The service does not sign notifications, so without this check anyone who knows the URL can start it.',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Campaign Codes',
				name: 'taskIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 123456, 123457',
				description:
					'Comma-separated codes; only events of these campaigns start the workflow. Does not apply to opt-out events.',
			},
			{
				displayName: 'Channel',
				name: 'channel',
				type: 'options',
				options: [
					{ name: 'Any', value: 'any' },
					{ name: 'Chat', value: 'chat' },
					{ name: 'SMS', value: 'sms' },
				],
				default: 'any',
				description:
					'Only campaign events of this channel start the workflow. Does not apply to opt-out events.',
			},
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
			{
				displayName: 'Verify Campaign',
				name: 'readBack',
				type: 'boolean',
				default: true,
				description:
					"Whether to check each event against the campaign's status in the service. Events that don't match are rejected, and so are events of campaigns to a single number.",
			},
		],
	},
];

/** Tells whether an event is one of those that start the workflow. */
export function startsFor(context: IWebhookFunctions, event: string): boolean {
	const events = wordsOf(context.getNodeParameter('events', []));
	return events.includes('*') || events.includes(event);
}

/** The words of a list, or of a text that an expression gave instead. */
export function wordsOf(given: unknown): string[] {
	const texts = Array.isArray(given) ? given.map(String) : [String(given ?? '')];
	return texts.flatMap((text) => text.split(/[,;\s]+/)).filter((word) => word !== '');
}
