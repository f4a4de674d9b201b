// If this fails, people are woken at night: a campaign goes by another clock than theirs.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { clockForTests } from './harness/clockForTests';
import { processedItemsForTests } from './harness/processedItems';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** Monday, 23 November 2026, 20:00 in Jerusalem: two hours ahead of UTC. */
const NOW = '2026-11-23T18:00:00Z';

const service = serviceForTests();
processedItemsForTests();
clockForTests(NOW);

const sms = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });
const jsonOf = ({ items }: Awaited<ReturnType<typeof sms>>) => items.map(({ json }) => json);
const zoned = (recipientZone: string, timing: INodeParameters = {}): INodeParameters => ({
	timing: { ...timing, recipientZone },
});
const perRecipient = { options: { output: 'recipient' } };
const nights = { hours: { from: '21:00', until: '08:00', days: [] } };
/** What the service got: whom, and when by its clock. */
const sent = () =>
	service
		.bodies()
		.map(({ list, dy, dm, dd, dh, di }) =>
			dy === undefined
				? `${list as string} at once`
				: `${list as string} ${[dy, dm, dd].join('-')} ${dh as string}:${di as string}`,
		);
const textOf = (error: { message: string; description?: unknown } | undefined) =>
	`${error?.message} ${String(error?.description)}`;
/** Why a run sends nothing. */
const refused = async (...run: Parameters<typeof sms>) => {
	const { error } = await sms(...run);
	expect(service.bodies()).toEqual([]);
	return textOf(error);
};

const abroad = [
	{ phone: '12125550101', zone: 'America/New_York' },
	{ phone: '493012345678', zone: 'Europe/Berlin' },
	{ phone: '0570002233', zone: 'Asia/Jerusalem' },
	{ phone: '12125550102', zone: 'America/New_York' },
];

