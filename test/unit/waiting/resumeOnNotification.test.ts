// If this fails, a fault of the node ends a wait, and its campaigns come out as if nothing were known.
import type { IWebhookFunctions } from 'n8n-workflow';

import { resumeOnNotification } from '../../../nodes/shared/waiting/resumeOnNotification';

it('answers whatever goes wrong, since n8n would resume the execution with the error', async () => {
	const answered: unknown[] = [];
	const response = { status: (code: number) => ({ json: () => answered.push(code) }) };
	const context = {
		getQueryData: () => {
			throw new RangeError('Maximum call stack size exceeded');
		},
		getResponseObject: () => response,
	} as unknown as IWebhookFunctions;
	expect(await resumeOnNotification.call(context)).toEqual({ noWebhookResponse: true });
	expect(answered).toEqual([503]);
});
