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
const columnOf = (name: string) => ({ column: { name } });
const byColumn = columnOf('zone');
const byPhone = { phone: { severalZones: 'all' } };
const zoned = (recipientZone: object, timing: INodeParameters = {}): INodeParameters => ({
	timing: { ...timing, recipientZone } as INodeParameters,
});
const perRecipient = { options: { output: 'recipient' } };
const nights = { hours: { from: '21:00', until: '08:00', days: [], timeZone: 'Asia/Jerusalem' } };
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
		const result = await sms(abroad, { ...zoned(byColumn, nine), ...perRecipient });
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
		expect(hintsOf(result)).toContain(
			"The items make 3 campaigns, not one, because the recipients are in 3 time zones. With 'Recipient Time Zone' each time zone gets a separate campaign.",
		);
	});

	it('is that by the country code, and the latest of a country with several zones', async () => {
		const rows = ['12125550101', '+44 20 7946 0000', '0570002233', '79161234567'];
		const result = await sms(
			rows.map((phone) => ({ phone })),
			{ ...zoned(byPhone, nine), ...perRecipient },
		);
		// Nine o'clock in Hawaii, in London, in Israel and in Kaliningrad.
		expect(sent()).toEqual([
			'12125550101 2026-12-01 21:00',
			'442079460000 2026-12-01 11:00',
			'0570002233 2026-12-01 09:00',
			'79161234567 2026-12-01 09:00',
		]);
		expect(jsonOf(result).map(({ timeZone }) => timeZone)).toEqual([
			'13 time zones of +1',
			'Europe/London',
			'Asia/Jerusalem',
			'11 time zones of +7',
		]);
	});

	it.each<[string, string[]]>([
		['named by one of them', ['', 'America/New_York', ' ']],
		['named in several ways', ['America/New_York', 'us/eastern', 'america/new_york']],
	])('is one for all rows of a phone, %s', async (_how, zones) => {
		const phones = ['12125550101', '+1 212 555 0101', 12125550101];
		const rows = zones.map((zone, index) => ({ phone: phones[index], zone }));
		const at = '2026-12-01 16:00';
		const both = zoned({ ...byColumn, ...byPhone }, nine);
		const { items } = await sms(rows, both);
		expect(sent()).toEqual([`12125550101 ${at}`]);
		expect(items[0].json).toMatchObject({ duplicates: 2, timeZone: 'America/New_York' });
		service.control.reset();
		const texts = rows.map((row, index) => ({ ...row, text: `Part ${index}` }));
		await sms(texts, { ...both, message: '{text}' });
		expect(sent()).toEqual(Array(3).fill(`12125550101 ${at}`));
	});

	it('is refused for all rows of a phone that name different time zones', async () => {
		const rows = [...abroad, { ...abroad[0], zone: 'Europe/Berlin' }];
		const says =
			'Recipient Time Zone names different time zones for the same phone number: "America/New_York" and "Europe/Berlin"';
		expect(await refused(rows, zoned(byColumn, nine))).toContain(`Items 0 and 4: ${says}`);
		const { items } = await sms(rows, zoned({ ...byColumn, ...byPhone }, nine), {
			settings: { onError: 'continueRegularOutput' },
		});
		expect(sent()).toEqual([
			'493012345678 2026-12-01 10:00',
			'0570002233 2026-12-01 09:00',
			'12125550102 2026-12-01 16:00',
		]);
		expect(items.filter(({ json }) => String(json.error).startsWith(says))).toHaveLength(2);
	});

	it.each([
		['2026-12-01T09:00:00+02:00', /Send At has "\+02:00" in it, so it's the same moment/],
		['2026-12-01T09:00:00Z', /Send At has "Z" in it/],
		['={{ $now.plus({ days: 7 }) }}', /Send At has ".*" in it/],
		['2027-03-14T02:30:00', /does not exist in America\/New_York, because clocks go forward/],
		['2026-11-23T12:59:00', /Send At is in the past in America\/New_York/],
	])('is refused where it is no local time: %s', async (sendAt, says) => {
		expect(await refused(abroad.slice(0, 1), zoned(byColumn, { sendAt }))).toMatch(says);
	});
});

