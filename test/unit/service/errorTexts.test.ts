// If this fails, people read the service's parameter names.
import type { INode } from 'n8n-workflow';

import { replyError } from '../../../nodes/shared/service/apiError';
import { documentedParameters } from '../../specification';

/** Names that are words of a person's language too. */
const alsoWords = ['to', 'list', 'type', 'code', 'phone', 'from', 'data', 'stop', 'template'];
const wireNames = Object.values(documentedParameters)
	.flat()
	.filter((name) => /^[a-z]+$/.test(name) && !alsoWords.includes(name));

const node = { name: 'SMS', type: 'extApiSms' } as INode;
const said = (description: string) =>
	replyError(node, { kind: 'refused', description, httpStatus: 200 }).message;

describe('what the service says in its own parameter names', () => {
	it('a missing sender is said as a person knows it', () => {
		const error = replyError(node, {
			kind: 'refused',
			description: 'from is required',
			httpStatus: 200,
		});
		expect(error.message).toBe('Sender is missing, and the token has no default sender');
		expect(error.description).toBe('Enter a sender that is approved in the account.');
	});

	it.each([
		'`from` is required',
		'sid not found',
		'endsid must be a dynamic-information service',
		'vmssid must be a telephony service of kind play message',
		'one of list, pid, listjson is required',
		'list must be a single value',
		'sender must be a single value, not tid',
	])('%s', (description) => {
		for (const name of wireNames)
			expect(said(description)).not.toMatch(new RegExp(`\\b${name}\\b`));
	});
});
