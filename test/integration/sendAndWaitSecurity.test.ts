// If this fails, someone without the link decides, or a preview does.
import { setTimeout as sleep } from 'node:timers/promises';

import { inputOfWait } from '../../nodes/shared/n8n/waits';
import { keyFor } from '../../nodes/shared/question/answerLink';
import { hiddenIn, open, submit, type Page } from './harness/answerPage';
import { askingN8n, endOf, MANAGER } from './harness/asking';
import { everyOperation } from '../operations';

jest.mock('../../nodes/shared/n8n/waits', () => {
	const actual = jest.requireActual<{ inputOfWait: typeof inputOfWait }>(
		'../../nodes/shared/n8n/waits',
	);
	return { ...actual, inputOfWait: jest.fn(actual.inputOfWait) };
});

/** Nothing is decided twice, nothing forged, nothing started. */
const { service, ask, answer, link } = askingN8n();
const OTHER = '0570002234';
const TOKEN = 'demo-token-full';

/** A little more than a second. */
const soonOver = {
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 0.02, resumeUnit: 'minutes' },
	},
};

const withQuery = (address: string, name: string, value: string | null) => {
	const changed = new URL(address);
	if (value === null) changed.searchParams.delete(name);
	else changed.searchParams.set(name, value);
	return changed.toString();
};

/** What must hold of everything that is no answer. */
function expectRefused(page: Page, words: RegExp): void {
	expect(page.status).toBeGreaterThanOrEqual(400);
	expect(page.html).toMatch(words);
}

describe('opening a link', () => {
	it.each([
		'WhatsApp/2.23.20.0',
		'facebookexternalhit/1.1',
		'Mozilla/5.0 (compatible; Googlebot/2.1)',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
		'',
	])('answers nothing, whatever opens it: %j', async (userAgent) => {
		const execution = await ask({ options: { confirmByCode: true } });
		for (const more of ['', '&decision=approve', '&approved=true', '&proof=x&decision=approve']) {
			await open(link() + more, userAgent);
		}
		const { html } = await open(link(), userAgent);
		const hidden = hiddenIn({ html } as Page);
		await open(withQuery(withQuery(link(), 'proof', hidden.proof), 'decision', 'approve'));
		expect(execution.resumed).toBe(0);
		expect(service.control.codes(MANAGER)).toEqual([]);
	});

	it('has headers that let nothing out and nothing in', async () => {
		await ask();
		const { headers } = await open(link());
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('content-security-policy')).toMatch(
			/default-src 'none'.*sandbox allow-forms/,
		);
	});

	it('shows HTML and script of the message as text', async () => {
		await ask({ message: '<script>alert(1)</script><img src=x onerror=alert(1)>' });
		const { html } = await open(link());
		expect(html).not.toMatch(/<script|<img/);
		expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
	});
});

