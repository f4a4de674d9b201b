// If this fails, someone without the link decides, or a preview does.
import { inputOfWait } from '../../nodes/shared/n8n/waits';
import { open, submit, type Page } from './harness/answerPage';
import { askingN8n, endOf, MANAGER, soonOver } from './harness/asking';
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
	it('answers nothing, whatever it asks for', async () => {
		const execution = await ask();
		for (const more of ['', '&decision=approve', '&approved=true']) {
			await open(link() + more, 'WhatsApp/2.23.20.0');
		}
		expect(execution.resumed).toBe(0);
	});

	it('has headers that let nothing out and nothing in', async () => {
		await ask();
		const { headers } = await open(link());
		expect(headers.get('referrer-policy')).toBe('no-referrer');
		expect(headers.get('cache-control')).toBe('no-store');
		expect(headers.get('x-frame-options')).toBe('DENY');
		expect(headers.get('content-security-policy')).toMatch(
			/default-src 'none'.*sandbox allow-forms/,
		);
	});
});

describe('a forged answer', () => {
	const APPROVE = { decision: 'approve' };
	const keyIn = (address: string) => new URL(address).searchParams.get('k')!;

	it.each<[string, (address: string) => Array<Promise<Page>>]>([
		[
			'has no right key',
			(address) =>
				[null, '', 'x', 'A'.repeat(22)]
					.map((key) => withQuery(address, 'k', key))
					.flatMap((forged) => [open(forged), submit(forged, undefined, APPROVE)]),
		],
		[
			'has the key of another question to the same person',
			(address) => [
				ask().then(async () => {
					return await submit(withQuery(address, 'k', keyIn(link())), undefined, APPROVE);
				}),
			],
		],
		[
			'has a key with something beside it',
			(address) => [
				...[`&k=${keyIn(address)}`, '&k[]=x'].map((more) => open(address + more)),
				open(address.replace('k=', 'k[]=')),
			],
		],
	])('%s: it is refused, and learns nothing', async (_what, forge) => {
		const message = 'A secret question';
		const execution = await ask({ phoneNumbers: `${MANAGER},${OTHER}`, message });
		for (const said of await Promise.all(forge(link()))) {
			expectRefused(said, /does not work/);
			expect(said.html).not.toContain('secret');
		}
		expect(execution.resumed).toBe(0);
	});

	it('does not come as the form of the page', async () => {
		const execution = await ask();
		const headers = { 'Content-Type': 'application/json' };
		const json = JSON.stringify({ data: APPROVE, files: {} });
		const answered = await fetch(link(), { method: 'POST', headers, body: json });
		expect(answered.status).toBe(400);
		expect(await answered.text()).toContain('it was not saved');
		const body = new FormData();
		body.append('decision', new Blob(['approve']), 'a.txt');
		expect((await fetch(link(), { method: 'POST', body })).status).toBeGreaterThanOrEqual(400);
		expect(execution.resumed).toBe(0);
	});
});

describe('an answer that was not taken', () => {
	/** The node's input cannot be read, once. */
	const failAnswer = () =>
		jest.mocked(inputOfWait).mockImplementationOnce(() => {
			throw new RangeError('Too large');
		});

	it('can be given again at once', async () => {
		failAnswer();
		const execution = await ask();
		expectRefused(await answer({ decision: 'approve' }), /your answer was not saved/);
		expect(execution.resumed).toBe(0);
		expect((await answer({ decision: 'approve' })).html).toContain('Thank you');
		expect(await endOf(execution)).toMatchObject([{ approved: true }]);
	});

	it('keeps no question open whose time is over', async () => {
		failAnswer();
		const execution = await ask({ options: soonOver });
		expect(await endOf(execution)).toMatchObject([{ approved: false, timedOut: true }]);
		// 409: the limit passed while n8n was still saving the execution.
		const statuses = execution.answers.map(({ status }) => status);
		expect(statuses.filter((status) => status !== 409)).toEqual([503, 200]);
	});
});

describe('two answers at the same moment', () => {
	it('decide once', async () => {
		const execution = await ask({ phoneNumbers: `${MANAGER},${OTHER}` });
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
	const execution = await ask();
	const page = await open(link());
	const done = await submit(link(), page, { decision: 'approve' });
	const items = await execution.end;
	const requests = service.control.requests().map(({ url }) => url);
	const texts = service.control.ledger().entries.map(({ text }) => text);
	const everything = JSON.stringify([page, done, items, requests, texts]);
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
