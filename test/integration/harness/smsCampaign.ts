import type { IDataObject } from 'n8n-workflow';

import type { NodeRunOptions } from './runNode';
import { operationRuns, type OperationRuns } from './operationRuns';
import type { serviceForTests } from './serviceForTests';

/**
 * How a test file sends SMS campaigns: to the column `phone`, from `MyShop`.
 *
 * @param message what they say where a test does not set its own
 * @param usual what all runs of the file have
 */
export function smsCampaigns(
	service: ReturnType<typeof serviceForTests>,
	message = 'Hello',
	usual: Partial<NodeRunOptions> = {},
): OperationRuns {
	return operationRuns(service, 'ExtApi SMS: Message: Send Campaign', { message }, usual);
}

/** The texts that the service got, by phone. */
export const textsIn = (service: ReturnType<typeof serviceForTests>): Array<[string, string]> =>
	service.bodies().flatMap(({ listjson, list, msg }) => {
		if (listjson !== undefined) return Object.entries(listjson as Record<string, string>);
		return String(list)
			.split(',')
			.map((phone): [string, string] => [phone, String(msg)]);
	});

/** Rows with valid phones of their own. */
export const phones = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: `05${String(10_000_000 + index)}` }));
