// If this fails, a reply that is no success counts as one.
import type { IDataObject } from 'n8n-workflow';

import { documentedReply } from '../../../nodes/shared/service/documentedReplies';
import { endpoints, type Endpoint } from '../../../nodes/shared/service/endpoints';
import { readReply } from '../../../nodes/shared/service/readReply';
import replies from './documentedReplies.json';

const read = (endpoint: Endpoint, body: IDataObject, text: string) =>
	documentedReply(endpoint, body, readReply({ statusCode: 200, headers: {}, body: text }));

const json = (message: string, data: unknown = {}) =>
	JSON.stringify({ status: 1, message, data: { ...(data as object), remoteIP: '1.1.1.1' } });

/** Endpoint and call, what the specification gives as success in JSON and plain text, and what it gives elsewhere only. */
const cells = replies.flatMap(({ endpoints: names, body, documented, foreign }) =>
	names.map((name) => ({
		call: [endpoints[name as keyof typeof endpoints], body as IDataObject] as const,
		documented: documented.map(asText),
		foreign: foreign.map(asText),
	})),
);

/** A plain reply as it is, one in JSON as text. */
function asText(reply: string | object): string {
	return typeof reply === 'string' ? reply : JSON.stringify(reply);
}

const canceled = { taskStatus: 'cancel', notSent: ['0570002233'] };

/** Replies that no endpoint documents. */
const nonsense = ['{"status":1}', 'SERVICE UNAVAILABLE', '{"status":2,"message":"OK"}', 'down'];

describe.each(cells)('success of $call', ({ call: [endpoint, body], documented, foreign }) => {
	it.each(documented)('%s is one', (text) => {
		expect(read(endpoint, body, text)).toMatchObject({ kind: 'accepted' });
	});

	it.each([...foreign, ...nonsense])('%s is none', (text) => {
		expect(read(endpoint, body, text)).toMatchObject({ kind: 'failed', outcome: 'unknown' });
	});
});

it.each<[Endpoint, IDataObject, plain: string, json: string]>([
	[endpoints.sms, {}, 'OK 7001', json('OK', { taskId: '7001' })],
	[endpoints.sms, { validate: 1 }, 'OK 12 7001', json('OK', { count: '12', taskId: '7001' })],
	[endpoints.sms, { validate: 1 }, 'OK VALID 7', json('OK', { valid: true, taskId: 7 })],
	[endpoints.sms, { act: 'credit' }, 'OK 12', json('OK', { credit: '12' })],
	[endpoints.campaign, {}, 'cancel\n0570002233', json('OK', canceled)],
	[endpoints.automation, {}, 'OK 77', json('OK', { taskId: 77 })],
	[endpoints.contacts, { act: 'add' }, 'BLOCKED 5, 6', json('OK', { BLOCKED: ['5', '6'] })],
	[endpoints.sms, { act: 'credit' }, '12', json('OK', { credit: '12' })],
	[endpoints.subAdmin, { act: 'creditcheck' }, 'OK 5', json('OK', { credit: '5' })],
])('%s %j: %s says what JSON says', (endpoint, body, plain, asJson) => {
	const dataOf = (text: string) => (read(endpoint, body, text) as { data: IDataObject }).data;
	expect(dataOf(plain)).toEqual(dataOf(asJson));
});
