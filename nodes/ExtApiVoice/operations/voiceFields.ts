// Fields of every voice message.
import { type Field, showFor, textField } from '../../shared/fields/field';
import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import type { FileRule } from '../../shared/files/inputFile';
import type { Resource } from '../../shared/operations/operation';
import { voiceCaller, webAddress } from '../../shared/rules/addresses';
import { serviceCode, textOf } from '../../shared/rules/text';
import { RECIPIENT_ZONE } from '../../shared/rules/timeZones';
import { exactlyOneOf, schedule } from '../../shared/values/bodyReader';
import type { RequestRules, CrossFieldRule } from '../../shared/values/rowsKind';

export const messageResource: Resource = { name: 'Message', value: 'message' };

export const callerField = textField({
	displayName: 'Caller',
	name: 'caller',
	required: true,
	placeholder: 'e.g. 0771234567',
	description: 'A number defined in the account, or 0 for a hidden number',
	wire: 'from',
	reader: voiceCaller,
});

/** Required for voice only. */
export const descriptionField = textField({
	displayName: 'Description',
	name: 'description',
	required: true,
	placeholder: 'e.g. Appointment reminder',
	description: 'Subject of 2 to 100 characters that identifies the campaign in the service',
	wire: 'desc',
	isText: true,
	reader: textOf({ atLeast: 2, atMost: 100 }),
});

/**
 * The description of a single message. A tool needs another name for it: the editor lets no model
 * fill a parameter `description`, which is the tool's own.
 */
export const messageDescriptionFields: Field[] = [
	{ ...descriptionField, displayOptions: { hide: { '@tool': [true] } } },
	{ ...descriptionField, name: 'subject', displayOptions: { show: { '@tool': [true] } } },
];

/** Files of the workflow that a call can play. */
export const recordings: FileRule = { types: ['mp3'], isFetchedLater: true };

/** What a call plays: one of three. */
export const contentFields: Field[] = [
	{
		displayName: 'Content',
		name: 'content',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'MP3 File',
				value: 'file',
				description: 'A recording, from a link or from the workflow',
			},
			{
				name: 'Telephony Service',
				value: 'service',
				description: 'An existing service of the account, such as a menu',
			},
			{ name: 'Text to Speech', value: 'text', description: 'Text the service reads aloud' },
		],
		default: 'text',
		description: 'What the call plays',
	},
	textField({
		displayName: 'Text',
		name: 'text',
		typeOptions: { rows: 4 },
		required: true,
		placeholder: 'e.g. Hello, we are looking forward to seeing you tomorrow at nine',
		description: 'Up to 1,000 characters. Text to speech must be enabled in the account.',
		displayOptions: { show: { content: ['text'] } },
		wire: 'tts',
		isText: true,
		reader: textOf({ atMost: 1000 }),
	}),
	...showFor({ content: ['file'] }, [fileFromField('The URL in MP3 Link'), fileNameField]),
	unlessFromInput(
		textField({
			displayName: 'MP3 Link',
			name: 'fileUrl',
			required: true,
			placeholder: 'e.g. https://example.com/message.mp3',
			description: 'Direct link to an MP3 file',
			displayOptions: { show: { content: ['file'] } },
			wire: 'fileurl',
			reader: webAddress,
		}),
	),
	textField({
		displayName: 'Service Code',
		name: 'serviceCode',
		required: true,
		placeholder: 'e.g. 301',
		description: 'Code of a telephony service of the account',
		displayOptions: { show: { content: ['service'] } },
		wire: 'sid',
		reader: serviceCode,
	}),
];

/** Some options need a text or a recording (specification, "Send voice"). */
const noneWithService: CrossFieldRule = (body) =>
	body.sid === undefined
		? []
		: ['getdigits', 'nextsid']
				.filter((wire) => body[wire] !== undefined)
				.map((wire) => ({
					wire,
					rule: 'works only with text to speech or an MP3 file',
					fix: 'Remove it, or choose another content.',
				}));

/**
 * Voicemail detection by keys needs a menu, extension or numeric-code service. With only a text or
 * a recording, every call counts as unanswered, and retries repeat it.
 */
const keysNeedService: CrossFieldRule = ({ amd, sid, nextsid }) =>
	amd === 3 && sid === undefined && nextsid === undefined
		? {
				wire: 'amd',
				rule: "cannot be 'Voicemail if No Key Was Pressed' without a telephony service: all calls would count as unanswered",
				fix: "Play a menu, extension or numeric-code service that saves its last value, name one under 'Next Service Code', or choose another detection.",
			}
		: undefined;

/** The service reads this time on its own clock, so it cannot be each recipient's local time. */
const noLocalStop: CrossFieldRule = ({ stop }, { clock }) =>
	clock !== undefined && stop !== undefined
		? {
				wire: 'stop',
				rule: `cannot be used together with '${RECIPIENT_ZONE}': it is in the time zone of the service`,
				fix: "Remove one of the two options; 'Quiet Hours' follow the recipient's local time.",
			}
		: undefined;

/** Rules of the specification's "Send voice", except for recipients. */
export const voiceRules: RequestRules = [
	exactlyOneOf('tts', 'fileurl', 'sid'),
	noneWithService,
	keysNeedService,
	noLocalStop,
	schedule,
];
