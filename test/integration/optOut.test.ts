// If this fails, people who opt out are not noticed, are opted out by a preview, or opt out others.
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';

import { optOutKey, optOutToken } from '../../nodes/shared/service/optOutLink';
import { hiddenIn, linkTo, open, submit } from './harness/answerPage';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';
import { triggerN8n } from './harness/triggerN8n';

const service = serviceForTests();
processedItemsForTests();
const n8n = triggerN8n();
const send = smsCampaigns(service, 'Hi {name}. Stop: {optOut}');
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '972570002234', name: 'Noa' },
];

/** A trigger with these parameters and this credential, and the link that a campaign sent to the first row's phone. */
async function campaignTo(parameters?: INodeParameters, credential = () => service.credential()) {
	const trigger = n8n.publish(credential, parameters);
	const options = { optOutUrl: trigger.address };
	const { error } = await send(rows, { options }, { n8n: n8n.additions });
	expect(error).toBeUndefined();
	return { trigger, link: linkTo(service, rows[0].phone) };
}
const stop = { decision: 'stop' };
const restart = { decision: 'restart' };

describe('the page behind an opt-out link', () => {
	it('shows the end of the phone and decides nothing when it is opened, however often', async () => {
		const { trigger, link } = await campaignTo();
		for (const agent of ['Mozilla/5.0', 'WhatsApp/2.23', 'facebookexternalhit/1.1', 'Googlebot']) {
			const page = await open(link, agent);
			expect(page.status).toBe(200);
			expect(page.html).toContain('Stop messages?');
			expect(page.html).toContain('<bdi>33</bdi>');
			expect(page.html).not.toContain('0570002233');
			expect(page.html).not.toContain('<script');
			expect(page.headers.get('cache-control')).toBe('no-store');
		}
		expect(trigger.events).toEqual([]);
		expect((await fetch(link, { method: 'HEAD' })).status).toBe(404);
		expect(trigger.events).toEqual([]);
	});

	it('starts the workflow when a person decides, and takes it back on the same page', async () => {
		const { trigger, link } = await campaignTo();
		const page = await open(link);
		const stopped = await submit(link, page, stop);
		expect(stopped.status).toBe(200);
		expect(stopped.headers.get('cache-control')).toBe('no-store');
		expect(stopped.html).toContain('Messages stopped');
		const receivedAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
		expect(trigger.events).toEqual([{ event: 'OPTED_OUT', phone: '0570002233', receivedAt }]);
		const restarted = await submit(link, stopped, restart);
		expect(restarted.html).toContain('Messages will come again');
		expect(trigger.events.slice(1)).toEqual([expect.objectContaining({ event: 'OPTED_IN' })]);

		await submit(link, restarted, stop);
		expect(trigger.events.map(({ event: name }) => name)).toEqual([
			'OPTED_OUT',
			'OPTED_IN',
			'OPTED_OUT',
		]);
	});

	it('starts the workflow for each phone, and for the same one again', async () => {
		const { trigger, link } = await campaignTo();
		const other = linkTo(service, '0570002234');
		await submit(link, await open(link), stop);
		await submit(other, await open(other), stop);
		expect(trigger.events.map(({ phone }) => phone)).toEqual(['0570002233', '0570002234']);
		// A second tap says it again.
		await submit(link, await open(link), stop);
		expect(trigger.events).toHaveLength(3);
	});

	it.each<[string, IDataObject, RegExp]>([
		['a language it cannot read', { pageLanguage: 'xx' }, /^Page Language must be/],
		['a name that is too long', { from: 'a'.repeat(61) }, /^Company Name is longer than 60/],
	])('works without %s, which the log names', async (_what, options, says) => {
		const parameters = { events: ['*'], options } as INodeParameters;
		const { trigger, link } = await campaignTo(parameters);
		const page = await open(link);
		expect(page.html).not.toContain('aaa');
		await submit(link, page, stop);
		expect(trigger.events).toHaveLength(1);
		expect(trigger.log).toContainEqual(expect.stringMatching(says));
	});

	it('speaks the language that was chosen, and names the company', async () => {
		const options = { pageLanguage: 'he', from: '<b>My & "Shop"</b>' };
		const { link } = await campaignTo({ events: ['*'], options });
		const page = await open(link);
		expect(page.html).toContain('<html lang="he" dir="rtl"');
		expect(page.html).toContain('&lt;b&gt;My &amp; &quot;Shop&quot;&lt;/b&gt;');
		expect(page.html).not.toContain('<b>');
		expect((await submit(link, page, stop)).html).toContain('<html lang="he" dir="rtl"');
	});

	it('offers no way back where the workflow would not start for it', async () => {
		const { trigger, link } = await campaignTo({ events: ['OPTED_OUT'] });
		const page = await open(link);
		const stopped = await submit(link, page, stop);
		expect(stopped.html).not.toContain('name="decision"');
		expect((await submit(link, page, restart)).status).toBe(400);
		expect(trigger.events).toHaveLength(1);
	});
});

