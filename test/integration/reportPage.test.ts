// If this fails, a person reads from a report that people got a message who did not, or runs what a row holds.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { patience } from '../../nodes/shared/waiting/watchWait';
import { hasReport, reportPage, withReport } from '../../nodes/shared/waiting/reportPage';
import { NODE } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

const service = serviceForTests({ campaignStepMs: 3_600_000 });
const { run } = waitingCampaigns(service);
/** Its notification may take as long as a busy machine needs. */
beforeEach(() => (patience.onItsWayMs = 60_000));

const rows: IDataObject[] = [
	...['0570002233', '0570002234', '0570002235', '0570002236'].map((phone) => ({ phone })),
	{ phone: 'nobody' },
];

async function wait(options: INodeParameters = {}, notifications: INodeParameters = {}) {
	const parameters = {
		...{ message: 'Hello', beforeSending: { leaveOut: { phones: { list: '0570002236' } } } },
		notifications: { waitForCompletion: true, reportPage: true, ...notifications },
	};
	const settings = { onError: 'continueRegularOutput' } as const;
	const execution = await run(rows, options, { parameters, settings, letsPass: () => true });
	await execution.saved;
	return execution;
}
/** Ends the campaigns before they reached anyone. */
const end = () =>
	service.control.campaigns().forEach(({ tid }) => service.control.setCampaign(tid, 'done'));
const pageIn = (items: INodeExecutionData[]) => items.flatMap(({ binary }) => binary?.report ?? []);
const textOf = (items: INodeExecutionData[]) =>
	Buffer.from(pageIn(items)[0].data, 'base64').toString();

it.each(['campaign', 'recipient'])(
	'a report says how a campaign ended, whom it did not reach and who got nothing, one item per %s',
	async (output) => {
		const execution = await wait({ output, description: 'Spring <sale>' });
		end();
		const [items] = await execution.end;
		expect(pageIn(items)).toEqual([
			expect.objectContaining({
				fileName: 'report.html',
				mimeType: 'text/plain',
				fileType: 'html',
			}),
		]);
		const page = textOf(items);
		expect(page).toMatch(/<h1>Campaign report: Spring &lt;sale&gt;<\/h1>/);
		expect(page).toContain('Finished: Sending finished');
		// The service counts them, and names no one.
		const named = /<h2>Not reached<\/h2>[^]*\d{15,}: 0570002233, 0570002234, 0570002235</;
		expect(named.test(page)).toBe(output === 'recipient');
		expect(page).toMatch(
			/<h2>Left out<\/h2>[^]*1 row: <bdi>&#39;Leave Out&#39; contains this phone number/,
		);
		expect(page).toMatch(/<h2>Refused<\/h2>[^]*1 row: .*nobody/);
		expect(page).toMatch(/1 campaign: 3 not reached, 1 left out, 1 refused/);
	},
);

it('a report of campaigns with several descriptions names their node', async () => {
	const execution = await wait({ description: '={{ $json.phone }}' });
	end();
	const [items] = await execution.end;
	expect(textOf(items)).toContain(`<h1>Campaign report: ${NODE}</h1>`);
});

it('claims nothing of a campaign whose end no one saw', async () => {
	const execution = await wait({}, { waitLimit: 1 / 60 });
	service.control.addFaults([{ endpoint: 'taskStatus', kind: 'http500' }]);
	const [items] = await execution.end;
	const page = textOf(items);
	expect(page).toContain('Not Seen to End');
	expect(page).toContain('1 campaign: 3 not known, 1 left out, 1 refused.');
});

describe('beside the files of rows', () => {
	const node = { name: 'A', parameters: {} } as never;
	const page = async (file?: IDataObject) =>
		await withReport(
			[
				{
					json: { taskId: '2', outcome: 'END' },
					...(file && { binary: { report: file as never } }),
				},
			],
			node,
			'second wait',
		);
	const mine = { mimeType: 'text/html', fileName: 'report.html', data: 'bWluZQ==' };

	it.each(['of a person', 'of an earlier campaign'])('a page %s keeps its name', async (whose) => {
		const [{ binary }] = await withReport([{ json: {} }], node, 'first wait');
		const file = whose === 'of a person' ? mine : binary!.report;
		const [first] = await page(file as never);
		expect(Object.keys(first.binary!)).toEqual(['report', 'reportPage']);
		expect(first.binary!.report).toEqual(file);
		const [then] = await withReport([first], node, 'second wait');
		expect(Object.keys(then.binary!)).toEqual(['report', 'reportPage']);
	});

	it('it is known by its wait alone', async () => {
		const items = await page();
		expect(hasReport(items, 'second wait')).toBe(true);
		expect(hasReport(items, 'first wait')).toBe(false);
		expect(hasReport([{ json: {}, binary: { report: mine } }], 'second wait')).toBe(false);
	});
});