describe('a forged answer', () => {
	it('has no right key', async () => {
		const execution = await ask();
		for (const key of [null, '', 'x', 'A'.repeat(22)]) {
			const forged = withQuery(link(), 'k', key);
			expectRefused(await open(forged), /This link does not work/);
			expectRefused(await submit(forged, undefined, { decision: 'approve' }), /does not work/);
		}
		expect(execution.resumed).toBe(0);
	});

	it('does not come from the page', async () => {
		const execution = await ask();
		for (const proof of ['', 'x', new URL(link()).searchParams.get('k')!]) {
			const said = await submit(link(), undefined, { proof, decision: 'approve' });
			expectRefused(said, /does not work/);
		}
		expect(execution.resumed).toBe(0);
	});

	it('has the key of another person', async () => {
		const execution = await ask({ phoneNumbers: `${MANAGER},${OTHER}` });
		const [own, others] = [link(MANAGER), link(OTHER)];
		const page = await open(others);
		expectRefused(await submit(own, page, { decision: 'approve' }), /does not work/);
		const bound = { executionId: execution.id, nodeId: '2', askedAt: new Date().toISOString() };
		const stranger = keyFor(TOKEN, 'answer link', { ...bound, recipient: '0570002235' });
		expectRefused(await open(withQuery(own, 'k', stranger)), /does not work/);
		expect(execution.resumed).toBe(0);
	});

	it('has the key of another execution', async () => {
		const first = await ask();
		const firstLink = link();
		const second = await ask();
		const secondLink = new URL(link());
		expect(second.id).not.toBe(first.id);
		const page = await open(firstLink);
		for (const name of ['k', 'signature']) {
			secondLink.searchParams.set(name, new URL(firstLink).searchParams.get(name)!);
		}
		expectRefused(await submit(String(secondLink), page, { decision: 'approve' }), /does not work/);
		expect([first.resumed, second.resumed]).toEqual([0, 0]);
	});

	it('has the key of another node, or of another moment', async () => {
		const execution = await ask();
		const bound = { executionId: execution.id, recipient: MANAGER };
		for (const nodeId of ['2', '3']) {
			const other = { ...bound, nodeId, askedAt: new Date().toISOString() };
			const forged = withQuery(link(), 'k', keyFor(TOKEN, 'answer link', other));
			expectRefused(await open(forged), /does not work/);
		}
		expect(execution.resumed).toBe(0);
	});

	it.each<Record<string, string | string[]>>([
		{ decision: ['approve', 'decline'] },
		{ decision: ['approve', 'approve'] },
		{ decision: 'approve', proof: ['x', 'y'] },
	])('says a thing twice: %j', async (fields) => {
		const execution = await ask();
		const said = await submit(link(), await open(link()), fields);
		expect(said.status).toBe(400);
		expectRefused(said, /Please answer again/);
		expect(execution.resumed).toBe(0);
		await answer({ decision: 'decline' });
		expect(await endOf(execution)).toMatchObject([{ approved: false }]);
	});

	it.each([
		...['approve ', ' approve', 'Approve', 'approve\n', 'approve\u0000', '', 'true', 'constructor'],
	])('says another thing than a button of the page does: %j', async (decision) => {
		const execution = await ask();
		const said = await submit(link(), await open(link()), { decision });
		expect(said.status).toBe(400);
		await submit(link(), said, { approved: 'true', 'decision[]': 'approve' });
		expect(execution.resumed).toBe(0);
	});

	it('has a key or a proof with something beside it', async () => {
		const execution = await ask();
		const page = await open(link());
		const { proof } = hiddenIn(page);
		for (const each of [`${proof} `, ` ${proof}`, `${proof}\n`, `${proof}=`]) {
			const said = await submit(link(), page, { proof: each, decision: 'approve' });
			expectRefused(said, /does not work/);
		}
		const key = new URL(link()).searchParams.get('k')!;
		for (const more of [`&k=${key}`, '&k[]=x']) {
			expectRefused(await open(link() + more), /does not work/);
		}
		expectRefused(await open(link().replace('k=', 'k[]=')), /does not work/);
		expect(execution.resumed).toBe(0);
	});

	it.each<[string, (fields: Record<string, string>) => string | URLSearchParams]>([
		['application/json', (fields) => JSON.stringify(fields)],
		['application/json', (fields) => JSON.stringify({ data: fields, files: {} })],
		[
			'application/json',
			({ proof, decision }) => JSON.stringify({ data: { proof: [proof], decision: [decision] } }),
		],
		['application/x-www-form-urlencoded', (fields) => new URLSearchParams(fields)],
		['text/plain', (fields) => new URLSearchParams(fields).toString()],
		['', (fields) => new URLSearchParams(fields).toString()],
	])('comes as %s', async (type, bodyFrom) => {
		const execution = await ask();
		const { proof } = hiddenIn(await open(link()));
		const body = bodyFrom({ proof, decision: 'approve' });
		const headers = { 'Content-Type': type };
		const answered = await fetch(link(), { method: 'POST', headers, body });
		expect(answered.status).toBe(400);
		expect(await answered.text()).toContain('it was not saved');
		expect(execution.resumed).toBe(0);
	});

	it('comes as a file', async () => {
		const execution = await ask();
		const { proof } = hiddenIn(await open(link()));
		for (const name of ['decision', 'proof']) {
			const body = new FormData();
			for (const [field, value] of Object.entries({ proof, decision: 'approve' })) {
				if (field === name) body.append(field, new Blob([value]), 'a.txt');
				else body.append(field, value);
			}
			expect((await fetch(link(), { method: 'POST', body })).status).toBeGreaterThanOrEqual(400);
		}
		expect(execution.resumed).toBe(0);
	});

	it('is endless', async () => {
		const execution = await ask({ responseType: 'freeText' });
		const said = await submit(link(), await open(link()), { text: 'x'.repeat(10_000_000) });
		expect(said.status).toBe(400);
		expect(said.html).toContain('This text is too long.');
		expect(said.html.length).toBeLessThan(50_000);
		expect(execution.resumed).toBe(0);
	});

	it('learns nothing about the question', async () => {
		await ask({ message: 'A secret question' });
		const { html } = await open(withQuery(link(), 'k', 'x'));
		expect(html).not.toContain('secret');
	});
});

