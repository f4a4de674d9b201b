// If this fails, a question, its answer or its output is wrong.
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookContext } from 'n8n-core';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { FaultRule } from '../../emulator';
import { ExtApiChat } from '../../nodes/ExtApiChat/ExtApiChat.node';
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { escaped } from '../../nodes/shared/rules/text';
import { pageTexts } from '../../nodes/shared/question/pageTexts';
import { hiddenIn, open, submit, type Page } from './harness/answerPage';
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
		const execution = await ask({}, { items: [{ order: 'A-1', approved: true, timedOut: false }] });
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
				...{ order: 'A-1', approved: true, answeredBy: MANAGER },
				answeredAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				...{ confirmedByCode: false, timedOut: false },
				sentTo: [{ phone: MANAGER, taskId: expect.stringMatching(/^\d+$/) as string }],
				messages: 2,
				inputColumns: { approved: true, timedOut: false },
			},
		]);
		expect((await execution.end)[0][0].pairedItem).toEqual({ item: 0 });
	});

	it('says who asks on every page, so that it does not look like a forgery, in words that were chosen', async () => {
		await ask({
			from: 'MyShop <b>',
			approvalOptions: { values: { approvalType: 'double', approveLabel: 'Pay <it>' } },
			options: { pageLanguage: 'he' },
		});
		const said = '<p class="from" dir="auto">MyShop &lt;b&gt;</p>';
		const { html } = await open(link());
		for (const each of [said, 'Pay &lt;it&gt;</button>', 'דחייה</button>', 'dir="rtl"']) {
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

	it('cannot be declined where there is no button for it', async () => {
		const only = await ask({ approvalOptions: { values: { approvalType: 'single' } } });
		expect((await open(link())).html).not.toContain('Decline');
		expect((await answer({ decision: 'decline' })).status).toBe(400);
		expect(only.resumed).toBe(0);
	});

	it('takes a free text', async () => {
		const execution = await ask({ responseType: 'freeText' });
		expect((await answer({ text: ' ' })).html).toContain('Please fill in this field.');
		await answer({ text: '<b>Only 100</b>' });
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

	const addressIn = /https?:\/\/\S+?(?=\)|\s|$)/g;
	it.each([
		['=Answer: {link}\nThanks, {{ $json.order }}', 'Answer: LINK\nThanks, A-1'],
		['Answer: { LINK\t} now', 'Answer: LINK now'],
		['{link}{link} (or {link})!', 'LINK LINK (or LINK)!'],
		['=Write \\{link\\} to {{ "us" }}', 'Write {link} to us\nLINK'],
		['={{ "of data: {link} {LINK} \\\\{x}" }}', 'of data: {link} {LINK} \\{x}\nLINK'],
	])('places the link where it was written, as %j says', async (message, text) => {
		await ask({ message: message }, { items: [{ order: 'A-1', link: 'column' }] });
		const [{ text: said }] = sent();
		expect(said.replaceAll(addressIn, 'LINK')).toBe(text);
		expect((await open(said.match(addressIn)![0])).status).toBe(200);
	});

	it.each([
		['Answer: {lnik}', 'contains {lnik}, but only {link} is replaced here'],
		['=Refund {{ nope() }}?', 'has an expression that fails'],
		['Answer: {', 'has an opening brace that is never closed'],
		[' {link} ', 'contains nothing but the link'],
	])('is refused before anything leaves: %j', async (message, says) => {
		expect(await refusalOf({ message }, CONTINUE)).toContain(`Message ${says}`);
		expect(sent()).toEqual([]);
	});

	it('goes on without an answer when the time is over', async () => {
		const execution = await ask({ options: soonOver });
		const sentTo = expect.any(Array) as object;
		expect(await endOf(execution)).toEqual([
			{ order: 'A-1', approved: false, timedOut: true, sentTo, messages: 2 },
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

	it('keep the link they have where a later try asks them in another order', async () => {
		fails({ kind: 'resetAfter', times: 2 });
		const orders = [`${MANAGER}, ${OTHER}`, `${OTHER}, ${MANAGER}`];
		const execution = await ask(
			{
				phoneNumbers: '={{ $json.orders.shift() }}',
				advanced: { unknownOutcome: 'sendAgain' },
			},
			{
				items: [{ orders }],
				settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			},
		);
		const links = service.control
			.ledger()
			.entries.filter(({ phone }) => phone === MANAGER)
			.map(({ text }) => /https?:\S+/.exec(text)![0]);
		expect(service.bodies()).toHaveLength(4);
		await submit(links[0], await open(links[0]), { decision: 'approve' });
		expect(await endOf(execution)).toMatchObject([{ approved: true, answeredBy: MANAGER }]);
	});

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

	it('learn who answered and what, and nothing of an answer that cannot be taken', async () => {
		const execution = await ask({ phoneNumbers, options: { tellOthers: true } });
		const told = () => sent().filter(({ text }) => text.startsWith('Answered by'));
		const page = await open(link());
		const fails = jest
			.spyOn(WebhookContext.prototype, 'getResponseObject')
			.mockImplementationOnce(() => {
				throw new Error('The connection is gone');
			});
		expect((await submit(link(), page, { decision: 'approve' })).status).toBe(503);
		expect(told()).toEqual([]);
		expect(execution.resumed).toBe(0);

		await answer({ decision: 'decline' }, OTHER);
		expect(await endOf(execution)).toMatchObject([{ approved: false, answeredBy: OTHER }]);
		const text = `Answered by ${OTHER}: Decline. Refund 120 to Dana?`;
		expect(told()).toMatchObject([{ phone: MANAGER, count: 1, text }]);
		fails.mockRestore();
	});

	it.each([
		['plainError', /No IP/],
		['resetAfter', /^The outcome is unknown/],
	] as const)(
		'are named in the output when they could not be told (%s); the answer counts',
		async (kind, says) => {
			const third = '0570002235';
			const execution = await ask({
				phoneNumbers: `${phoneNumbers},${third}`,
				options: { tellOthers: true },
			});
			service.control.addFaults([{ kind, endpoint: 'scheduleSms', match: { list: OTHER } }]);
			await answer({ decision: 'approve' });
			const error = expect.stringMatching(says) as string;
			const [output] = await endOf(execution);
			expect(output).toMatchObject({ approved: true, notTold: [{ phone: OTHER, error }] });
			expect(sent().filter(({ phone }) => phone === third)).toHaveLength(2);
		},
	);

	it('hear of it only when they were asked, or may have been', async () => {
		const [refused, unsure] = ['0570002235', '0570002236'];
		fails({ kind: 'plainError', nth: 3 }, { kind: 'resetAfter', nth: 4 });
		const execution = await ask({
			phoneNumbers: `${phoneNumbers},${refused},${unsure}`,
			options: { tellOthers: true },
		});
		await answer({ decision: 'approve' });
		const [output] = await endOf(execution);
		expect(output).toMatchObject({ failedFor: [{ phone: refused }, { phone: unsure }] });
		expect(output).not.toHaveProperty('notTold');
		const told = sent().filter(({ text }) => text.startsWith('Answered by'));
		expect(told.map(({ phone }) => phone).sort()).toEqual([OTHER, unsure]);
	});
});

describe('confirmation by a one-time code', () => {
	const options = { confirmByCode: true };
	const codes = () => service.control.codes(MANAGER);
	const lastCode = () => codes().at(-1)!.code;
	const wrongCode = (nth: number) =>
		[...Array(9).keys()].map((n) => String(n + 111_000)).filter((n) => n !== codes()[0].code)[nth];
	const enter = async (page: Page, code: string) => await submit(link(), page, { code });

	/** What a person does, or the service, on the page before. */
	const acts: Record<string, (page: Page, what: string) => Promise<Page> | void> = {
		approve: async () => await answer({ decision: 'approve' }),
		approveWithCode: async () => await answer({ decision: 'approve', code: '123456' }),
		enter: async (page, code) => await enter(page, code),
		enterRight: async (page) => await enter(page, lastCode()),
		enterAsPeopleDo: async (page) => {
			const code = lastCode();
			const arabic = code.slice(3).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[+digit]);
			return await enter(page, ` ${code.slice(0, 3)} ${arabic} `);
		},
		enterWrong: async (page, nth) => await enter(page, wrongCode(Number(nth))),
		askAnew: async (page) => await submit(link(), page, { newcode: '1' }),
		wait: (_page, minutes) => service.control.advance({ minutes: Number(minutes) }),
		fail: (_page, kind) => {
			const description = 'System error';
			const fault = { kind, endpoint: 'sendOtp', times: 1, description } as FaultRule;
			service.control.addFaults([fault]);
		},
	};
	const SENT = 'A code was sent to the phone number ending in <bdi>33</bdi>';
	const WRONG = 'This code is wrong, or no longer valid.';
	const AGAIN = 'check this code. Please enter it again';
	const SPENT = 'check this code. Please request a new one.';
	const confirms = ['askAnew', SENT, 'enterRight', 'Thank you'];

	it.each<[name: string, ...steps: string[]]>([
		['a wrong code, then the right one', 'enterWrong', WRONG, 'enterRight', 'Thank you'],
		['a code as people write it', 'enterAsPeopleDo', 'Thank you'],
		['a code that is too old', 'wait 11', '', 'enterRight', WRONG, ...confirms],
		['nothing', 'enter ', 'fill in this field'],
		['what can be no code', 'enter abc', WRONG, 'enter 1e5', WRONG, 'enter 000000000', WRONG],
		[
			'a code whose check had no reply, though the service has it',
			...['fail resetAfter', '', 'enterRight', AGAIN, 'enterRight', SPENT, ...confirms],
		],
		...['resetBefore', 'http500'].map((kind): [string, ...string[]] => [
			`a code that the service never had (${kind})`,
			...[`fail ${kind}`, '', 'enterRight', AGAIN, 'enterRight', 'Thank you'],
		]),
		[
			'a wrong code that the service has not looked at',
			...['fail plainError', '', 'enterWrong', AGAIN, 'enterWrong', WRONG],
		],
		[
			'more than five wrong codes, of which one whose check had no reply takes no try',
			...['fail resetAfter', '', 'enterWrong', AGAIN],
			...Array(7).fill(['enterWrong', SPENT]).flat(),
			...[1, 2, 3, 4, 5].flatMap((nth) => [`enterWrong ${nth}`, WRONG]),
			...['enterRight', 'Too many wrong codes.', ...confirms],
		],
	])('says what became of %s', async (_name, ...steps) => {
		await play('approve', SENT, ...steps);
	});

	it.each<[name: string, ...steps: string[]]>([
		['System error', 'fail plainError', '', 'approve', 'send a code. Please try again.'],
		['too many requests', 'fail http429', '', 'approve', 'send a code. Please try again.'],
		['no reply', 'fail http500', '', 'approve', 'We may not have sent a code.'],
		['no answer yet', 'approveWithCode', 'You need a new code for this answer.'],
	])('says what became of the sending, and sends another code: %s', async (_name, ...steps) => {
		await play(...steps, ...confirms);
	});

	/** Asks, and lets what happens follow, each step with what the page then says. */
	async function play(...steps: string[]): Promise<void> {
		const execution = await ask({ options });
		let page = await open(link());
		expect(codes()).toEqual([]);
		for (let at = 0; at < steps.length; at += 2) {
			expect(execution.resumed).toBe(0);
			const [act, what = '0'] = steps[at].split(' ');
			page = (await acts[act](page, what)) ?? page;
			expect(page.html).toContain(steps[at + 1]);
		}
		if (steps.at(-1) !== 'Thank you') return expect(execution.resumed).toBe(0);
		expect(await endOf(execution)).toMatchObject([{ approved: true, confirmedByCode: true }]);
	}

	it('confirms a third question to the same phone in ten minutes', async () => {
		for (let question = 0; question < 3; question++) {
			const execution = await ask({ options });
			const page = await answer({ decision: 'approve' });
			expect(codes()).toHaveLength(question + 1);
			await enter(page, lastCode());
			expect(await endOf(execution)).toMatchObject([{ confirmedByCode: true }]);
		}
	});

	it('says that the sender has to correct what the service refuses, and n8n logs why', async () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn').mockImplementation(() => {});
		const description = 'token has no permission for SMS services';
		service.control.addFaults([{ kind: 'plainError', endpoint: 'sendOtp', description }]);
		const execution = await ask({ options });
		const page = await answer({ decision: 'approve' });
		expect(page.html).toContain(escaped(pageTexts.en.codeRefused));
		expect(page.html).not.toContain('name="code"');
		const logged = warn.mock.calls.map(([message]) => message).join();
		warn.mockRestore();
		expect(logged).toMatch(/could not be sent: The token lacks a permission/);
		expect(logged).not.toContain(MANAGER);
		expect(logged).not.toContain(service.credential().token);
		expect(execution.resumed).toBe(0);
	});

	it('knows a code whose check had no reply on its own page alone', async () => {
		const execution = await ask({ options });
		const page = await answer({ decision: 'approve' });
		const [other, another] = [0, 1].map(wrongCode);
		service.control.addFaults([{ kind: 'resetAfter', endpoint: 'sendOtp', times: 1 }]);
		const marked = await enter(page, other);
		const { unchecked } = hiddenIn(marked);
		expect(unchecked).toMatch(/^[\w-]{22}$/);
		const elsewhere = await answer({ decision: 'approve' });
		for (const [from, code] of [
			[marked, another],
			[elsewhere, other],
			[elsewhere, another],
		] as const) {
			const said = await submit(link(), from, { code, unchecked });
			expect(said.html).toContain('This code is wrong');
		}
		// It is remembered beside a wrong code that comes between.
		const between = await enter(marked, another);
		const said = await enter(between, other);
		expect(said.html).toContain('check this code. Please request a new one.');
		expect(execution.resumed).toBe(0);
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

	it.each([ExtApiSms, ExtApiChat])('is refused by an n8n without such addresses', async (Node) => {
		const node = new Node();
		const { execute } = node;
		node.execute = async function (this: IExecuteFunctions) {
			const older = Object.create(this, {
				getSignedResumeUrl: { value: undefined },
			}) as typeof this;
			return await execute.call(older);
		};
		expect(await refusalOf({}, CONTINUE, node)).toMatch(
			/This version of n8n can't make URLs for answers.*Update n8n/s,
		);
		expect(service.bodies()).toEqual([]);
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

	it.each([
		['', 1],
		['sendAgain', 3],
	])(
		'waits in the end when no one knows whether the message left: the link may be in someone’s hand (%j)',
		async (unknownOutcome, requests) => {
			fails({ kind: 'resetAfter', times: 3 });
			const advanced = unknownOutcome === '' ? {} : { unknownOutcome };
			const execution = await ask({ advanced }, { settings: retry });
			expect(service.bodies()).toHaveLength(requests);
			expect(execution.hints.join()).toContain('its link may have arrived');
			await answer({ decision: 'approve' });
			const failedFor = [{ phone: MANAGER, error: unknown }];
			expect(await endOf(execution)).toMatchObject([
				{ approved: true, sentTo: [], failedFor, messages: 0 },
			]);
		},
	);
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
