// If this fails, an error of the service is explained as another one.
import type { INode } from 'n8n-workflow';

import { replyError } from '../../nodes/shared/service/apiError';
import { explainErrorText } from '../../nodes/shared/service/errorTexts';
import documentedErrors from '../documentedErrors.json';

describe('the error texts of the specification', () => {
	const node = { name: 'SMS', type: 'extApiSms' } as INode;

	it.each(documentedErrors)('%s: is quoted, with a fix', (description) => {
		const { message, context } = replyError(node, {
			kind: 'refused',
			description,
			httpStatus: 200,
		});
		const texts = (context.texts ?? { message }) as { message: string };
		const { what, fix = 'fix.' } = explainErrorText(description) ?? {};
		expect(texts.message).toBe(`${what ?? 'The service refused the request'}: "${description}"`);
		expect(fix).toMatch(/\.$/);
	});

	it.each([
		['Automation service not active', /switched off in the account/],
		['file URL not allowed: https://n8n.example.com/rest?token=abc', /cannot fetch the file/],
		['host unresolved:https://n8n.example.com/rest?token=abc', /cannot fetch the file/],
		['token is invalid.', /not accept the token/],
		['Invalid token.Check it', /not accept the token/],
	])('%s is not mistaken for another', (text, what) => {
		expect(explainErrorText(text)?.what).toMatch(what);
	});

	it.each([
		'"file too large"(https%3A%2F%2Fn8n.example.com%2Frest%3Ftoken%3Dabc)',
		'unsupported file type: token.ogg',
		'No token.pdf',
		'cannot open signed?token',
		'cannot open https://n8n.example.com/rest?token=abc&permission=template',
		'cannot open %3Ftoken%3Dabc',
		'cannot open /rest/binary-data/signed?token=abc',
	])('%s says nothing about the token of the account', (text) => {
		expect(explainErrorText(text)).toBeUndefined();
	});
});