describe('an answer that was not taken', () => {
	/** The node's input cannot be read, once. */
	const failAnswer = () =>
		jest.mocked(inputOfWait).mockImplementationOnce(() => {
			throw new RangeError('Too large');
		});

	it.each([
		['an approval', {}, { decision: 'approve' }, { approved: true }],
		['a text', { responseType: 'freeText' }, { text: 'Tomorrow' }, { text: 'Tomorrow' }],
	])('can be given again at once: %s', async (_name, parameters, fields, said) => {
		failAnswer();
		const execution = await ask(parameters);
		expectRefused(await answer(fields), /your answer was not saved/);
		expect(execution.resumed).toBe(0);
		expect((await answer(fields)).html).toContain('Thank you');
		expect(await endOf(execution)).toMatchObject([said]);
	});

	it('keeps no question open whose time is over', async () => {
		failAnswer();
		const execution = await ask({ options: soonOver });
		expect(await endOf(execution)).toMatchObject([{ approved: false, timedOut: true }]);
		expect(execution.answers.map(({ status }) => status)).toEqual([503, 200]);
	});
});

describe('answers that come twice', () => {
	it('one after the other: the first decides', async () => {
		const execution = await ask();
		const page = await open(link());
		await submit(link(), page, { decision: 'approve' });
		const again = await submit(link(), page, { decision: 'decline' });
		expect(again.status).toBeGreaterThanOrEqual(400);
		expect(await endOf(execution)).toMatchObject([{ approved: true }]);
		expect(execution.resumed).toBe(1);
	});

	it.each([1, 2] as const)('at the same moment, version %i: one decides', async (version) => {
		const execution = await ask({ phoneNumbers: `${MANAGER},${OTHER}` }, { version });
		const pages = await Promise.all([MANAGER, OTHER].map(async (phone) => await open(link(phone))));
		const answers = [0, 1, 0, 1, 0, 1].map(async (who) => {
			const decision = ['approve', 'decline'][who];
			return await submit(link([MANAGER, OTHER][who]), pages[who], { decision });
		});
		const said = await Promise.all(answers);
		expect(said.filter(({ html }) => html.includes('Thank you'))).toHaveLength(1);
		for (const page of said.filter(({ html }) => !html.includes('Thank you'))) {
			expect(page.status).toBeGreaterThanOrEqual(400);
		}
		const [{ approved, answeredBy }] = await endOf(execution);
		expect(answeredBy).toBe(approved ? MANAGER : OTHER);
		expect(execution.resumed).toBe(1);
	});

	it.each([1, 2] as const)('with the end of the time, version %i: one decides', async (version) => {
		const execution = await ask({ options: soonOver }, { version });
		const page = await open(link());
		await sleep(1_150);
		const said = await submit(link(), page, { decision: 'approve' });
		const [{ timedOut }] = await endOf(execution);
		expect(said.html.includes('Thank you')).toBe(!timedOut);
		expect(execution.resumed).toBe(1);
	});

	it('after the time, when n8n is late: words, and no answer', async () => {
		const execution = await ask({ options: soonOver });
		await execution.end;
		const late = await open(link());
		expect(late.status).toBe(409);
		expect(execution.resumed).toBe(1);
	});
});