describe('Quiet Hours', () => {
	it('are those of each recipient, whatever zone the option names', async () => {
		const result = await sms(abroad, {
			...zoned(byColumn, { quietHours: { hours: { ...nights.hours, from: '19:00' } } }),
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
		expect(hintsOf(result).join()).toMatch(/The service sends 2 of 3 campaigns later/);
	});

	/** Free in winter alone for all of +1: clocks in Hawaii are never changed. */
	const long = { hours: { ...nights.hours, from: '17:00', until: '10:00' } };

	it.each<[string, string, string, IDataObject, string | undefined]>([
		['winter', 'summer', '2026-12-01', {}, '2026-12-01 22:00'],
		['summer', 'winter', '2027-07-01', {}, undefined],
		['summer', 'winter, in parts', '2027-07-01', { spreadOver: 2 }, undefined],
	])('leave free time, or none, at the date: in %s, seen in %s', async (...given) => {
		const [, seenIn, date, more, at] = given;
		jest.setSystemTime(new Date(seenIn === 'summer' ? '2026-07-01T08:00:00Z' : NOW));
		const phones = ['12125550101', '12125550102', '12125550103', '12125550104'];
		const { items } = await sms(
			['0570002233', ...phones].map((phone) => ({ phone })),
			zoned(byPhone, { sendAt: `${date}T09:00:00`, quietHours: long, ...more }),
			{ settings: { onError: 'continueRegularOutput' } },
		);
		const others = at === undefined ? [] : [`${phones.join()} ${at}`];
		expect(sent()).toEqual([`0570002233 ${date} 10:00`, ...others]);
		const errors = items.flatMap(({ json }) => json.error ?? []);
		expect(errors).toHaveLength(at === undefined ? 4 : 0);
		const says = /^Quiet Hours leave no free time in all 13 time zones of \+1/;
		for (const error of errors) expect(error).toMatch(says);
	});

	it('part the hours of Spread Over by zone', async () => {
		const rows = Array.from({ length: 8 }, (_, index) => ({
			phone: `1212555010${index}`,
			zone: index % 2 ? 'Europe/Berlin' : 'America/New_York',
		}));
		await sms(rows, zoned(byColumn, { spreadOver: 1, quietHours: nights }));
		const times = sent();
		// It is 13:00 in New York, and 19:00 in Berlin.
		expect(times).toHaveLength(4);
		expect(times.filter((time) => time.endsWith('at once'))).toHaveLength(2);
	});
});

describe('a row without a time zone', () => {
	const EMPTY = /Recipient Time Zone is empty or missing/;
	it.each<[string, IDataObject, object, RegExp]>([
		['an unknown zone', { zone: 'Mars/Base' }, byColumn, /Time Zone contains "Mars\/Base", which/],
		['a column that no item has', {}, columnOf('tz'), /no column "tz" \(set in Recipient Time Z/],
		['a zone in place of a column', {}, columnOf('Europe/Berlin'), /needs the name of the column/],
		['an expression that gives nothing', {}, columnOf('={{ $json.none }}'), EMPTY],
		[
			'an expression that fails',
			{},
			columnOf('={{ $json.none.zone }}'),
			/Zone has an expression that fails/,
		],
		[
			'an expression beside the phone that gives nothing for any item',
			{},
			{ ...columnOf('={{ $json.timezone }}'), ...byPhone },
			/Recipient Time Zone has an expression that gives nothing for any item/,
		],
		[
			'a phone of no country',
			{ phone: '88212345678' },
			byPhone,
			/does not begin with a country code/,
		],
	])('is refused by name: %s', async (_name, row, rule, says) => {
		const rows = [
			{ phone: '0570002233', zone: 'Asia/Jerusalem' },
			{ phone: '12125550101', ...row },
		];
		expect(await refused(rows, zoned(rule))).toMatch(says);
	});

	it('goes by its phone where the expression gives others one', async () => {
		const rows = [{ phone: '0570002233' }, { phone: '12125550101', zone: 'Europe/Berlin' }];
		const rule = { column: { name: '={{ $json.zone }}' }, ...byPhone };
		const { items } = await sms(rows, zoned(rule));
		expect(items.map(({ json }) => json.timeZone)).toEqual(['Asia/Jerusalem', 'Europe/Berlin']);
		await sms([{ phone: '0570002233', zone: '' }], zoned(rule));
		expect(sent()).toHaveLength(3);
	});
});

describe('the other modes', () => {
	it('shows zones and times in a preview and its page', async () => {
		const preview = async (rows: IDataObject[], timing: INodeParameters) =>
			await sms(rows, { mode: 'preview', previewPage: true, ...zoned(byColumn, timing) });
		const nine = { sendAt: '2026-12-01T09:00:00' };
		const { items } = await preview(abroad, nine);
		expect(service.bodies()).toEqual([]);
		expect(items.map(({ json }) => [json.timeZone, json.scheduledFor])).toEqual([
			['America/New_York', '2026-12-01T16:00:00+02:00'],
			['Europe/Berlin', '2026-12-01T10:00:00+02:00'],
			['Asia/Jerusalem', '2026-12-01T09:00:00+02:00'],
			['America/New_York', '2026-12-01T16:00:00+02:00'],
		]);
		expect((items.at(-1)?.json.preview as IDataObject).timeZones).toEqual([
			{ reason: 'America/New_York', rows: 2 },
			{ reason: 'Asia/Jerusalem', rows: 1 },
			{ reason: 'Europe/Berlin', rows: 1 },
		]);
		const page = Buffer.from(items[0].binary!.preview.data, 'base64').toString();
		expect(page).toMatch(/Local time of recipients[^]*2 rows: <bdi>America\/New_York/);
	});

	it('checks the zones of a test, which goes at once', async () => {
		const test = { mode: 'test', testNumbers: '0570990001', testRows: 2 };
		const nine = zoned(byColumn, { sendAt: '2026-12-01T09:00:00', quietHours: nights });
		const { items } = await sms(abroad, { ...test, ...nine });
		expect(sent()).toEqual(['0570990001 at once', '0570990001 at once']);
		expect(items.map(({ json }) => json.timeZone)).toEqual(['America/New_York', 'Europe/Berlin']);
		service.control.reset();
		const { error } = await sms([{ phone: '0570002233' }], { ...test, ...nine });
		expect(textOf(error)).toMatch(/no column "zone"/);
		expect(service.bodies()).toEqual([]);
	});

	it('is refused for distribution lists', async () => {
		const { error } = await sms([{}], {
			...{ sendTo: "={{ 'lists' }}", listCodes: '1001' },
			...zoned(byPhone, { quietHours: nights }),
		});
		expect(textOf(error)).toMatch(/Recipient Time Zone cannot be used together with distribution/);
		expect(service.bodies()).toEqual([]);
	});
});
