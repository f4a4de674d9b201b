import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { runNode, type NodeRunOptions, type NodeRunResult } from './runNode';
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
) {
	return async (
		items: IDataObject[],
		parameters: INodeParameters = {},
		more: Partial<NodeRunOptions> = {},
	): Promise<NodeRunResult> =>
		await runNode({
			node: new ExtApiSms(),
			credential: service.credential(),
			items,
			parameters: {
				...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
				...{ recipient: 'phone', message, ...parameters },
			},
			...usual,
			...more,
		});
}

/** Rows with valid phones of their own. */
export const phones = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ phone: `05${String(10_000_000 + index)}` }));
