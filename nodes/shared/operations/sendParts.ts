import type { IDataObject } from 'n8n-workflow';

import { itemChecksOption } from '../fields/beforeSendingFields';
import { optionPath, type Field } from '../fields/field';
import {
	descriptionOption,
	distributionLists,
	itemCampaignKeyOption,
	listCodesField,
	notificationOptions,
	phoneNumbersField,
	requestsAtOnceOption,
	scheduleOptions,
	timeZoneOption,
	unknownOutcomeOption,
	validateRecipientsOption,
} from '../fields/sendingOptions';
import { quietHoursOption } from '../fields/timingFields';
import { quietFor, readQuietHours } from '../rules/quietHours';
import { quietStart } from '../rules/schedule';
import { serviceZone } from '../rules/timeZones';
import type { FinalizeRequest } from '../service/itemCredential';
import { inputError } from '../service/nodeErrors';

/** Whom an operation with a request for each item sends to. */
export const sendToFields: Field[] = [
	{
		displayName: 'Send To',
		name: 'sendTo',
		type: 'options',
		noDataExpression: true,
		options: [
			distributionLists,
			{
				name: 'Phone Numbers',
				value: 'numbers',
				description: 'One or more phone numbers, all with the same message',
			},
		],
		default: 'numbers',
	},
	phoneNumbersField,
	listCodesField,
];

/** Options of every operation with a request for each item that sends messages. */
export const sendOptions: Field[] = [
	itemCampaignKeyOption,
	itemChecksOption,
	quietHoursOption,
	requestsAtOnceOption,
];

/** Options of every SMS and chat message that may be for many, with a request for each item or as a campaign. */
export const messageOptions: Field[] = [
	...scheduleOptions,
	...notificationOptions,
	descriptionOption,
	unknownOutcomeOption,
	validateRecipientsOption,
];

/**
 * Keeps the option Quiet Hours of a send, see {@link quietStart}, and says when a scheduled one is sent.
 *
 * @throws NodeOperationError for quiet hours that cannot be read
 */
export const keepQuietHours: FinalizeRequest = (item, body) => {
	const entered = item.parameter(optionPath(quietHoursOption), null) as IDataObject | null;
	const read = entered === null ? { value: undefined } : readQuietHours(entered);
	if ('problem' in read) {
		const problem = { field: quietHoursOption.displayName, ...read.problem };
		throw inputError(item.node, [problem], item.index);
	}
	// An expression costs: nothing asks for the zone of what is sent at once.
	if (read.value === undefined && body.dy === undefined) return { body, extraOutput: {} };
	const zone = serviceZone(item.parameter(optionPath(timeZoneOption), ''));
	return quietStart(body, quietFor(read.value, { timeZone: zone }), zone, Date.now());
};
