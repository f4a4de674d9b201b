import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiContacts } from '../../../nodes/ExtApiContacts/ExtApiContacts.node';
import { runNode, type NodeRunOptions } from './runNode';
import type { serviceForTests } from './serviceForTests';

/** Runs Add Many or Remove Many over items whose column `phone` names the contact. */
export function contactRuns(service: ReturnType<typeof serviceForTests>) {
	return async (
		operation: string,
		items: IDataObject[],
		parameters: INodeParameters = {},
		more: Partial<NodeRunOptions> = {},
	) =>
		await runNode({
			node: new ExtApiContacts(),
			credential: service.credential(),
			items,
			parameters: {
				...{ resource: 'contact', operation, listCode: '1003', recipient: 'phone' },
				...parameters,
			},
			...more,
		});
}
