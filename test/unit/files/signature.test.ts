import type { INode } from 'n8n-workflow';

import { replyError } from '../../../nodes/shared/transport/apiError';

const address = 'https://n8n.example.com/rest/binary-data/signed?token=eyJh.eyJp.s-g_n&name=a.pdf';

it('an error leaves out the signature of an address that the service repeats', () => {
	const description = `file URL not allowed: ${address}`;
	const node = { name: 'Send', type: 'extApiChat', parameters: {} } as unknown as INode;
	const error = replyError(node, { kind: 'refused', description, httpStatus: 200 });
	const { message, description: fix } = error;
	expect(`${message} ${fix}`).toContain('signed?token=…&name=a.pdf');
	expect(JSON.stringify([message, fix, error.context, error.messages])).not.toContain('eyJ');
});
