import { NodeOperationError, type INode } from 'n8n-workflow';

import { stoppedError } from '../../nodes/shared/engine/stoppedError';

const node = { name: 'Send', type: 'extApiSms', parameters: {} } as unknown as INode;

it('takes an error that is none of n8n’s, such as one of a hook', () => {
	const failed = new URIError('URI malformed');
	const one = stoppedError(node, new Map(), [{ failed }]);
	expect(one).toBeInstanceOf(NodeOperationError);
	expect(one.context.itemIndex).toBe(0);
	const two = stoppedError(node, new Map(), [{ output: [] }, { failed }]);
	expect(two.message).toContain('Item 1: URI malformed');
});
