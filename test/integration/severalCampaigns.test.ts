// If this fails, people are not told why a run makes several campaigns.
import type { IDataObject, INodeParameters, INodeType } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { ExtApiVoice } from '../../nodes/ExtApiVoice/ExtApiVoice.node';
import { runNode, sentencesOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** Why items are several campaigns is said as it is, whatever makes them so. */
const service = serviceForTests();

const run = async (
	items: IDataObject[],
	parameters: INodeParameters,
	node: INodeType = new ExtApiSms(),
	token?: string,
) => {
	const result = await runNode({
		node,
		credential: service.credential(token),
		items,
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
			...{ recipient: 'phone', message: '{text}', ...parameters },
		},
		timezone: 'Asia/Jerusalem',
	});
	const { hints = [] } = result.run.data.resultData.runData['Node under test'][0];
	// What the checks say of the messages is not about campaigns.
	const messages = hints.map(({ message }) => message);
	return { ...result, hints: messages.filter((message) => !message.startsWith('Checks:')) };
};
const rows = (count: number, row: (index: number) => IDataObject) =>
	Array.from({ length: count }, (_, index) => row(index));
const others = (count: number) =>
	rows(count, (index) => ({ phone: `05${10_000_000 + index}`, text: 'Hello' }));
const texts = (phone: string, count: number) =>
	rows(count, (index) => ({ phone, text: `Text ${index}` }));
const same = (phone: string, count: number) => rows(count, () => ({ phone, text: 'Hello' }));
const each = { beforeSending: { duplicates: 'each' } };
const call = { caller: '0771234567', description: 'Reminder' };
const allowed = "add the option 'Allow Many Campaigns': without it one run makes at most 100.";

describe('a refusal of more than 100 campaigns', () => {
	const refusalOf = async (items: IDataObject[], parameters: INodeParameters = {}) => {
		const { error } = await run(items, parameters);
		expect(service.bodies()).toEqual([]);
		const [{ reason, fix }] = error?.context.refused as Array<{ reason: string; fix: string }>;
		const said = String(error?.description);
		expect(said).toContain(fix);
		return { items: said.split(': ')[0], reason: `${reason}.`, fix, error };
	};

	it('names the phone that gets different messages', async () => {
		const items = [...texts('0509222222', 101), ...texts('0509333333', 3), ...others(50)];
		const refusal = await refusalOf(items);
		expect(refusal.error?.message).toBe(
			'154 items cannot be sent, so nothing was sent. The items would make 101 campaigns, because phone … gets 101 different messages',
		);
		expect(refusal).toMatchObject({
			items: 'All 154 items',
			reason:
				'The items would make 101 campaigns, because phone 0509222222 gets 101 different messages.',
			fix: `Merge or remove the rows of the same phone, or ${allowed}`,
		});
	});

	it('knows a phone by its number, however it is written', async () => {
		const items = rows(101, (index) => ({
			phone: index % 2 === 0 ? '050-9222222' : '+972 50 922 2222',
			text: `Text ${index}`,
		}));
		expect((await refusalOf(items)).reason).toContain(
			'because phone 0509222222 gets 101 different messages',
		);
	});

	it('names the phone that gets the same message each time, and the option for that', async () => {
		expect(await refusalOf(same('0509222222', 101), each)).toMatchObject({
			reason:
				'The items would make 101 campaigns, because phone 0509222222 gets the same message 101 times.',
			fix: `Set 'Duplicates' to Send Once, or ${allowed}`,
		});
	});

	it('tells different messages to a phone from equal ones', async () => {
		const items = [...texts('0509222222', 60), ...texts('0509222222', 41)];
		expect(await refusalOf(items, each)).toMatchObject({
			reason:
				'The items would make 101 campaigns, because phone 0509222222 gets 101 messages (60 different ones).',
			fix: `Merge or remove the rows of the same phone, or set 'Duplicates' to Send Once, or ${allowed}`,
		});
	});

	it('names what differs and the phone, where both make campaigns', async () => {
		const items = [
			...texts('0509222222', 60).map((row) => ({ ...row, sender: 'MyShop' })),
			...texts('0509222222', 50).map((row) => ({ ...row, sender: 'ExtDemo' })),
		];
		expect(await refusalOf(items, { sender: '={{ $json.sender }}' })).toMatchObject({
			reason:
				'The items would make 110 campaigns, because Sender differs (2 values) and phone 0509222222 gets 60 different messages with the same settings.',
			fix: `Make Sender the same for all items, or merge or remove the rows of the same phone, or ${allowed}`,
		});
	});

	it('names all that differs', async () => {
		const items = others(101).map((row, index) => ({ ...row, index }));
		const parameters = {
			sender: "={{ $json.index % 2 ? 'MyShop' : 'ExtDemo' }}",
			options: { description: '=Group {{ $json.index }}' },
		};
		expect(await refusalOf(items, parameters)).toMatchObject({
			reason:
				'The items would make 101 campaigns, because Sender differs (2 values) and Description differs (101 values).',
			fix: `Make Sender and Description the same for all items, or ${allowed}`,
		});
	});

	it('says that parts count, too', async () => {
		const items = others(220).map((row, index) => ({ ...row, index }));
		const parameters = {
			options: { description: '=Group {{ $json.index % 55 }}' },
			timing: { spreadOver: 24 },
		};
		expect(await refusalOf(items, parameters)).toMatchObject({
			reason:
				'The items would make 110 campaigns, because Description differs (55 values) and Spread Over sends them in parts.',
			fix: `Make Description the same for all items, or shorten 'Spread Over', or ${allowed}`,
		});
	});

	it('is told apart from the size: a phone counts beside so many others', async () => {
		const items = [...texts('0509222222', 101), ...others(10_000)];
		expect((await refusalOf(items)).reason).toBe(
			'The items would make 101 campaigns, because phone 0509222222 gets 101 different messages.',
		);
	});

	const lists = { sendTo: 'lists', listCodes: '1001' };

	it('names the text that a list gets, where it may get several', async () => {
		const parameters = { ...lists, advanced: { severalPerList: true } };
		expect(await refusalOf(texts('', 101), parameters)).toMatchObject({
			reason: 'The items would make 101 campaigns, because Message differs (101 values).',
			fix: `Make Message the same for all items, or ${allowed}`,
		});
	});

	it('names the option by which a list gets the same each time', async () => {
		const parameters = { ...lists, ...each, advanced: { severalPerList: true } };
		expect(await refusalOf(same('', 101), parameters)).toMatchObject({
			reason: 'The items would make 101 campaigns, because Duplicates is set to send each item.',
			fix: `Set 'Duplicates' to Send Once, or ${allowed}`,
		});
	});
});

