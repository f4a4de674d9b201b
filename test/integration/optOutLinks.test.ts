// If this fails, a recipient cannot opt out, or opts out someone else.
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { comparablePhone } from '../../nodes/shared/rules/phones';
import * as ownAddress from '../../nodes/shared/service/notificationAddress';
import { optOutKey, readOptOutToken } from '../../nodes/shared/service/optOutLink';
import { form } from '../operations/items';
import { approved } from './harness/approved';
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns, textsIn } from './harness/smsCampaign';
import { triggerN8n } from './harness/triggerN8n';

const service = serviceForTests();
processedItemsForTests();
const n8n = triggerN8n();
const sms = smsCampaigns(service, 'Hi {name}. Stop: {optOut}');
const TRIGGER = 'http://127.0.0.1:1/webhook/my-id/campaign-event';
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '+972-57-000-2234', name: 'Dana' },
];
const at = (optOutUrl: string, more: INodeParameters = {}): INodeParameters => ({
	...more,
	options: { optOutUrl, ...(more.options as object) },
});

/** Whom a link opts out. */
function phoneOf(link: string, token = 'demo-token-full'): string | undefined {
	const given = new URL(link).searchParams.get('o') ?? '';
	return readOptOutToken(optOutKey(token, 'my-id'), given);
}

/** The texts that the service holds, by phone. */
const texts = () => textsIn(service);
const linkIn = (text: string) => /http\S+/.exec(text)?.[0] ?? '';

describe('{optOut} in an SMS campaign', () => {
	it('is a link of each recipient, in one request', async () => {
		const { items } = await sms(rows, at(TRIGGER));
		expect(service.bodies()).toHaveLength(1);
		expect(texts().map(([phone, text]) => [phone, phoneOf(linkIn(text))])).toEqual(
			texts().map(([phone]) => [phone, comparablePhone(phone)]),
		);
		expect(texts()).toHaveLength(2);
		expect(linkIn(texts()[0][1])).toHaveLength(TRIGGER.length + 24);
		expect(items[0].json).toMatchObject({ recipientCount: 2, items: 2 });
	});

	it('is what the output says was sent, and as long in a preview, whose link opts no one out', async () => {
		const included = { options: { output: 'recipient' } };
		const sent = await sms(rows, at(TRIGGER, included));
		expect(sent.items.map(({ json }) => json.text)).toEqual(texts().map(([, text]) => text));
		const preview = await sms(rows, at(TRIGGER, { mode: 'preview' }));
		const shown = preview.items.map(({ json }) => String(json.text));
		expect(shown.map((text) => phoneOf(linkIn(text)))).toEqual(['0', '0']);
		expect(shown.map(({ length }) => length)).toEqual(texts().map(([, { length }]) => length));
		expect(preview.items[0].json.characters).toBe(texts()[0][1].length);
		expect(service.bodies()).toHaveLength(1);
	});

	it('opts out the phone of the test in a test, and no one else', async () => {
		const test = { mode: 'test', testNumbers: '0570009001,0570009002', testRows: 1 };
		const testUrl = 'http://127.0.0.1:1/webhook-test/my-id/campaign-event';
		await sms(rows, at(testUrl, test));
		expect(texts().map(([, text]) => phoneOf(linkIn(text)))).toEqual([
			'972570009001',
			'972570009002',
		]);
	});

	it('is no field of an item, and has no fallback', async () => {
		const own = [{ ...rows[0], optOut: 'https://evil.example.com' }];
		await sms(own, at(TRIGGER, { message: 'Stop: {optOut|here}' }));
		expect(phoneOf(linkIn(texts()[0][1]))).toBe('972570002233');
	});
});

it('{optOut} in a chat template is a link of each recipient', async () => {
	const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
	const parameters = form({ 'body.1': '{name}', 'body.2': '{optOut}' });
	const { error } = await chat(rows, at(TRIGGER, { parameters }));
	expect(error).toBeUndefined();
	const { listjson } = service.bodies().at(-1)!;
	const sent = Object.values(listjson as Record<string, { body: Record<string, string> }>);
	expect(sent.map(({ body }) => phoneOf(body['2']))).toEqual(['972570002233', '972570002234']);
});

