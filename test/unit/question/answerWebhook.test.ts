// If this fails, a person who answers reads JSON with a stack trace, and the workflow goes on with an error.
import type { IWebhookFunctions } from 'n8n-workflow';

import { answerWebhook } from '../../../nodes/shared/question/answerWebhook';

it.each(['getNode', 'getQueryData', 'evaluateExpression'])(
	'shows a page, and leaves the question open, whatever fails (%s)',
	async (method) => {
		const shown: Array<[string, unknown]> = [];
		const response = {
			setHeader: (name: string, value: string) => shown.push([name, value]),
			status: (status: number) => ({ send: (html: string) => shown.push([String(status), html]) }),
		};
		const asked = { executionId: '7', askedAt: '', limitAt: 0, recipients: ['0570002233'] };
		const context = {
			getNode: () => ({ name: 'Ask', id: '1' }),
			getCredentials: async () => await Promise.resolve({ token: 'a' }),
			evaluateExpression: () => JSON.stringify({ ...asked, language: 'en' }),
			getQueryData: () => ({ look: 'last' }),
			getExecutionId: () => '7',
			getResponseObject: () => response,
			[method]: () => {
				throw new TypeError('secret');
			},
		};
		const answered = await answerWebhook(context as unknown as IWebhookFunctions);
		expect(answered).toEqual({ noWebhookResponse: true });
		const pages = shown.filter(([, value]) => String(value).includes('<html'));
		expect(pages).toEqual([['503', expect.stringContaining('Please try again')]]);
		expect(JSON.stringify(shown)).not.toContain('secret');
	},
);
