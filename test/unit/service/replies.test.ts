// If this fails, a reply is misread: what is no success counts as one, an output claims what the service never said.
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { IDataObject, INode } from 'n8n-workflow';

import { add } from '../../../nodes/ExtApiContacts/operations/add.operation';
import { check } from '../../../nodes/ExtApiContacts/operations/check.operation';
import { readContactReply } from '../../../nodes/ExtApiContacts/operations/contactReply';
import { remove } from '../../../nodes/ExtApiContacts/operations/remove.operation';
import { getBalance } from '../../../nodes/ExtApiSubAdmin/operations/getBalance.operation';
import { updateBalance } from '../../../nodes/ExtApiSubAdmin/operations/updateBalance.operation';
import type { PerItemOperation } from '../../../nodes/shared/operations/operation';
import type { AcceptedReply } from '../../../nodes/shared/pipeline/row';
import { replyError } from '../../../nodes/shared/service/apiError';
import {
	campaignOf,
	recipientsOfRequest,
	messagesOfSend,
	scheduledHint,
	documentedReply,
} from '../../../nodes/shared/service/documentedReplies';
import { endpoints, type Endpoint } from '../../../nodes/shared/service/endpoints';
import type { RunItem } from '../../../nodes/shared/service/connection';
import { receive } from '../../../nodes/shared/service/postRequest';
import { readReply } from '../../../nodes/shared/service/readReply';
import { playTables } from '../playTables';
import replies from './replies.json';

const node = { name: 'Test', type: 'test', parameters: {} } as unknown as INode;
const item = { node, index: 0, parameter: () => '0570002233' } as unknown as RunItem;
const operations = { add, check, remove, getBalance, updateBalance } as unknown as Record<
	string,
	PerItemOperation
>;

const read = (body: unknown, statusCode = 200, headers = {}) =>
	readReply({ body, statusCode, headers });
const documented = (endpoint: Endpoint, body: IDataObject, text: string) =>
	documentedReply(endpoint, body, read(text));

/** What an operation outputs for a reply, or the outcome of one that does not say what was done. */
async function outputOf(name: string, text: string, request: IDataObject): Promise<unknown> {
	const { endpoint, effect, fixed, output } = operations[name];
	const body = { ...fixed, ...request };
	const reply = documented(endpoint, body, text);
	try {
		if (reply.kind !== 'accepted') throw replyError(node, reply, 0, effect);
		return await output(reply, item, body);
	} catch (error) {
		const { message, context } = error as ReturnType<typeof replyError>;
		expect(message).toMatch(/a reply in a form that is not in its documentation/);
		return `undocumented: ${String(context.outcome)}`;
	}
}

// A moment that the service asks to wait for may be a part of a second away.
beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1, 0, 0, 0, 1)));
afterEach(() => jest.restoreAllMocks());

playTables(replies, {
	'a reply': read,
	'a reply of so many bytes': async (bytes: number) => {
		const body = Readable.from([Buffer.alloc(bytes - 2, 'x'), Buffer.from('OK')]);
		const response = { body, statusCode: 200, headers: {} };
		return await receive(response, new AbortController().signal, (text) => text.slice(-2));
	},
	'a success that is documented': (name: keyof typeof endpoints, body: IDataObject, text: string) =>
		documented(endpoints[name], body, text),
	'the data of a reply, plain or JSON': (
		name: keyof typeof endpoints,
		body: IDataObject,
		text: string,
	) => (documented(endpoints[name], body, text) as AcceptedReply).data,
	'what validation found': campaignOf,
	'whom a request is for': recipientsOfRequest,
	'how many messages a request is billed as': messagesOfSend,
	'the hint of when campaigns start': (campaigns: IDataObject[]) =>
		scheduledHint(campaigns, Date.parse('2035-01-04T08:00:00Z')),
	'what an operation puts out for a reply': outputOf,
	'the results of two contacts': (text: string) => {
		const two = ['0570002233', '0570002234'];
		const reply = documented(add.endpoint, { act: 'add' }, text) as AcceptedReply;
		const found = readContactReply(reply, two);
		return 'results' in found ? Object.fromEntries(found.results) : 'undocumented';
	},
});

// A regular expression that tries all of such a text runs out of stack once it is compiled.
it.each(['X', 'ALREADY_REG 0570002233\n', 'OK '])(
	'a reply longer than any of the service is none: many times "%s"',
	(part) => {
		const text = part.repeat(5_000_000 / part.length);
		for (let time = 0; time < 20; time++) expect(read(text)).toMatchObject({ kind: 'failed' });
	},
);

describe('a reply whose time is over', () => {
	const received = async (body: Readable, deadline: AbortSignal) =>
		await receive({ body, statusCode: 200, headers: {} }, deadline, (text) => text);
	const endless = () => new Readable({ read: () => {} });

	it.each<[string, (controller: AbortController) => void]>([
		['before it begins', (controller) => controller.abort()],
		['before it ends', (controller) => setImmediate(() => controller.abort())],
	])('%s is not waited for', async (_when, abort) => {
		const controller = new AbortController();
		const body = endless();
		const end = setTimeout(() => body.destroy(new Error('It was still waited for')), 1_000);
		abort(controller);
		await expect(received(body, controller.signal)).rejects.toThrow(
			'The reply did not end in time',
		);
		clearTimeout(end);
	});

	it('is no more of interest once it has come', async () => {
		const { signal } = new AbortController();
		expect(await received(Readable.from([Buffer.from('OK 12')]), signal)).toMatchObject({
			code: 'OK',
		});
		expect(getEventListeners(signal, 'abort')).toEqual([]);
	});
});
