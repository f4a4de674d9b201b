// If this fails, a loop that failed under a Campaign Key cannot be retried.
import type { INodeParameters } from 'n8n-workflow';

import { keyedRuns, phones } from './harness/keyed';
import { retryOf } from './harness/retry';
import { NODE } from './harness/runNode';

/** A loop that is retried after its second run failed; other single sends are in `stories/campaignKeyPerItem.json`. */
const { service, sms, run, fails, sent } = keyedRuns(
	{ operation: 'send', message: 'Hello', phoneNumbers: '={{ $json.phone }}' },
	phones.map((phone) => ({ phone })),
);

const campaign = { operation: 'sendCampaign', mode: 'send', recipient: 'phone' };
const retried = async (before: INodeParameters, after: INodeParameters) => {
	fails('plainError', 2);
	const failed = await run({ parameters: before, loopOver: 1 });
	expect(failed.error).toBeDefined();
	failed.workflow.getNode(NODE)!.parameters = after;
	return await retryOf(failed, JSON.stringify(failed.run.data), service.credential());
};

it('goes on with an operation that has no key', async () => {
	const verify = {
		...{ resource: 'senderId', operation: 'verifyCode' },
		...{ phone: '={{ $json.phone }}', code: '12345' },
	};
	const { error } = await retried(sms, verify);
	expect(String(error?.message)).not.toContain('Campaign Key');
});

it.each([
	['items', {}],
	['campaigns', campaign],
])('goes on where each run has a key of its own: %s', async (_what, parameters) => {
	const keyed = { ...sms, beforeSending: { campaignKey: '={{ $json.phone }}' }, ...parameters };
	expect((await retried(keyed, keyed)).error).toBeUndefined();
	expect(sent().sort()).toEqual(phones.map((phone) => `${phone} Hello`));
});
