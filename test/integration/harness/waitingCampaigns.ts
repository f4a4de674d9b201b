import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { grouped } from '../../operations/grouped';
import type { serviceForTests } from './serviceForTests';
import { waitingN8n, type WaitingExecution, type WaitingOptions } from './waitingN8n';

/**
 * How a test file sends SMS campaigns and waits for them: to the column `phone`, with the column `text`. No
 * notification gets through but those of a test.
 *
 * @returns runs rows with these options, each in its group, and other parameters
 */
export function waitingCampaigns(service: ReturnType<typeof serviceForTests>) {
	const n8n = waitingN8n();
	beforeAll(async () => await n8n.start());
	afterAll(async () => await n8n.stop());
	return async (
		items: IDataObject[],
		options: INodeParameters = {},
		{ parameters, ...more }: Partial<WaitingOptions> = {},
	): Promise<WaitingExecution> =>
		await n8n.run({
			...{ node: new ExtApiSms(), credential: service.credential(), items },
			parameters: {
				...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
				...{ recipient: 'phone', message: '{text}' },
				...grouped({ options: { ...options, waitForCompletion: true } }),
				...parameters,
			},
			letsPass: () => false,
			...more,
		});
}
