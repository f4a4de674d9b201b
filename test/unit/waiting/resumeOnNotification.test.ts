// If this fails, a fault of the node ends a wait, and its campaigns come out as if nothing were known.
import type { IWebhookFunctions } from 'n8n-workflow';

import { notificationKey } from '../../../nodes/shared/service/notificationAddress';
import { resumeOnNotification } from '../../../nodes/shared/waiting/resumeOnNotification';
import { withEnds } from '../../../nodes/shared/waiting/waitingItems';

jest.mock('../../../nodes/shared/waiting/waitingItems', () => ({
	...jest.requireActual<object>('../../../nodes/shared/waiting/waitingItems'),
	withEnds: jest.fn(),
}));

it('resumes with the next call what one failed to resume', async () => {
	const [token, id] = ['token-of-a-test', '77'];
	const items = [
		{
			json: { outcome: 'accepted', taskId: '12', timedOut: true },
		},
	];
	const key = notificationKey(token, 'execution', id, 'sms');
	const statuses: number[] = [];
	const context = {
		getQueryData: () => ({ key, get: '1', msg: 'END', tid: '12', info: '1' }),
		getCredentials: async () => ({ token }),
		getExecutionId: () => id,
		connectionInputData: items,
		getNode: () => ({ name: 'SMS' }),
		evaluateExpression: () =>
			JSON.stringify({ items: JSON.stringify([{ code: '12', recipients: 1 }]) }),
		getResponseObject: () => ({
			status: (code: number) => ({ json: () => statuses.push(code) }),
		}),
	} as unknown as IWebhookFunctions;
	jest.mocked(withEnds).mockRejectedValueOnce(new RangeError('Invalid array length'));
	jest.mocked(withEnds).mockResolvedValueOnce(items);
	expect(await resumeOnNotification.call(context)).toEqual({ noWebhookResponse: true });
	expect(statuses).toEqual([503]);
	expect(await resumeOnNotification.call(context)).toMatchObject({ workflowData: [items] });
	// Once is enough.
	expect(await resumeOnNotification.call(context)).not.toHaveProperty('workflowData');
});

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
