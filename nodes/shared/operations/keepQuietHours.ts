import type { IDataObject } from 'n8n-workflow';

import { quietHoursOption } from '../fields/timingFields';
import { inputError } from '../service/nodeErrors';
import type { FinalizeRequest } from '../service/itemCredential';
import { serviceZone } from '../rules/times';
import { quietStart } from '../rules/schedule';
import { readQuietHours } from '../rules/quietHours';
import { optionPath } from '../fields/field';
import { timeZoneOption } from '../fields/sendingOptions';

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
	return quietStart(body, read.value, zone, Date.now());
};
