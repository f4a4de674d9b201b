// If this fails, a question, its answer or its output is wrong.
import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultRule } from '../../emulator';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { open, submit } from './harness/answerPage';
import { askingN8n, endOf, MANAGER, soonOver } from './harness/asking';
import { failureOf } from './harness/runNode';

const { service, ask, answer, link } = askingN8n();

const OTHER = '0570002234';
const CONTINUE = { settings: { onError: 'continueRegularOutput' } } as const;
/** What is said of a question that asked no one. */
const refusalOf = async (...asked: Parameters<typeof ask>) =>
	failureOf((await (await ask(...asked)).end)[0][0]);

/** Requests that send messages fail. */
const fails = (...faults: FaultRule[]) =>
	service.control.addFaults(faults.map((fault) => ({ endpoint: 'scheduleSms', ...fault })));
const sent = () => service.control.ledger().entries;

describe('Send and Wait for Response', () => {
	it('goes on with the answer, beside the columns of the row', async () => {
		const row = { order: 'A-1', approved: true, timedOut: false, taskId: 'of the node before' };
		const execution = await ask({}, { items: [row] });
		expect(sent()[0].text).toMatch(
			/^Refund 120 to Dana\?\nhttp:\/\/127\.0\.0\.1:\d+\/\d+\/2\?k=[\w-]{22}&signature=/,
		);
		const page = await open(link());
		expect(page.status).toBe(200);
		expect(page.html).toContain('Refund 120 to Dana?</p>');
		expect(page.html).not.toContain('http://127');
		expect(execution.resumed).toBe(0);

		expect((await answer({ decision: 'approve' })).html).toContain('Thank you');
		expect(await endOf(execution)).toEqual([
			{
				...{ outcome: 'accepted', order: 'A-1', approved: true, answeredBy: MANAGER },
				answeredAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				timedOut: false,
				sentTo: [{ phone: MANAGER, taskId: expect.stringMatching(/^\d+$/) as string }],
				inputColumns: { approved: true, timedOut: false, taskId: 'of the node before' },
			},
		]);
		expect((await execution.end)[0][0].pairedItem).toEqual({ item: 0 });
	});

	it('says who asks on every page, in its language, so that it does not look like a forgery', async () => {
		await ask({ from: 'MyShop <b>', options: { pageLanguage: 'he' } });
		const said = '<p class="from" dir="auto">MyShop &lt;b&gt;</p>';
		const { html } = await open(link());
		for (const each of [said, 'דחייה</button>', 'dir="rtl"']) {
			expect(html).toContain(each);
		}
		expect((await open(link().replace(/k=../, 'k=xx'))).html).toContain(said);
		expect((await answer({ decision: 'approve' })).html).toContain(said);
	});

	it('marks characters of data that could turn its message around, and keeps those it is written with', async () => {
		await ask(
			{ message: '=\u200fהחזר {{ $json.order }}?', from: '={{ $json.order }}' },
			{ items: [{ order: '7\u202e של 👩\u200d👨' }] },
		);
		const { html } = await open(link());
		expect(html).toContain('>\u200fהחזר 7[U+202E] של 👩\u200d👨?</p>');
		expect(html).toContain('<p class="from" dir="auto">7[U+202E] של 👩\u200d👨</p>');
	});

	it('takes a free text', async () => {
		const execution = await ask({ responseType: 'freeText' });
		expect((await answer({ field0: ' ' })).html).toContain('Please fill in this field.');
		await answer({ field0: '<b>Only 100</b>' });
		expect(await endOf(execution)).toMatchObject([{ text: '<b>Only 100</b>', timedOut: false }]);
	});

	it('takes a form, and keeps what was entered when something is wrong', async () => {
		const execution = await ask({
			responseType: 'customForm',
			formFields: {
				values: [
					{
						...{ fieldLabel: 'How do you feel?', fieldType: 'radio', requiredField: true },
						fieldOptions: { values: [{ option: 'Well' }, { option: 'Ill' }] },
					},
					{ fieldLabel: 'Temperature', fieldType: 'number' },
					{ fieldLabel: 'Anything else?', fieldType: 'textarea' },
				],
			},
		});
		const wrong = await answer({ field0: 'Ill', field1: 'high', field2: '</textarea><script>' });
		expect(wrong.html).toContain('Please enter a number.');
		expect(wrong.html).toContain('value="Ill" checked');
		expect(wrong.html).toContain('&lt;/textarea&gt;&lt;script&gt;</textarea>');
		await answer({ field0: 'Ill', field1: '38.5', field2: '' });
		expect(await endOf(execution)).toMatchObject([
			{ fields: { 'How do you feel?': 'Ill', Temperature: 38.5, 'Anything else?': null } },
		]);
	});

	it('puts the link in a line of its own, and leaves braces of data as they are', async () => {
		const message = '={{ "of data: {link} \\\\{x}" }}\n';
		await ask({ message }, { items: [{ order: 'A-1' }] });
		const [{ text }] = sent();
		const [, said, address] = /^(.*)\n(https?:\S+)$/.exec(text)!;
		expect(said).toBe('of data: {link} \\{x}');
		expect((await open(address)).status).toBe(200);
	});

	it.each([
		['Refund {order}?', 'contains {order}, which is not replaced here'],
		['={{ "Refund {order}?" }}', 'contains {order} from the data, which nothing replaces'],
		['=Refund {{ nope() }}?', 'has an expression that fails'],
	])('is refused before anything leaves: %j', async (message, says) => {
		expect(await refusalOf({ message }, CONTINUE)).toContain(`Message ${says}`);
		expect(sent()).toEqual([]);
	});

	it('goes on without an answer when the time is over', async () => {
		const execution = await ask({ options: soonOver });
		const sentTo = expect.any(Array) as object;
		expect(await endOf(execution)).toEqual([
			{
				...{ outcome: 'accepted', order: 'A-1', approved: false, timedOut: true },
				sentTo,
			},
		]);
		expect(execution.resumed).toBe(1);
	});

	it('asks by chat within the reply window', async () => {
		service.control.inbound(MANAGER);
		const execution = await ask({}, {}, new ExtApiChat());
		expect(sent()).toMatchObject([{ channel: 'chatReply', phone: MANAGER }]);
		await answer({ decision: 'approve' });
		expect(await endOf(execution)).toMatchObject([{ approved: true, answeredBy: MANAGER }]);
	});
});