describe('Send At', () => {
	const nine = { sendAt: '2026-12-01T09:00:00' };

	it('is the local time of each recipient, by a column: a campaign for each zone', async () => {
		const result = await sms(abroad, { ...zoned('zone', nine), ...perRecipient });
		expect(sent()).toEqual([
			'12125550101,12125550102 2026-12-01 16:00',
			'493012345678 2026-12-01 10:00',
			'0570002233 2026-12-01 09:00',
		]);
		expect(jsonOf(result)[3]).toMatchObject({
			...abroad[3],
			scheduledFor: '2026-12-01T16:00:00+02:00',
			scheduledZone: 'Asia/Jerusalem',
			timeZone: 'America/New_York',
		});
	});

	it('is that of an offset, and of the service where a row names nothing', async () => {
		const zones = ['+05:30', '', null, 'asia/jerusalem', '-0500'];
		const rows = zones.map((zone, index) => ({ phone: `1212555010${index}`, zone }));
		const result = await sms(rows, { ...zoned('={{ $json.zone }}', nine), ...perRecipient });
		expect(sent()).toEqual([
			'12125550100 2026-12-01 05:30',
			'12125550101,12125550102,12125550103 2026-12-01 09:00',
			'12125550104 2026-12-01 16:00',
		]);
		expect(jsonOf(result).map(({ timeZone }) => timeZone)).toEqual([
			'+05:30',
			...Array<string>(3).fill('Asia/Jerusalem'),
			'-05:00',
		]);
	});

	it('is one for all rows of a phone, however it is written', async () => {
		const phones = ['12125550101', '+1 212 555 0101', 12125550101];
		const zones = ['America/New_York', 'us/eastern', 'america/new_york'];
		const rows = zones.map((zone, index) => ({ phone: phones[index], zone }));
		const { items } = await sms(rows, zoned('zone', nine));
		expect(sent()).toEqual(['12125550101 2026-12-01 16:00']);
		expect(items[0].json).toMatchObject({ duplicates: 2, timeZone: 'America/New_York' });
	});

	it.each(['Europe/Berlin', ''])(
		'is refused for all rows of a phone that differ: %s',
		async (zone) => {
			const rows = [...abroad, { ...abroad[0], zone }];
			const says = 'Recipient Time Zone differs between rows with the same phone number';
			expect(await refused(rows, zoned('zone', nine))).toContain(`Items 0 and 4: ${says}`);
			const { items } = await sms(rows, zoned('zone', nine), {
				settings: { onError: 'continueRegularOutput' },
			});
			expect(sent()).toEqual([
				'493012345678 2026-12-01 10:00',
				'0570002233 2026-12-01 09:00',
				'12125550102 2026-12-01 16:00',
			]);
			expect(items.filter(({ json }) => String(json.error).startsWith(says))).toHaveLength(2);
		},
	);

	it.each([
		['2026-12-01T09:00:00+02:00', /Send At has "\+02:00" in it, so it's the same moment/],
		['2026-12-01T09:00:00Z', /Send At has "Z" in it/],
		['={{ $now.plus({ days: 7 }) }}', /Send At has ".*" in it/],
		['2027-03-14T02:30:00', /does not exist in America\/New_York, because clocks go forward/],
		[
			'2026-11-23T12:59:00',
			/Send At is Mon 23 Nov, 12:59 in America\/New_York, which is in the past/,
		],
	])('is refused where it is no local time: %s', async (sendAt, says) => {
		expect(await refused(abroad.slice(0, 1), zoned('zone', { sendAt }))).toMatch(says);
	});
});

describe('Quiet Hours', () => {
	it('are those of each recipient, whatever zone the option names', async () => {
		const result = await sms(abroad, {
			...zoned('zone', { quietHours: { hours: { ...nights.hours, from: '19:00' } } }),
			...perRecipient,
		});
		// It is 13:00 in New York, 19:00 in Berlin and 20:00 in Jerusalem.
		expect(sent()).toEqual([
			'12125550101,12125550102 at once',
			'493012345678 2026-11-24 09:00',
			'0570002233 2026-11-24 08:00',
		]);
		expect(jsonOf(result)[0]).toMatchObject({ timeZone: 'America/New_York' });
		expect(jsonOf(result)[0]).not.toHaveProperty('scheduledFor');
		expect(hintsOf(result).join()).toMatch(/Of the scheduled campaigns, the first starts/);
	});
});

describe('a row without a time zone', () => {
	const NOTHING = /Recipient Time Zone has an expression that gives nothing for any item/;
	it.each<[string, IDataObject, string, RegExp]>([
		['an unknown zone', { zone: 'Mars/Base' }, 'zone', /Time Zone contains "Mars\/Base", which/],
		['a column that no item has', {}, 'tz', /no column "tz" \(set in Recipient Time Z/],
		['no column', {}, '', /Recipient Time Zone is empty or missing/],
		['a zone in place of a column', {}, 'Europe/Berlin', /no column "Europe\/Berlin"/],
		['an expression that gives nothing', {}, '={{ $json.none }}', NOTHING],
		['an expression that fails', {}, '={{ $json.none.zone }}', NOTHING],
		['an expression that gives no text', {}, '={{ [] }}', NOTHING],
	])('is refused by name: %s', async (_name, row, zone, says) => {
		const rows = [
			{ phone: '0570002233', zone: 'Asia/Jerusalem' },
			{ phone: '12125550101', ...row },
		];
		expect(await refused(rows, zoned(zone))).toMatch(says);
	});

	it.each(['zone', '={{ $json.zone }}'])('is sent by the clock of the service: %s', async (by) => {
		const rows = [{ phone: '0570002233' }, { phone: '12125550101', zone: 'Europe/Berlin' }];
		const { items } = await sms(rows, zoned(by));
		expect(items.map(({ json }) => json.timeZone)).toEqual(['Asia/Jerusalem', 'Europe/Berlin']);
		expect(sent()).toHaveLength(2);
	});

	it('is sent so alone where a column is empty, and refused where an expression is', async () => {
		const rows = [{ phone: '0570002233', zone: '' }];
		expect(await refused(rows, zoned('={{ $json.zone }}'))).toMatch(NOTHING);
		await sms(rows, zoned('zone'));
		expect(sent()).toHaveLength(1);
	});
});

describe('the other modes', () => {
	it('shows zones and times in a preview and its page', async () => {
		const preview = async (rows: IDataObject[], timing: INodeParameters) =>
			await sms(rows, { mode: 'preview', ...zoned('zone', timing) });
		const nine = { sendAt: '2026-12-01T09:00:00' };
		const { items } = await preview(abroad, nine);
		expect(service.bodies()).toEqual([]);
		expect(items.map(({ json }) => [json.timeZone, json.scheduledFor])).toEqual([
			['America/New_York', '2026-12-01T16:00:00+02:00'],
			['Europe/Berlin', '2026-12-01T10:00:00+02:00'],
			['Asia/Jerusalem', '2026-12-01T09:00:00+02:00'],
			['America/New_York', '2026-12-01T16:00:00+02:00'],
		]);
		const page = Buffer.from(items[0].binary!.preview.data, 'base64').toString();
		expect(page).toMatch(
			/Local time of recipients[^]*2 rows: <bdi>America\/New_York[^]*1 row: <bdi>Europe\/Berlin[^]*1 row: <bdi>Asia\//,
		);
	});

	it('checks the zones of a test, which goes at once', async () => {
		const test = { mode: 'test', testNumbers: '0570990001', testRows: 2 };
		const nine = zoned('zone', { sendAt: '2026-12-01T09:00:00', quietHours: nights });
		const { items } = await sms(abroad, { ...test, ...nine });
		expect(sent()).toEqual(['0570990001 at once', '0570990001 at once']);
		expect(items.map(({ json }) => json.timeZone)).toEqual(['America/New_York', 'Europe/Berlin']);
		service.control.reset();
		const { error } = await sms([{ phone: '0570002233' }], { ...test, ...nine });
		expect(textOf(error)).toMatch(/no column "zone"/);
		expect(service.bodies()).toEqual([]);
	});
});
