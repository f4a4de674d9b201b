import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { showFor } from '../../shared/descriptions/showFor';
import { checkBody } from '../../shared/engine/checkBody';
import { resultOutput } from '../../shared/engine/resultOutput';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { textOf } from '../../shared/validation/text';
import { codeLengthOption, phoneField, sharedReaders, validityOption } from './otpFields';

const fields: INodeProperties[] = [
	phoneField,
	{
		displayName: 'Code',
		name: 'code',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 12345',
		description: 'What the person entered',
		routing: { send: { type: 'body', property: 'code' } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [codeLengthOption, validityOption],
	},
];

/** Rules of the specification's "One-time code", verify call. */
const rules: RequestRules = {
	// What a person typed may be anything: the service says that it is wrong, and the workflow goes on.
	readers: { ...sharedReaders, code: textOf() },
	required: ['phone', 'code'],
};

export const verifyFields = showFor({ resource: ['code'], operation: ['verify'] }, fields);

export const verifyOption: INodePropertyOptions = {
	name: 'Verify',
	value: 'verify',
	action: 'Check the one-time code a person entered',
	description: 'Check the code a person entered',
	routing: {
		request: { url: endpoints.oneTimeCode },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: {
			postReceive: [resultOutput(({ code }) => ({ result: code, valid: code === 'CODE_VALID' }))],
		},
	},
};
