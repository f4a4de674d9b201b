import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../../../emulator';
import { ExtApiSms } from '../../../nodes/ExtApiSms/ExtApiSms.node';
import { grouped } from '../../operations/grouped';
import { processedItemsForTests } from './processedItems';
import { runNode, type NodeRunOptions, type NodeRunResult } from './runNode';
import { serviceForTests } from './serviceForTests';

export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
export const phones = ['0570002233', '0570002234', '0570002235'];

/** The data of a run's items. */
export const jsons = ({ items }: Pick<NodeRunResult, 'items'>) => items.map(({ json }) => json);

/** What the output says of a message that left now. */
export const isSent = (more: IDataObject = {}): unknown =>
	expect.objectContaining({ taskId: expect.any(String), outcome: 'accepted', ...more });

/**
 * How a test file sends SMS under the Campaign Key `spring`. The service reads a repeated phone as one more
 * recipient, so that it hides nothing.
 *
 * @param usual parameters of all runs of the file
 * @param rows items of a run that has none of its own
 */
export function keyedRuns(usual: INodeParameters, rows: IDataObject[]) {
	const service = serviceForTests({ campaignStepMs: 60_000, duplicates: 'keep' });
	const sms: INodeParameters = {
		...{ resource: 'message', sender: 'MyShop', beforeSending: { campaignKey: 'spring' } },
		...usual,
	};
	return {
		service,
		/** What n8n keeps of the recipients. */
		storage: processedItemsForTests(),
		sms,
		/** The parameters with these options, each in its group. */
		withOptions: (options: INodeParameters): INodeParameters =>
			grouped({ ...sms, options: { ...(sms.options as INodeParameters), ...options } }),
		run: async (options: Partial<NodeRunOptions> = {}): Promise<NodeRunResult> =>
			await runNode({
				...{ node: new ExtApiSms(), credential: service.credential() },
				...{ items: rows, parameters: sms, ...options },
			}),
		/** Every message a person got. */
		sent: () =>
			service.control
				.ledger()
				.entries.flatMap(({ phone, text, count }) => Array<string>(count).fill(`${phone} ${text}`)),
		/** The nth request fails. */
		fails: (kind: FaultRule['kind'], nth = 1, more: Partial<FaultRule> = {}) =>
			service.control.addFaults([{ kind, nth, endpoint: 'scheduleSms', ...more } as FaultRule]),
	};
}
