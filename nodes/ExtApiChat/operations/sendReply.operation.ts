import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requestsAtOnceOption } from '../../shared/descriptions/sendingOptions';
import { showFor } from '../../shared/descriptions/showFor';
import { unknownOutcomeOption } from '../../shared/descriptions/unknownOutcomeOption';
import { campaignOutput } from '../../shared/engine/campaignOutput';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import { webAddress } from '../../shared/validation/addresses';
import type { RequestRules, CrossFieldRule } from '../../shared/validation/checkRequest';
import { phone } from '../../shared/validation/phones';
import { EMPTY } from '../../shared/validation/reader';
import { countCharacters, textOf } from '../../shared/validation/text';
import { chatSenderField } from './chatFields';

const fields: INodeProperties[] = [
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 0501234567',
		description: 'Phone number of somebody who wrote to you in the last 24 hours',
		hint: 'To anybody else only templates can be sent',
		routing: { send: { type: 'body', property: 'to' } },
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		placeholder: 'e.g. Thank you, we are on it',
		description:
			'Up to 2,000 characters; with a file it is the caption, up to 1,000. An audio file takes no text.',
		routing: { send: { type: 'body', property: 'msg' } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Description',
				name: 'description',
				type: 'string',
				default: '',
				placeholder: 'e.g. Support reply',
				description:
					'Subject of 2 to 100 characters for the reports of the service, which replaces one of another length by the start of the message',
				routing: { send: { type: 'body', property: 'desc' } },
			},
			{
				displayName: 'File Link',
				name: 'fileUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/photo.jpg',
				description:
					'Public address of an image, video, document or audio file of up to 2 MB. The webp format is not supported.',
				routing: { send: { type: 'body', property: 'fileurl' } },
			},
			unknownOutcomeOption,
			requestsAtOnceOption,
			chatSenderField,
		],
	},
];

const AUDIO = /\.(?:aac|amr|mp3|m4a|ogg)$/i;
const UNSUPPORTED = /\.webp$/i;

/** Text, file and caption depend on each other (specification, "Send free-form chat-channel message"). */
const textAndFile: CrossFieldRule = ({ msg, fileurl }) => {
	if (fileurl === undefined) {
		return msg === undefined
			? [{ wire: 'msg', rule: EMPTY.rule, fix: 'Write a text, or link a file.' }]
			: [];
	}
	const path = new URL(String(fileurl)).pathname;
	if (UNSUPPORTED.test(path)) {
		return [
			{
				wire: 'fileurl',
				rule: 'links a webp file, which is not supported',
				fix: 'Use jpg or png.',
			},
		];
	}
	if (msg === undefined) return [];
	if (AUDIO.test(path)) {
		return [
			{
				wire: 'msg',
				rule: 'must be empty with an audio file',
				fix: 'Send text and audio as two messages.',
			},
		];
	}
	return countCharacters(String(msg)) > 1000
		? [
				{
					wire: 'msg',
					rule: 'is longer than 1,000 characters, the most for a caption',
					fix: 'Shorten the text.',
				},
			]
		: [];
};

/** Rules of the specification's "Send free-form chat-channel message". */
const rules: RequestRules = {
	readers: {
		to: phone,
		msg: textOf({ atMost: 2000 }),
		fileurl: webAddress,
		from: phone,
		// One of another length is replaced by the service, not refused.
		desc: textOf(),
	},
	required: ['to'],
	texts: ['msg'],
	together: [textAndFile],
};

export const sendReplyFields = showFor({ resource: ['message'], operation: ['sendReply'] }, fields);

export const sendReplyOption: INodePropertyOptions = {
	name: 'Send Reply',
	value: 'sendReply',
	action: 'Reply to a chat message of the last 24 hours',
	description: 'Send text or a file to somebody who wrote to you in the last 24 hours',
	routing: {
		request: { url: endpoints.chatReply },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: { postReceive: [campaignOutput] },
	},
};
