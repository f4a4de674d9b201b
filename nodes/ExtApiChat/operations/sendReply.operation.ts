import { itemChecksOption } from '../../shared/fields/beforeSendingFields';
import { type Field, optionsFields, textField } from '../../shared/fields/field';
import { fileFromField, fileNameField, unlessFromInput } from '../../shared/fields/fileFields';
import {
	itemCampaignKeyOption,
	phoneNumberField,
	requestsAtOnceOption,
	unknownOutcomeOption,
} from '../../shared/fields/sendingOptions';
import { localFileHint, signFile } from '../../shared/files/fileOfItem';
import { sentTypes, type FileRule } from '../../shared/files/inputFile';
import type { PerItemOperation } from '../../shared/operations/operation';
import { webAddress } from '../../shared/rules/addresses';
import { EMPTY } from '../../shared/rules/reader';
import { countCharacters, textOf } from '../../shared/rules/text';
import { sentOf } from '../../shared/service/documentedReplies';
import { endpoints } from '../../shared/service/endpoints';
import type { RequestRules, CrossFieldRule } from '../../shared/values/rowsKind';
import { chatSenderField, messageResource, replyDescriptionOption } from './chatFields';

const fields: Field[] = [
	phoneNumberField({
		name: 'to',
		description: 'Phone number of a person who wrote to you in the last 24 hours',
		hint: 'A person who wrote to you in the last 24 hours. Send others a template.',
		wire: 'to',
	}),
	textField({
		displayName: 'Text',
		name: 'text',
		typeOptions: { rows: 4 },
		placeholder: 'e.g. Thank you, we are on it',
		description:
			'Up to 2,000 characters. With a file, the text is its caption, of up to 1,000 characters. Leave it empty for audio.',
		wire: 'msg',
		isText: true,
		takesNothing: true,
		reader: textOf({ atMost: 2000 }),
	}),
	fileFromField('The URL in File Link. If empty, no file is sent.'),
	fileNameField,
	unlessFromInput(
		textField({
			displayName: 'File Link',
			name: 'fileUrl',
			placeholder: 'e.g. https://example.com/photo.jpg',
			description:
				'Public URL of an image, video, document or audio file of up to 2 MB. The webp format is not supported.',
			wire: 'fileurl',
			takesNothing: true,
			reader: webAddress,
		}),
	),
	...optionsFields(
		replyDescriptionOption,
		unknownOutcomeOption,
		itemCampaignKeyOption,
		itemChecksOption,
		requestsAtOnceOption,
		chatSenderField,
	),
];

const AUDIO = /\.(?:aac|amr|mp3|m4a|ogg)$/i;
const UNSUPPORTED = /\.webp$/i;

/** Text, file and caption depend on each other (specification, "Send chat reply"). */
const textAndFile: CrossFieldRule = ({ msg, fileurl }) => {
	if (fileurl === undefined) {
		return msg === undefined
			? { wire: 'msg', rule: EMPTY.rule, fix: 'Write a text, or choose a file.' }
			: undefined;
	}
	const path = new URL(String(fileurl)).pathname;
	if (UNSUPPORTED.test(path)) {
		return {
			wire: 'fileurl',
			rule: 'links a webp file, which is not supported',
			fix: 'Use jpg or png.',
		};
	}
	if (msg === undefined) return undefined;
	if (AUDIO.test(path)) {
		return {
			wire: 'msg',
			rule: 'must be empty with an audio file',
			fix: 'Send text and audio as two messages.',
		};
	}
	return countCharacters(String(msg)) > 1000
		? {
				wire: 'msg',
				rule: 'is longer than 1,000 characters, the most for a caption',
				fix: 'Shorten the text.',
			}
		: undefined;
};

/** Rules of the specification's "Send chat reply". */
const rules: RequestRules = [textAndFile];

/** Any type, up to 2 MB. The service downloads the file before it answers. */
const files: FileRule = { types: sentTypes, mostBytes: 2 * 1024 * 1024 };

/** A reply within the reply window (specification, "Send chat reply"). */
export const sendReply: PerItemOperation = {
	resource: messageResource,
	name: 'Send Reply',
	value: 'sendReply',
	action: 'Reply to chat message of last 24 hours',
	description: 'Send text or a file to a person who wrote to you in the last 24 hours',
	endpoint: endpoints.chatReply,
	effect: 'once',
	fields,
	rules,
	file: files,
	finalizeRequest: signFile,
	output: (reply, _context, request) => sentOf(reply, request),
	hintOfRun: localFileHint,
};
