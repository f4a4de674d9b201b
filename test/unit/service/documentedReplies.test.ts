// If this fails, a reply that is no success counts as one.
import type { IDataObject } from 'n8n-workflow';

import { documentedReply } from '../../../nodes/shared/service/documentedReplies';
import { endpoints, type Endpoint } from '../../../nodes/shared/service/endpoints';
import { readReply } from '../../../nodes/shared/service/readReply';

const read = (endpoint: Endpoint, body: IDataObject, text: string) =>
	documentedReply(endpoint, body, readReply({ statusCode: 200, headers: {}, body: text }));

const json = (message: string, data: unknown = {}) =>
	JSON.stringify({ status: 1, message, data: { ...(data as object), remoteIP: '1.1.1.1' } });

/** A JSON success that says what it answers. */
const answering = (action: unknown, data: object = {}, message = 'OK') =>
	JSON.stringify({ status: 1, action, message, data });

/** A JSON reply with another status. */
const text = (status: unknown, message: string, data: object) =>
	JSON.stringify({ status, message, data });

/** Endpoint and call, what the specification gives as success in JSON and plain text, and what it gives elsewhere only. */
const cells: Array<{ call: [Endpoint, IDataObject]; documented: string[]; foreign: string[] }> = [
	...[endpoints.sms, endpoints.voice, endpoints.chatTemplate, endpoints.chatReply].map((url) => ({
		call: [url, {}] as [Endpoint, IDataObject],
		documented: [json('OK', { taskId: '7001' }), 'OK 7001', 'OK 12 7001', 'OK VALID 7001'],
		foreign: [
			...['OK', json('OK'), json('OK', { taskId: '' }), json('OK', { taskId: null }), '7001'],
			...[json('MAX_SENT', { taskId: '7001' }), 'OK VALID', 'CODE_SENT', json('OK', { credit: 3 })],
			...[json('OK', { taskId: '0' }), json('OK', { taskId: ['7001'] }), 'OK 00', 'OK see 7001'],
			...[json('OK', { taskId: '7001', description: 'x' }), 'OK -7001', 'OK 1 2 7001'],
			...[text('1', 'OK', { taskId: '7001' }), text(true, 'OK', { taskId: '7001' })],
			...['checkstatus', 'credit', 'del'].map((action) => answering(action, { taskId: '7001' })),
		],
	})),
	{
		call: [endpoints.sms, { act: 'credit' }],
		documented: [json('OK', { credit: 0 }), answering('credit', { credit: '12' }), '12', 'OK 12'],
		foreign: [
			...['OK', answering('sendsms', { credit: 3 }), json('OK', { credit: [3] })],
			...[json('OK'), json('OK', { credit: 'many' }), 'many'],
		],
	},
	{
		call: [endpoints.oneTimeCode, { type: 'sms' }],
		documented: ['CODE_SENT', json('CODE_SENT', { channel: 'sms' }), json('MAX_SENT')],
		foreign: ['OK', json('CODE_VALID'), 'PHONE_EXIST', answering('checkstatus', {}, 'CODE_SENT')],
	},
	{
		call: [endpoints.oneTimeCode, { code: '12345' }],
		documented: ['CODE_VALID', json('WRONG_CODE')],
		foreign: ['OK', json('CODE_SENT'), json('MAX_SENT')],
	},
	{
		call: [endpoints.senderVerification, { type: 'sms' }],
		documented: ['CODE_SENT', 'MAX_SENT', json('PHONE_EXIST')],
		foreign: ['OK', json('WRONG_CODE'), json('CODE_VALID')],
	},
	{
		call: [endpoints.senderVerification, { code: '12345' }],
		documented: ['OK', json('OK'), 'WRONG_CODE', json('PHONE_EXIST')],
		foreign: ['CODE_VALID', json('CODE_SENT'), 'REG'],
	},
	{
		call: [endpoints.contacts, { act: 'check' }],
		documented: ['REG', answering('check', {}, 'NOT_REG'), json('BLOCKED')],
		foreign: ['OK', json('OK'), json('ALREADY_REG')],
	},
	{
		call: [endpoints.contacts, { act: 'add' }],
		documented: [
			...['OK', json('OK'), answering('add'), json('OK', { ALREADY_REG: ['0570002233'] })],
			'ALREADY_REG 0570002233,0570002234\nBLOCKED 0570002235',
		],
		foreign: ['REG', json('CODE_SENT'), '12', answering('del'), answering('check')],
	},
	{
		call: [endpoints.subAdmin, { act: 'creditupdate' }],
		documented: ['OK 5', json('OK', { credit: 5 }), json('AMOUNT_MISMATCH'), 'NOT_ENOUGH_CREDIT'],
		foreign: ['OK', json('OK', { credit: null }), 'BLOCKED'],
	},
	{
		call: [endpoints.subAdmin, { act: 'creditcheck' }],
		documented: ['OK 0', json('OK', { credit: 5 })],
		foreign: ['OK', json('OK'), json('AMOUNT_MISMATCH')],
	},
	{
		call: [endpoints.templates, {}],
		documented: [json('OK', { count: 0, templates: [] })],
		foreign: ['OK', json('OK'), json('OK', { templates: null })],
	},
	{
		call: [endpoints.campaign, { act: 'status' }],
		documented: [json('OK', { taskStatus: 'done' }), 'running', 'cancel\n0570002233,0570002234'],
		foreign: ['OK', json('OK'), 'asleep', answering('del', { taskStatus: 'done' })],
	},
	{
		call: [endpoints.campaign, { act: 'del' }],
		documented: ['OK', answering('del')],
		foreign: ['done', answering('checkstatus'), json('DELETED')],
	},
	{
		call: [endpoints.automation, {}],
		documented: ['OK 77', json('OK', { taskId: '77' })],
		foreign: [
			'OK',
			json('OK'),
			json('OK', { taskId: '0' }),
			answering('sendsms', { taskId: '77' }),
		],
	},
];

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
