// If this fails, a preview or a test sends to customers, or shows another text or price.
import { everyOperation } from '../operations';
import { template } from '../operations/items';
import { operationRuns } from './harness/operationRuns';
import { hintsOf, runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

const service = serviceForTests();
const sms = smsCampaigns(service, 'Hi {name|there}');
const jsonOf = ({ items }: Awaited<ReturnType<typeof sms>>) => items.map(({ json }) => json);
const rows = [
	{ phone: '0570002233', name: 'Dana' },
	{ phone: '0570002234', name: 'נועם' },
	{ phone: '0570002235' },
];
const test = { mode: 'test', testNumbers: '0570990001, 0570990002' };
const continues = { settings: { onError: 'continueRegularOutput' } } as const;

/** What a preview says of its rows. */
const toldBy = (run: Parameters<typeof jsonOf>[0]) =>
	jsonOf(run).map(({ campaign, ...told }, index) => {
		expect(campaign !== undefined).toBe(index === 0);
		return told;
	});

describe('Preview', () => {
	const preview = { mode: 'preview' };

	it.each(everyOperation.filter(({ fields }) => fields.some(({ path }) => path === 'mode')))(
		'is what a new node does: $name',
		async ({ node, usualItems: items, parameters: { mode: _sent, ...parameters } }) => {
			const credential = service.credential();
			const { run, error } = await runNode({ node: node(), parameters, items, credential });
			expect(error).toBeUndefined();
			expect(hintsOf({ run }).join()).toContain('Nothing was sent: 2 recipients');
			expect(service.control.ledger().total).toBe(0);
		},
	);

	it('shows each row the text it would get, and what it costs', async () => {
		const run = await sms(rows, preview);
		expect(service.bodies()).toEqual([]);
		expect(hintsOf(run)).toEqual(['Nothing was sent: 3 recipients, 3 messages.']);
		expect(Object.keys(jsonOf(run)[0]).slice(-2)).toEqual(['name', 'campaign']);
		const shown = (index: number, text: string) => ({
			...{
				...rows[index],
				outcome: 'preview',
				approved: false,
				recipient: rows[index].phone,
				text,
			},
			...{ characters: text.length, messages: 1 },
		});
		expect(toldBy(run)).toEqual([shown(0, 'Hi Dana'), shown(1, 'Hi נועם'), shown(2, 'Hi there')]);
	});

	describe('with a row that would be refused', () => {
		const bad = [rows[0], { phone: 'nobody', name: 'Gil' }, rows[2]];

		it.each(['stopWorkflow', 'continueRegularOutput'] as const)(
			'shows the others beside it, and its reason, under %s',
			async (onError) => {
				const run = await sms(bad, preview, { settings: { onError } });
				expect(run.error).toBeUndefined();
				expect(service.bodies()).toEqual([]);
				expect(jsonOf(run)).toMatchObject([
					{ outcome: 'preview', text: 'Hi Dana' },
					{ ...bad[1], error: expect.stringContaining('"nobody"') as string },
					{ outcome: 'preview', text: 'Hi there' },
				]);
				expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
					bad.map((_, item) => ({ item })),
				);
			},
		);

		it('says that a run would send nothing, and on the page, too', async () => {
			const hint =
				"With 'Mode' set to Send, nothing would be sent, because items are refused. Correct them, or set 'On Error' in the node's settings to continue: then the others are sent.";
			const run = await sms(bad, { ...preview, previewPage: true });
			expect(hintsOf(run)).toEqual([
				'Nothing was sent: 2 recipients, 2 messages, 1 refused.',
				hint,
				"1 of 3 items failed. Each says why in 'error'.",
			]);
			const page = Buffer.from(run.items[0].binary?.preview?.data ?? '', 'base64').toString();
			expect(page).toContain('nothing would be sent, because items are refused');
			expect(hintsOf(await sms(bad, preview, continues))).not.toContain(hint);
		});

		it('is an error where no row is left to show', async () => {
			const run = await sms([bad[1], { phone: '1', name: 'Noa' }], preview);
			expect(run.error?.message).toMatch(/^2 items cannot be sent/);
			expect(jsonOf(run)).toEqual([]);
		});
	});

	it('asks for the balance where it is to be checked, and says that it is too low', async () => {
		const withBalance = { ...preview, beforeSending: { checkBalance: true } };
		service.control.changeAccount({ sms: 2 });
		const run = await sms(rows, withBalance);
		expect(service.bodies()).toEqual([{ act: 'credit' }]);
		expect(hintsOf(run)).toContain(
			'Nothing was sent: 3 recipients, 3 messages. The balance of 2 is too low.',
		);
	});

	it('counts the messages of a text whose special characters were replaced', async () => {
		const items = [{ phone: '0570002233', name: `${'a'.repeat(80)} – b` }];
		expect(jsonOf(await sms(items, preview))[0]).toMatchObject({ messages: 2 });
		const on = await sms(items, { ...preview, options: { replaceCharacters: true } });
		const text = `Hi ${'a'.repeat(80)} - b`;
		expect(jsonOf(on)[0]).toMatchObject({ messages: 1, text });
	});

	it('shows a template as it would be read', async () => {
		const chat = operationRuns(service, 'ExtApi Chat: Message: Send Template Campaign');
		const run = await chat(rows.slice(0, 1), {
			...{ ...preview, template: template('2003'), parametersFrom: 'json' },
			parametersJson:
				'{ "header": { "1": "A-7" }, "body": { "1": "{name}", "2": "{day|Sunday}" }, "button": { "0": "A-7" } }',
		});
		expect(run.error).toBeUndefined();
		expect(toldBy(run)).toEqual([
			{
				...{ ...rows[0], outcome: 'preview', approved: false, recipient: '0570002233' },
				header: 'Order A-7',
				...{ body: 'Hello Dana, your order arrives on Sunday.', footer: 'Reply STOP to opt out' },
				buttons: [{ text: 'Track', url: 'https://shop.example.com/track/A-7' }],
				parameters: {
					...{ 'header.1': 'A-7', 'body.1': 'Dana', 'body.2': 'Sunday', 'button.0': 'A-7' },
				},
				warnings: [expect.stringContaining('"{day}"; no item has this column')],
			},
		]);
	});
});

