import type { IDataObject } from 'n8n-workflow';

import type { RunItem } from './runItem';

/**
 * Gives a request its last form, each time it is about to leave: until all items are prepared and it
 * is its turn, minutes may pass.
 *
 * @param body the request's parameters by wire name
 * @returns the parameters as they leave, and what the output says beside the service's answer
 * @throws NodeOperationError when it must not leave
 */
export type Leaving = (
	item: RunItem,
	body: IDataObject,
) => { body: IDataObject; says: IDataObject };

/** Last forms one after the other; each gets the parameters the one before it gave. */
export function inOrder(...steps: Leaving[]): Leaving {
	return (item, body) =>
		steps.reduce(
			(so, step) => {
				const { body: next, says } = step(item, so.body);
				return { body: next, says: { ...so.says, ...says } };
			},
			{ body, says: {} },
		);
}