describe('the page', () => {
	const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'`';

	/** The cells of the table, line by line. */
	const cellsOf = (page: string) =>
		[...page.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, line]) =>
			[...line.matchAll(/<t[dh] dir="auto">(.*?)<\/t[dh]>/g)].map(([, cell]) => cell),
		);
	const ENDED = { taskId: '700000000000000001', outcome: 'END', timedOut: false };
	const FINISHED = 'Finished: Sending finished';
	const rowsOf = (sents: Array<boolean | null | undefined>) =>
		sents.map((sent, index) => ({
			json: { ...ENDED, recipient: `05${10_000_000 + index}`, sent },
			pairedItem: { item: index },
		}));
	const ofCampaign = (json: IDataObject) => [{ json: { ...ENDED, ...json } }];

	it('runs nothing and loads nothing, whatever the items hold', async () => {
		const page = await reportPage([
			{ json: { taskId: attack, outcome: attack, lists: attack, notSent: [attack] } },
			{ json: { error: attack } },
			{ json: { leftOut: true, leftOutBecause: attack } },
		]);
		expect(page).not.toMatch(/<script|<img|<link|<a |<iframe|url\(/);
		expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
		expect(page).toContain('default-src &#39;none&#39;');
	});

	it('tells what is unknown from what was refused and from what an earlier execution sent', async () => {
		const page = await reportPage([
			{ json: { error: 'The outcome is unknown', outcomeUnknown: true } },
			{ json: { error: 'Phone is wrong' } },
			{ json: { alreadySent: true }, pairedItem: [{ item: 2 }, { item: 3 }] },
			{ json: { alreadySent: true, outcomeUnknown: true }, pairedItem: { item: 4 } },
		]);
		expect(page).toContain('0 campaigns: 2 of unknown outcome, 2 left out, 1 refused.');
		expect(page).toMatch(/<h2>Outcome unknown<\/h2>[^]*An earlier execution may have sent it/);
	});

	it('counts as sent only what is known to be', async () => {
		const other = { taskId: '700000000000000002', recipientCount: 5, notSent: ['0570002235'] };
		const page = await reportPage([
			...rowsOf([true, null]),
			{ json: { ...ENDED, recipient: '0510000001', sent: null, duplicateOf: 1 } },
			{ json: { ...ENDED, ...other } },
		]);
		expect(page).toContain('2 campaigns: 1 sent, 1 not reached, 5 not known.');
		expect(page).toContain('<td dir="auto">At least 1</td>');
	});

	it.each<[name: string, items: INodeExecutionData[], cells: string[], bar: RegExp]>([
		[
			'10,000 rows of which no one said anything',
			rowsOf(Array(10_000).fill(undefined)),
			['10000', 'Not known', 'Not known', '10000'],
			/Not known: 10000 recipients/,
		],
		[
			'rows of which all is known',
			rowsOf([true, false, true]),
			['3', '2', '1', '0'],
			/Sent: 2 recipients<.*Not reached: 1 recipient</,
		],
		[
			'a campaign of which all were counted and some failed, no one knows which',
			ofCampaign({ recipientCount: 5, sentCount: 5, notSent: null }),
			['5', 'Not known: 5 counted', 'Not known', '5'],
			/Not known: 5 recipients/,
		],
		[
			'a campaign of which one is named that was counted as well',
			ofCampaign({ recipientCount: 3, sentCount: 3, notSent: ['0570002233'] }),
			['3', '2', '1', '0'],
			/Sent: 2 recipients<.*Not reached: 1 recipient</,
		],
		[
			'lists',
			ofCampaign({ lists: '1001', sentCount: 17, notSent: [] }),
			['Distribution lists 1001', '17', 'Not known', 'Not known'],
			/Sent: 17 recipients/,
		],
	])('says what is known, and no more, of %s', async (_name, items, cells, bar) => {
		const page = await reportPage(items);
		const head = ['Campaign', 'Outcome', 'Accepted', 'Sent', 'Not reached', 'Not known'];
		expect(cellsOf(page)).toEqual([head, [ENDED.taskId, FINISHED, ...cells]]);
		expect(page).toMatch(bar);
		expect(page.includes('has not said whether it was sent')).toBe(/Not known/.test(bar.source));
	});

	it('says that the end of an earlier message is not followed', async () => {
		const page = await reportPage([{ json: { taskId: '7', recipientCount: 1 } }]);
		expect(cellsOf(page)[1]).toEqual([
			...['7', 'Not Awaited: An earlier try of the run sent it as a single message'],
			...['1', 'Not known', 'Not known', '1'],
		]);
	});

	it('of 10,000 recipients names the first and counts all', async () => {
		const page = await reportPage(rowsOf(Array.from({ length: 10_000 }, (_, at) => at % 2 === 0)));
		expect(page).toContain('1 campaign: 5000 sent, 5000 not reached.');
		expect(page).toContain(', and 4800 more');
		expect(page.length).toBeLessThan(20_000);
	});
});
