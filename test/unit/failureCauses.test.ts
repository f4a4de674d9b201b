// If this fails, n8n shows a wrong cause of an error, or an item that may have been sent is called not sent.
import type { INode } from 'n8n-workflow';

import { connectionError, errorForItem, replyError } from '../../nodes/shared/service/apiError';
import type { Effect } from '../../nodes/shared/service/endpoints';
import { readReply } from '../../nodes/shared/service/readReply';

const node = { name: 'SMS', type: 'extApiSms', parameters: {} } as unknown as INode;

function causeOf(statusCode: number, body: string, effect: Effect = 'once', headers = {}) {
	const reply = readReply({ statusCode, body, headers });
	if (reply.kind === 'accepted') throw new Error(`"${body}" was taken for a success`);
	const error = replyError(node, reply, 0, effect);
	expect(errorForItem(node, error, 1).failure).toEqual(error.failure);
	return error.failure;
}

const refused = (words: string) => causeOf(200, `ERROR --> Description: ${words}`);
const broken = (code: string, effect: Effect) =>
	connectionError(node, Object.assign(new Error(code), { code }), 0, effect).failure;

describe("the cause of a failure, in n8n's words", () => {
	it.each([
		['token invalid or missing', 'credential-invalid'],
		['sms permission denied', 'credential-invalid'],
		['list not found', 'configuration-invalid'],
		['sender id not approved', 'configuration-invalid'],
		['hourly limit of 200 free-form messages reached', 'quota-exhausted'],
		['Rate limit exceeded', 'rate-limited'],
		['system error (temporary)', 'temporarily-unavailable'],
	])('is known by what the service says: %s', (words, cause) => {
		expect(refused(words)).toEqual({ cause });
	});

	it('is not made up where n8n has no word for it', () => {
		expect(refused('phone must be a valid phone number')).toBeUndefined();
		expect(refused('something new')).toBeUndefined();
	});

	it('says how long the service asks to wait', () => {
		const wait = { 'retry-after': '7' };
		expect(causeOf(429, '', 'once', wait)).toEqual({ cause: 'rate-limited', retryAfterMs: 7000 });
		expect(causeOf(429, '')).toEqual({ cause: 'rate-limited' });
	});

	it('is the service while it cannot be reached, and what was entered where that is wrong', () => {
		expect(broken('ECONNREFUSED', 'once')).toEqual({ cause: 'temporarily-unavailable' });
		expect(broken('ENOTFOUND', 'once')).toEqual({ cause: 'configuration-invalid' });
		expect(broken('CERT_HAS_EXPIRED', 'once')).toEqual({ cause: 'configuration-invalid' });
		expect(broken('ETIMEDOUT', 'asks')).toEqual({ cause: 'temporarily-unavailable' });
		expect(causeOf(503, '', 'asks')).toEqual({ cause: 'temporarily-unavailable' });
	});

	it('of an item is no more certain than that of its request', () => {
		const lost = connectionError(node, new Error('socket hang up'), undefined, 'once', false);
		const ofItem = { outcome: 'unknown', itemIndex: 3 };
		expect(errorForItem(node, lost, 3).context).toMatchObject(ofItem);
		expect(errorForItem(node, new Error('no'), 3).context.outcome).toBe('notAccepted');
	});

	it('never invites to repeat what may have been accepted', () => {
		expect(broken('ETIMEDOUT', 'once')).toBeUndefined();
		expect(broken('ECONNRESET', 'once')).toBeUndefined();
		expect(causeOf(503, '', 'once')).toBeUndefined();
	});
});