describe('several people', () => {
	const phoneNumbers = `${MANAGER}, ${OTHER}`;

	it('get a link of their own each; the first answer decides', async () => {
		const execution = await ask({ phoneNumbers });
		const [first, second] = [link(MANAGER), link(OTHER)];
		expect(first).not.toBe(second);
		const open2 = await open(second);
		await submit(first, await open(first), { decision: 'decline' });
		const late = await submit(second, open2, { decision: 'approve' });
		expect(late.status).toBe(409);
		expect(await endOf(execution)).toMatchObject([{ approved: false, answeredBy: MANAGER }]);
		expect(execution.resumed).toBe(1);
		// The other hears nothing of it.
		expect(sent()).toHaveLength(2);
	});
});

describe('a run that cannot wait', () => {
	it('is refused for more than one item, with the reason, for each row', async () => {
		const items = [{ order: 'A-1' }, { order: 'A-2' }];
		const [outputs] = await (await ask({}, { items, ...CONTINUE })).end;
		expect(outputs).toHaveLength(2);
		for (const item of outputs) {
			expect(failureOf(item)).toMatch(/takes one item, but got 2.*Loop Over Items/s);
		}
		expect(sent()).toEqual([]);
	});
});

describe('a run that is tried again', () => {
	const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

	it('asks once, although its row looks like an error to n8n', async () => {
		const items = [{ error: 'of the node before', order: 'A-1' }];
		const execution = await ask({}, { items, settings: retry });
		expect(sent()).toMatchObject([{ count: 1 }]);
		expect(service.bodies()).toHaveLength(1);
		await answer({ decision: 'approve' });
		expect(await endOf(execution)).toEqual([
			expect.objectContaining({
				...{ approved: true, timedOut: false, order: 'A-1' },
				inputColumns: { error: 'of the node before' },
			}),
		]);
	});

	const unknown = expect.stringMatching(/^The outcome is unknown/) as string;

	it('waits when no one knows whether the message left: the link may be in someone’s hand', async () => {
		fails({ kind: 'resetAfter', times: 3 });
		const execution = await ask({}, { settings: retry });
		expect(service.bodies()).toHaveLength(1);
		expect(execution.hints.join()).toContain('its link may have arrived');
		await answer({ decision: 'approve' });
		const failedFor = [{ phone: MANAGER, error: unknown }];
		expect(await endOf(execution)).toMatchObject([{ approved: true, sentTo: [], failedFor }]);
	});
});

it('asks anew in a loop; the link of an earlier round opens nothing', async () => {
	const items = [{ order: 'A-1' }, { order: 'A-2' }];
	const message = '=Refund {{ $json.order }}?';
	const execution = await ask({ message }, { items, loopOver: 1 });
	const first = link();
	expect(sent()).toHaveLength(1);
	await answer({ decision: 'approve' });
	while (sent().length < 2) await sleep(10);
	expect((await open(first)).status).not.toBe(200);
	const second = link();
	while ((await open(second)).status !== 200) await sleep(10);
	expect((await open(first)).status).not.toBe(200);
	await answer({ decision: 'decline' });
	await execution.end;
	expect(sent()).toHaveLength(2);
});
