import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { severalPerListForLists } from '../../shared/descriptions/campaignFields';
import { listCodesField, phoneNumbersField } from '../../shared/descriptions/recipientFields';
import { showFor } from '../../shared/descriptions/showFor';
import { campaignOutput } from '../../shared/engine/campaignOutput';
import { checkBody } from '../../shared/engine/checkBody';
import { endpoints } from '../../shared/transport/endpoints';
import { preparing } from '../../shared/engine/preparing';
import type { RequestRules } from '../../shared/validation/checkRequest';
import { listCodes } from '../../shared/validation/lists';
import { phoneList } from '../../shared/validation/phones';
import { exactlyOneOf, noEmailForSingleNumber } from '../../shared/validation/crossFieldRules';
import { callerField, contentFields, messageDescriptionFields, voiceOptions } from './voiceFields';
import { voiceRules } from './voiceRules';

const fields: INodeProperties[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		options: [
			{
				name: 'Distribution Lists',
				value: 'lists',
				description: 'Everybody registered in one or more distribution lists of the account',
			},
			{ name: 'Phone Numbers', value: 'numbers', description: 'One or more phone numbers' },
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
	...contentFields,
	callerField,
	...messageDescriptionFields,
	{
		...voiceOptions,
		options: [...((voiceOptions.options ?? []) as INodeProperties[]), severalPerListForLists].sort(
			(a, b) => a.displayName.localeCompare(b.displayName),
		),
	},
];

/** What every voice message needs, and whom it goes to. */
const rules: RequestRules = {
	...voiceRules,
	readers: { ...voiceRules.readers, list: phoneList, pid: listCodes },
	texts: ['tts'],
	together: [exactlyOneOf('list', 'pid'), ...voiceRules.together, noEmailForSingleNumber],
};

export const sendFields = showFor({ resource: ['message'], operation: ['send'] }, fields);

export const sendOption: INodePropertyOptions = {
	name: 'Send',
	value: 'send',
	action: 'Call a phone and play a message',
	description: 'Call and play a message, for each input item',
	routing: {
		request: { url: endpoints.voice },
		send: { preSend: preparing(checkBody(fields, rules)) },
		output: { postReceive: [campaignOutput] },
	},
};
