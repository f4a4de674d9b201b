// If this fails, n8n stands still when a large campaign ends.
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

/** The end of a campaign of 10,000 with an item for each recipient, which n8n's other work must survive. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const { run, tell } = waitingCampaigns(service);

const ROWS = 10_000;
/** As much as n8n itself and the service take here, which run in the same process. */
const MOST_SECONDS = 20;

it('comes out within seconds', async () => {
	const items = Array.from({ length: ROWS }, (_, row) => ({ phone: `05${10_000_000 + row}` }));
	const execution = await run(items, { output: 'recipient' }, { parameters: { message: 'Hi' } });
	await execution.saved;
	const began = Date.now();
	await tell(execution, 'END', String(ROWS));
	const [ended] = await execution.end;
	expect((Date.now() - began) / 1_000).toBeLessThan(MOST_SECONDS);
	expect(ended.filter(({ json }) => json.sent === true)).toHaveLength(ROWS);
}, 180_000);
