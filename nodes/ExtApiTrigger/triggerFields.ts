import type { INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import type { Field } from '../shared/fields/field';
import { fromField, languageOption } from '../shared/ask/questionFields';
import { codesOf } from '../shared/rules/lists';
import type { Problem } from '../shared/rules/reader';
import { choiceOf, choicesOf } from '../shared/rules/text';
import { eventTypes, recipientEvents } from '../shared/service/events';
import type { Channel } from '../shared/service/notificationAddress';

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

const eventNames = choicesOf('an event', 'the events', [
	'*',
	...eventOptions.map(({ value }) => value),
]);
const channelName = choiceOf('any', 'chat', 'sms');
const campaignCodes = codesOf('campaign', 'The node that started the campaign outputs its code.');

/** Which campaign events start the workflow. */
export interface EventFilters {
	events: string[];
	channel: Channel;
	/** Campaign codes; none for every campaign. */
	codes?: string[];
}

/**
 * Reads the trigger's filters. One that holds nothing valid would let every event in, or none, without a word.
 *
 * @returns what is wrong with one, in sentences
 */
export function readFilters(context: IWebhookFunctions): EventFilters | string {
	const events = readEvents(context);
	if (typeof events === 'string') return events;
	const channel = channelName(context.getNodeParameter('options.channel', 'any'));
	if ('problem' in channel) return sentences('Channel', channel.problem);
	const { options } = context.getNode().parameters;
	if (!Object.hasOwn(Object(options) as object, 'taskIds')) {
		return { events, channel: channel.value };
	}
	const codes = campaignCodes(context.getNodeParameter('options.taskIds', ''));
	return 'problem' in codes
		? sentences('Campaign Codes', codes.problem)
		: { events, channel: channel.value, codes: codes.value.split(',') };
}

/** The events that start the workflow, or what is wrong with them, in sentences. */
export function readEvents(context: IWebhookFunctions): string[] | string {
	const read = eventNames(context.getNodeParameter('events', []));
	if ('problem' in read) return sentences('Events', read.problem);
	return read.value.length === 0 ? 'Events is empty or missing. Choose events.' : read.value;
}

function sentences(label: string, { rule, fix }: Problem): string {
	return `${label} ${rule}. ${fix}`;
}

/** Tells whether an event is one of those that start the workflow. */
export function startsFor(events: string[], event: string): boolean {
	return events.includes('*') || events.includes(event);
}
