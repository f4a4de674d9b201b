// If this fails, people are woken at night: a campaign goes by another clock than theirs.
import { clockForTests } from './harness/clockForTests';
import { hintsOf } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What needs a clock, and the page of a preview; other rules of zones are in `stories/recipientZone.json`. */
const service = serviceForTests();
/** Monday, 23 November 2026, 20:00 in Jerusalem: two hours ahead of UTC. */
clockForTests('2026-11-23T18:00:00Z');
const sms = smsCampaigns(service, 'Hello', { timezone: 'Asia/Jerusalem' });

const abroad = [
	{ phone: '12125550101', zone: 'America/New_York' },
	{ phone: '493012345678', zone: 'Europe/Berlin' },
	{ phone: '0570002233', zone: 'Asia/Jerusalem' },
	{ phone: '12125550102', zone: 'America/New_York' },
];

it('quiet hours are those of each recipient, whatever zone the option names', async () => {
	const quietHours = { hours: { from: '19:00', until: '08:00', days: [] } };
	const result = await sms(abroad, {
		timing: { recipientZone: 'zone', quietHours },
		options: { output: 'recipient' },
	});
	// It is 13:00 in New York, 19:00 in Berlin and 20:00 in Jerusalem.
	const sent = service.bodies().map(({ list, dd, dh, di }) => [list, dd, dh, di]);
	expect(sent).toEqual([
		['12125550101,12125550102', undefined, undefined, undefined],
		['493012345678', '24', '09', '00'],
		['0570002233', '24', '08', '00'],
	]);
	const [{ json }] = result.items;
	expect(json).toMatchObject({ timeZone: 'America/New_York' });
	expect(json).not.toHaveProperty('scheduledFor');
	expect(hintsOf(result).join()).toMatch(/Of the scheduled campaigns, the first starts/);
});

it('a preview and its page show zones and times', async () => {
	const timing = { recipientZone: 'zone', sendAt: '2026-12-01T09:00:00' };
	const { items } = await sms(abroad, { mode: 'preview', timing });
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