describe('Test', () => {
	it('sends the first row to these numbers and to no one else, now', async () => {
		const quietHours = { hours: { from: '00:00', until: '23:59' } };
		const run = await sms(rows, {
			...test,
			options: { description: 'Sale' },
			timing: { sendAt: '2020-01-01T10:00:00Z', delay: 5, quietHours },
		});
		expect(service.bodies()).toEqual([
			{ from: 'MyShop', desc: 'Sale', list: '0570990001,0570990002', msg: 'Hi Dana' },
		]);
		expect(run.items).toEqual([
			{
				json: {
					...{ taskId: expect.any(String), outcome: 'test', recipientCount: 2, items: 1 },
					...{ messages: 2, refused: 0, sentTo: ['0570990001', '0570990002'] },
					...{ text: 'Hi Dana', characters: 7 },
				},
				pairedItem: [{ item: 0 }],
			},
		]);
		expect(hintsOf(run).join()).toContain('0570990002 received the message of item 0.');
	});

	it('sends the first rows, one message each, and looks at no other', async () => {
		const items = [...rows.slice(0, 2), { phone: 'nobody' }];
		const run = await sms(items, {
			...{ mode: 'test', testNumbers: '0570990001', testRows: 2 },
			options: { output: 'recipient' },
		});
		expect(service.bodies()).toEqual([
			{ from: 'MyShop', list: '0570990001', msg: 'Hi Dana' },
			{ from: 'MyShop', list: '0570990001', msg: 'Hi נועם' },
		]);
		expect(hintsOf(run)).toEqual([
			"Test: only 0570990001 received the messages of items 0 to 1. Set 'Mode' to Send for the campaign.",
		]);
		expect(jsonOf(run)).toMatchObject([
			{ ...rows[0], outcome: 'test', sentTo: ['0570990001'], text: 'Hi Dana' },
			{ ...rows[1], outcome: 'test', sentTo: ['0570990001'], text: 'Hi נועם' },
		]);
	});

	it('is refused with distribution lists, before anything leaves', async () => {
		const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hi' };
		const { error } = await sms(rows, { ...test, ...lists });
		expect(String(error?.message)).toMatch(/cannot be Test together with distribution/);
		expect(service.bodies()).toEqual([]);
	});
});

describe('Repair Numbers', () => {
	const broken = [
		{ phone: 570002233, name: 'Dana' },
		{ phone: '00972570002234', name: 'Noam' },
		{ phone: '0570002235', name: 'Gil' },
	];

	it('repairs what a spreadsheet did to numbers, and says which', async () => {
		const run = await sms(broken, { message: 'Hi', beforeSending: { repairNumbers: true } });
		expect(service.bodies()).toEqual([
			{ from: 'MyShop', list: '0570002233,972570002234,0570002235', msg: 'Hi' },
		]);
		const [first, second] = [0, 1].map((item) => ({ item, from: String(broken[item].phone) }));
		expect(jsonOf(run)).toMatchObject([
			{ recipientCount: 3, repaired: 2, repairedNumbers: [first, second] },
		]);
	});

	it('is named where it is off, and refuses what no one can repair', async () => {
		const { error } = await sms(broken, { message: 'Hi' });
		expect(service.bodies()).toEqual([]);
		expect(String(error?.description)).toContain('Repair Numbers');
		const beforeSending = { repairNumbers: true };
		const run = await sms([{ phone: '12' }, broken[0]], { beforeSending }, continues);
		expect(service.bodies()).toEqual([{ from: 'MyShop', list: '0570002233', msg: 'Hi Dana' }]);
		expect(jsonOf(run).filter((json) => json.error)).toHaveLength(1);
	});
});

it('Replace Special Characters makes a text English, and leaves others as they are', async () => {
	const items = ['“Dana” – …', '“נועם”'].map((name, at) => ({ phone: `057000223${at}`, name }));
	await sms(items, { options: { replaceCharacters: true } });
	const listjson = { '0570002230': 'Hi "Dana" - ...', '0570002231': 'Hi “נועם”' };
	expect(service.bodies()).toEqual([{ from: 'MyShop', listjson }]);
});