describe('no one is opted out', () => {
	it.each<[string, (link: string) => string]>([
		['a token in a list', (link) => link.replace('?o=', '?o[]=')],
		['another phone', (link) => link.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
	])('with a link with %s', async (_what, forged) => {
		const { trigger, link } = await campaignTo();
		const page = await open(link);
		const answer = await open(forged(link));
		expect(answer.status).toBe(403);
		expect(answer.html).toContain('please contact the sender');
		expect((await submit(forged(link), page, stop)).status).toBe(403);
		expect(trigger.events).toEqual([]);
	});

	it('with a link made with another token, and links of an old one say so', async () => {
		let credential: ICredentialDataDecryptedObject = service.credential();
		const { trigger, link } = await campaignTo({ events: ['*'] }, () => credential);
		credential = { ...credential, token: 'a-new-token' };
		const answer = await open(link);
		expect(answer.status).toBe(403);
		expect(answer.html).toContain('was replaced');
		credential = { ...credential, token: '' };
		const key = optOutKey('', 'trigger-0');
		const forged = optOutToken(key, '972570002233');
		expect((await open(`${trigger.address}?o=${forged}`)).status).toBe(403);
		expect(trigger.events).toEqual([]);
	});

	it("by a form that is not the page's own", async () => {
		const { trigger, link } = await campaignTo();
		const page = await open(link);
		const proof = hiddenIn(page);
		const other = await open(linkTo(service, '0570002234'));
		const answers = [
			await submit(link, undefined, stop),
			await submit(link, other, stop),
			await submit(link, page, {}),
			await submit(link, page, { decision: 'toString' }),
			await submit(link, page, { decision: ['stop', 'restart'] }),
		];
		const posted = async (body: string, type: string) =>
			await fetch(link, { method: 'POST', body, headers: { 'Content-Type': type } });
		const plain = new URLSearchParams({ ...proof, ...stop }).toString();
		const answered = [
			await posted(plain, 'application/x-www-form-urlencoded'),
			await posted(JSON.stringify({ data: { ...proof, ...stop } }), 'application/json'),
		];
		expect([...answers, ...answered].map(({ status }) => status)).toEqual(Array(7).fill(400));
		expect(trigger.events).toEqual([]);
		await submit(link, page, stop);
		expect(trigger.events).toHaveLength(1);
	});

	it.each<[string[], RegExp]>([
		[['END'], /does not start for 'Recipient Opted Out'/],
		[[], /Events is empty or missing/],
	])(
		'where the trigger has events %j now: the page says that it did not work',
		async (events, why) => {
			const parameters: INodeParameters = { events: ['*'] };
			const { trigger, link } = await campaignTo(parameters);
			parameters.events = events;
			const page = await open(link);
			expect(page.status).toBe(500);
			expect(page.html).toContain('your request was not saved');
			expect(trigger.log).toEqual([expect.stringMatching(why)]);
			expect(trigger.events).toEqual([]);
		},
	);

	it('where the credential cannot be read: the page says that it did not work, and the log why', async () => {
		let credential: ICredentialDataDecryptedObject = service.credential();
		const { trigger, link } = await campaignTo({ events: ['*'] }, () => credential);
		credential = {
			get token(): string {
				throw new Error('The credential was removed');
			},
		};
		const page = await open(link);
		expect(page.html).toContain('your request was not saved');
		expect(trigger.log).toEqual([
			expect.stringMatching(/^An opt-out could not be handled: .*The credential was removed/),
		]);
	});

	it('by the link of a preview, which looks like one', async () => {
		const trigger = n8n.publish(() => service.credential());
		const preview = { options: { optOutUrl: trigger.address }, mode: 'preview' };
		const { items } = await send(rows, preview, { n8n: n8n.additions });
		const link = /http\S+/.exec(String(items[0].json.text))![0];
		const page = await open(link);
		expect(page.html).toContain('Stop messages?');
		const said = await submit(link, page, stop);
		expect(said.status).toBe(200);
		// No one stopped anything, and the page says so before and after.
		expect(page.html).toContain('This is a sample link');
		expect(said.html).toContain('This is a sample link');
		expect(said.html).not.toContain('Messages stopped');
		expect(trigger.events).toEqual([]);
	});
});

describe('a person who opted out', () => {
	it('gets nothing when the events are left out of the next campaign', async () => {
		const { trigger, link } = await campaignTo();
		await submit(link, await open(link), stop);
		service.control.reset();
		await send(rows, {
			message: 'Hi {name}',
			beforeSending: { leaveOut: trigger.events as unknown as string },
		});
		const phones = service.control.ledger().entries.map(({ phone }) => phone);
		expect(phones).toEqual(['0570002234']);
	});
});