it('the links of an approved campaign are made when it is sent, one for each phone', async () => {
	const { items } = await sms(rows, at(TRIGGER, { mode: 'preview' }));
	const sealed = await approved(items, service.credential());
	await sms(
		sealed.map(({ json }) => json),
		{ mode: 'sendApproved' },
	);
	const sent = texts().map(([, text]) => phoneOf(linkIn(text)));
	expect(sent).toEqual(['972570002233', '972570002234']);
});

it('an approved campaign is not sent with links to an address that n8n no longer has', async () => {
	const { items } = await sms(rows, at(TRIGGER, { mode: 'preview' }));
	const sealed = await approved(items, service.credential());
	const moved = { instanceBaseUrl: 'https://moved.example.com/' };
	const { error } = await sms(
		sealed.map(({ json }) => json),
		{ mode: 'sendApproved' },
		{ n8n: { ...n8n.additions, ...moved } },
	);
	expect(error?.message).toContain('Opt-Out URL must be the URL of an ExtApi Trigger');
	expect(service.bodies()).toEqual([]);
});

describe('dead links are not sent', () => {
	const published = (more: IDataObject = {}, parameters?: INodeParameters) =>
		n8n.publish(
			() => ({ ...service.credential(), ...more }) as ICredentialDataDecryptedObject,
			parameters,
		).address;

	it.each<[string, () => string, number]>([
		['no trigger', () => published().replace('/trigger', '/gone'), 404],
		['a trigger with another token', () => published({ token: 'another-token' }), 403],
		['a trigger that does not start for them', () => published({}, { events: ['END'] }), 500],
	])('that lead to %s', async (_what, address, status) => {
		for (const mode of ['send', 'preview']) {
			const beforeSending = { leaveOut: '0570002234' };
			const options = { options: { optOutUrl: address() }, beforeSending, mode };
			const { error } = await sms(rows, options, { n8n: n8n.additions });
			const says = `cannot opt anyone out (its page answers with status ${status})`;
			expect(error?.message).toContain(`Opt-Out URL leads to a trigger that ${says}`);
			expect(error?.message).not.toContain('Item');
		}
		expect(service.bodies()).toEqual([]);
	});

	it.each([
		['a page of someone else, such as one to sign in', 200, /its page answers with status 200/],
		['a page that refuses them', 400, /its page answers with status 400/],
		['somewhere else, which n8n does not follow: there is a hint', 300, /^$/],
		['somewhere else, whatever kind of redirect it is', 399, /^$/],
	])('that lead to %s', async (_what, status, says) => {
		const page = jest.spyOn(ownAddress, 'openOwnAddress');
		page.mockResolvedValue({ status, html: 'Sign in' });
		const optOutUrl = published();
		const sent = await sms(rows, { options: { optOutUrl } }, { n8n: n8n.additions });
		page.mockRestore();
		expect(sent.error?.message ?? '').toMatch(says);
		expect(hintsOf(sent).join().includes('could not open')).toBe(says.test(''));
	});

	it('and nothing is asked for a text without one', async () => {
		const options = {
			options: { optOutUrl: `${n8n.additions.instanceBaseUrl}/webhook/gone/campaign-event` },
		};
		const { error } = await sms(rows, { ...options, message: 'Hi' }, { n8n: n8n.additions });
		expect(error).toBeUndefined();
	});

	it('without a hint where n8n cannot reach its own URL', async () => {
		const optOutUrl = 'http://127.0.0.1:1/webhook/my-id/campaign-event';
		const sent = await sms(rows, { options: { optOutUrl } });
		expect(sent.items[0].json.taskId).toBeDefined();
		expect(hintsOf(sent).join()).toContain('n8n could not open its own URL http://127.0.0.1:1');
	});
});