describe('a hint of several campaigns', () => {
	const oneEach = 'A campaign can have one message for each phone.';

	it('names the phone that gets different messages', async () => {
		const { hints } = await run([...texts('0570002233', 2), ...others(2)], {});
		expect(service.bodies()).toHaveLength(2);
		expect(hints).toEqual([
			`The items make 2 campaigns, not one, because phone 0570002233 gets 2 different messages. ${oneEach}`,
		]);
	});

	it('names the option by which a phone gets the same each time', async () => {
		const items = [...same('0570002233', 3), ...others(2)];
		expect((await run(items, each)).hints).toEqual([
			`The items make 3 campaigns, not one, because phone 0570002233 gets the same message 3 times. ${oneEach} 'Duplicates' is set to Send Each.`,
		]);
		service.control.clearRequests();
		const spoken = { ...call, content: 'text', text: 'Hello', ...each };
		const { hints } = await run(items, spoken, new ExtApiVoice());
		expect(service.bodies()).toHaveLength(3);
		expect(hints.join()).toContain('because phone 0570002233 gets the same message 3 times.');
	});

	it('names all reasons', async () => {
		const items = [
			...texts('0570002233', 3).map((row) => ({ ...row, sender: 'MyShop' })),
			{ phone: '0570002234', text: 'a', sender: 'ExtDemo' },
		];
		const parameters = { sender: '={{ $json.sender }}' };
		expect((await run(items, parameters)).hints).toEqual([
			`The items make 4 campaigns, not one, because Sender differs (2 values) and phone 0570002233 gets 3 different messages with the same settings. Items whose settings are the same share a campaign. ${oneEach}`,
		]);
	});

	it('says that there are more because of their size or Spread Over', async () => {
		const items = [...others(10_001), { phone: '0570002233', text: 'Hello' }].map((row, index) => ({
			...row,
			index,
		}));
		const description = '={{ $json.index === 0 ? "First" : "Others" }}';
		expect((await run(items, { options: { description } })).hints).toEqual([
			'The items make 3 campaigns, not one, because Description differs (2 values) and a campaign can have at most 10000 recipients. Items whose settings are the same share a campaign.',
		]);
		const spread = [...texts('0570002233', 2), ...others(14)];
		const { hints } = await run(spread, { timing: { spreadOver: 1 } });
		expect(hints[0]).toBe(
			`The items make 4 campaigns, not one, because phone 0570002233 gets 2 different messages and Spread Over sends them in parts. ${oneEach}`,
		);
	});

	it('names the first of the phones that get the most', async () => {
		const items = [...texts('0570002233', 2), ...texts('0570002234', 3), ...texts('0570002235', 3)];
		expect((await run(items, {})).hints[0]).toContain('because phone 0570002234 gets 3 different');
	});

	it('names whatever a campaign has only one of', async () => {
		const tokens = ['demo-token-full', 'demo-token-sms'];
		const items = others(2).map((row, index) => ({
			...{ ...row, token: tokens[index], at: `2035-01-05T1${index}:00:00` },
			link: `https://example.com/recording-${index}.mp3`,
		}));
		const whyOf = async (...of: [INodeParameters, INodeType?, string?]) => {
			const { hints } = await run(items, ...of);
			expect(hints).toHaveLength(1);
			return /, because (.+) differs \(2 values\)\. Items whose settings/.exec(hints[0])?.[1];
		};
		const recording = { ...call, content: 'file', fileUrl: '={{ $json.link }}' };
		expect([
			await whyOf({}, new ExtApiSms(), '={{ $json.token }}'),
			await whyOf({ timing: { sendAt: '={{ $json.at }}' } }),
			await whyOf(recording, new ExtApiVoice()),
		]).toEqual(['the credential', 'Send At', 'MP3 Link']);
		expect(service.bodies()).toHaveLength(6);
	});

	it('names the time zone in which the service is told the time', async () => {
		const items = others(2).map((row, index) => ({ ...row, index }));
		const timeZone = "={{ $json.index ? 'UTC' : 'Asia/Jerusalem' }}";
		const timing = { sendAt: '2035-01-05T10:00:00', timeZone };
		expect((await run(items, { timing })).hints).toEqual([
			'The items make 2 campaigns, not one, because Service Time Zone differs (2 values). Items whose settings are the same share a campaign.',
		]);
		service.control.clearRequests();
		const toList = { sendTo: 'lists', listCodes: '1001', message: 'Hello', timing };
		const { error } = await run(items, toList);
		expect(error?.message).toContain(
			'list 1001 would receive 2 messages, because Service Time Zone differs (2 values)',
		);
	});

	it('is not given of a test, which sends each row by itself, nor of parts that were asked for', async () => {
		const test = { mode: 'test', testNumbers: '0570002299', testRows: 2 };
		expect((await run(texts('0570002233', 2), test)).hints).toEqual([
			expect.stringMatching(/^Test: only 0570002299 received the messages of items 0 to 1\./),
		]);
		const { hints } = await run(others(16), { timing: { spreadOver: 1 } });
		expect(hints.join()).not.toContain('not one');
	});
});

describe('a list that would get several messages', () => {
	const lists = { sendTo: 'lists', listCodes: '1001', message: 'Hello', ...each };

	it('because of Duplicates is told that option', async () => {
		const { error } = await run(same('', 3), lists);
		expect(sentencesOf(error).all).toContain(
			"Set 'Duplicates' to Send Once, or add the option 'Allow Several per List'.",
		);
	});

	it('because of settings and Duplicates is told both', async () => {
		const items = others(3).map((row, index) => ({ ...row, index }));
		const sender = "={{ $json.index === 0 ? 'MyShop' : 'ExtDemo' }}";
		const { error } = await run(items, { ...lists, sender });
		expect(error?.message).toContain(
			'would receive 3 messages, because Sender differs (2 values) and Duplicates is set to send each item',
		);
	});
});
