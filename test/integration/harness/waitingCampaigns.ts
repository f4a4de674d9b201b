import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { grouped } from '../../operations/grouped';
import type { serviceForTests } from './serviceForTests';
import { waitingN8n, type WaitingExecution, type WaitingOptions } from './waitingN8n';

/**
 * How a test file sends SMS campaigns and waits for them: to the column `phone`, with the column `text`. No
 * notification gets through but those of a test.
 */
export function waitingCampaigns(service: ReturnType<typeof serviceForTests>) {
	const n8n = waitingN8n();
	beforeAll(async () => await n8n.start());
	afterAll(async () => await n8n.stop());
	const codes = () => service.control.campaigns().map(({ tid }) => tid);
	/** Where the last execution that waits is to be notified. */
	const address = () =>
		String(
			service
				.bodies()
				.filter(({ nu }) => nu !== undefined)
				.at(-1)?.nu,
		);
	return {
		/** Runs rows with these options, each in its group, and other parameters. */
		run: async (
			items: IDataObject[],
			options: INodeParameters = {},
			{ parameters, ...more }: Partial<WaitingOptions> = {},
		): Promise<WaitingExecution> =>
			await n8n.run({
				...{ node: new ExtApiSms(), credential: service.credential(), items },
				parameters: {
					...{ resource: 'message', operation: 'sendCampaign', mode: 'send', sender: 'MyShop' },
					...{ recipient: 'phone', message: '{text}' },
					...grouped({ options: { ...options, waitForCompletion: true } }),
					...parameters,
				},
				letsPass: () => false,
				...more,
			}),
		codes,
		address,
		/** Notifies an execution, once it is saved, of its first campaign or of another; with the HTTP status. */
		tell: async (execution: WaitingExecution, msg: string, info?: string, code?: string) => {
			await execution.saved;
			const call = { msg, tid: code ?? codes()[0], ...(info !== undefined && { info }) };
			return await execution.notify(call, address());
		},
	};
}
