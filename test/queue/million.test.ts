// If this fails, someone in a large table gets a message twice, or the table claims what is not true.
import axios from 'axios';

import { sendToAll, startMillion, type Million } from '../../demo/million/million';
import { progressUser } from '../../demo/million/workflows';
import { missingServices } from './support/services';

/** The examples `million-rows*.json`, with a worker killed in the middle. `npm run demo -- --million` does it with more. */
jest.setTimeout(600_000);

const rows = 50_000;
let million: Million;

beforeAll(async () => {
	const missing = await missingServices();
	if (missing.length > 0) throw new Error(`Queue mode cannot be tested. ${missing.join('. ')}`);
	million = await startMillion({ pageRows: 5_000 });
}, 600_000);
afterAll(async () => await million?.stop());

describe('a table of recipients', () => {
	it(`sends to ${rows} rows, each at most once, with a worker killed in the middle`, async () => {
		const { counts, requests, disagreement } = await sendToAll(million, {
			rows,
			breaks: ['worker'],
		});
		process.stdout.write(`A table of recipients: ${JSON.stringify({ requests, ...counts })}\n`);
		expect(disagreement).toEqual({ doubled: [], claimed: [], denied: [], strangers: [] });
		// What the dead worker had under way: proved by the end of its campaign, or for a person to decide.
		expect(counts.ended + counts.not_reached + counts.unknown).toBe(rows);
		expect(counts.unknown).toBeLessThanOrEqual(4 * 5_000);
	});

	it('shows on a page how far it is, and pauses by the button of that page alone', async () => {
		const { table, workflows } = million;
		const auth = { username: progressUser.user, password: progressUser.password };
		const anyStatus = { validateStatus: () => true };
		const isPaused = async () => (await table.counts()).paused;
		const { data: page } = await axios.get<string>(workflows.progressUrl, { auth });
		expect(page).toMatch(/<h1>\d+% of 50,000 rows sent<\/h1>/);
		const [, key] = /name="key" value="([^"]+)"/.exec(page)!;

		const press = async (body: object, who: object) =>
			(await axios.post<string>(workflows.progressUrl, body, { ...who, ...anyStatus })).data;
		await press({ key: 'guessed', pause: 'true' }, { auth });
		await press({ key, pause: 'true' }, {});
		expect(await isPaused()).toBe(false);
		expect(await press({ key, pause: 'true' }, { auth })).toContain('<button>Continue</button>');
		expect(await isPaused()).toBe(true);
		expect(await press({ key, pause: 'false' }, { auth })).toContain('<button>Pause</button>');
		expect(await isPaused()).toBe(false);
	});
});