describe('a one-time code', () => {
	const options = { confirmByCode: true };
	const codes = () => service.control.codes(MANAGER).map(({ code }) => code);
	const wrong = () =>
		[...Array(20).keys()].map((n) => String(n + 111_000)).filter((n) => !codes().includes(n));
	/** Asks the service has had whether a code is right. */
	const checks = () => service.bodies().filter(({ code }) => code !== undefined);

	it('confirms the answer its page shows, and no other', async () => {
		const execution = await ask({ options });
		const page = await answer({ decision: 'approve' });
		const [code] = codes();
		const other = await submit(link(), page, { decision: 'decline', code });
		expect(execution.resumed).toBe(0);
		expect(other.html).toContain('>Decline</dd>');
		expect(checks()).toEqual([]);
		const forged = await submit(link(), other, { decision: 'approve', code: codes()[1] });
		expect(execution.resumed).toBe(0);
		expect(forged.html).toContain('>Approve</dd>');
		await submit(link(), other, { code: codes().at(-1)! });
		expect(await endOf(execution)).toMatchObject([{ approved: false, confirmedByCode: true }]);
	});

	it('confirms no other text, and one of several lines', async () => {
		const execution = await ask({ responseType: 'freeText', options });
		const text = 'Pay 100\r\n<b>to "Dana"</b>';
		const page = await answer({ text });
		await submit(link(), page, { text: 'Pay 900', code: codes()[0] });
		expect(checks()).toEqual([]);
		await submit(link(), page, { code: codes()[1] });
		expect((await endOf(execution))[0].text).toMatch(/^Pay 100\r?\n<b>to "Dana"<\/b>$/);
	});

	it('counts on no page with the seal of another person, question or moment', async () => {
		await ask({ options });
		const { seal } = hiddenIn(await answer({ decision: 'approve' }));
		service.control.reset();
		const execution = await ask({ phoneNumbers: `${OTHER},${MANAGER}`, options });
		const page = await open(link());
		for (const each of [seal, seal.replace('.own.', '.last.'), `${seal}A`, '', 'own', '..']) {
			service.control.advance({ minutes: 11 });
			await submit(link(), page, { decision: 'approve', code: '123456', seal: each });
		}
		expect(checks()).toEqual([]);
		expect(execution.resumed).toBe(0);
	});

	it('still counts although someone else with the link uses up tries', async () => {
		const execution = await ask({ options });
		let others = await answer({ decision: 'decline' });
		for (const code of wrong().slice(0, 8)) others = await submit(link(), others, { code });
		expect(others.html).toContain('Too many wrong codes.');
		const page = await answer({ decision: 'approve' });
		await submit(link(), page, { code: codes().at(-1)! });
		expect(await endOf(execution)).toMatchObject([{ approved: true, confirmedByCode: true }]);
	});

	it('still counts although someone else with the link uses up codes', async () => {
		const execution = await ask({ options });
		for (let times = 0; times < 5; times++) await answer({ decision: 'decline' });
		const page = await answer({ decision: 'approve' });
		expect(codes()).toHaveLength(5);
		expect(page.html).toContain('send more codes right now');
		await submit(link(), page, { code: codes().at(-1)! });
		expect(await endOf(execution)).toMatchObject([{ approved: true, confirmedByCode: true }]);
	});

	it('can be tried few times, however many pages someone opens', async () => {
		const execution = await ask({ options });
		for (let times = 0; times < 6; times++) {
			let page = await answer({ decision: 'approve' });
			for (const code of wrong().slice(0, 7)) page = await submit(link(), page, { code });
		}
		expect(codes()).toHaveLength(5);
		expect(checks()).toHaveLength(30);
		expect(execution.resumed).toBe(0);
	});
});

describe('a credential that changed', () => {
	it('makes the links of another token worthless', async () => {
		const credential = service.credential();
		const execution = await ask({}, { credential });
		const page = await open(link());
		credential.token = 'demo-token-sms';
		expectRefused(await open(link()), /does not work/);
		expectRefused(await submit(link(), page, { decision: 'approve' }), /does not work/);
		expect(execution.resumed).toBe(0);
	});
});

it('the token is in no message, page, address or execution', async () => {
	const execution = await ask({ options: { confirmByCode: true } });
	const page = await open(link());
	const coded = await answer({ decision: 'approve' });
	const done = await submit(link(), coded, { code: service.control.codes(MANAGER)[0].code });
	const items = await execution.end;
	const requests = service.control.requests().map(({ url }) => url);
	const texts = service.control.ledger().entries.map(({ text }) => text);
	const everything = JSON.stringify([page, coded, done, items, requests, texts]);
	expect(everything.split(TOKEN)).toHaveLength(1);
});

it('leaves the other operations their own URL', () => {
	const sms = everyOperation.find(({ type }) => type === 'extApiSms')!.node();
	const webhooks = sms.description.webhooks!;
	expect(webhooks.map(({ httpMethod, path }) => `${String(httpMethod)} ${path}`)).toEqual([
		'GET campaign',
		'GET ={{ $nodeId }}',
		'POST ={{ $nodeId }}',
	]);
	expect(webhooks.every(({ restartWebhook }) => restartWebhook)).toBe(true);
});
