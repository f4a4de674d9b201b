// If this fails, people read the service's parameter names.
import type { INode } from 'n8n-workflow';

import { explainErrorText } from '../../../nodes/shared/service/errorTexts';
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
		expect(explainErrorText('from is required')).toMatchObject({
			what: 'Sender is missing, and the token has no default sender',
			fix: 'Enter a sender that is approved in the account.',
		});
	});

	it.each([
		'`from` is required',
		'sid not found',
		'endsid must be a dynamic-information service',
		'vmssid must be a telephony service of kind play message',
		'one of list, pid, listjson is required',
		'sender must be a single value, not tid',
	])('%s', (description) => {
		expect(said(description)).not.toMatch(new RegExp(`\\b(?:${wireNames.join('|')})\\b`));
	});
});

describe('the words of the service', () => {
	it.each([
		['`interface token` is `invalid`', 'interface token is invalid'],
		['one `of` list, pid `is` required', 'one of list, pid is required'],
	])('mean the same in backticks: %s', (quoted, plain) => {
		expect(explainErrorText(plain)).toBeDefined();
		expect(explainErrorText(quoted)).toBe(explainErrorText(plain));
	});

	it.each([
		'https://shop.example/invoice.pdf?token=invalid&permission=denied',
		'https%3A%2F%2Fshop.example%2Finvoice.pdf%3Ftoken%3Dinvalid',
		'/files/invoice.pdf?id=7&token=not+valid',
	])('are explained, and not the address that they quote: %s', (address) => {
		const words = 'host unresolved';
		expect(explainErrorText(`${words}: ${address}`)).toBe(explainErrorText(words));
		expect(explainErrorText(`something else ${address}`)).toBeUndefined();
	});
});
