// If this fails, n8n stands still when a large campaign ends.
import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { serviceForTests } from './harness/serviceForTests';
import { waitingN8n } from './harness/waitingN8n';

/** The end of a campaign of 10,000 with an item for each recipient, which n8n's other work must survive. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const n8n = waitingN8n();
beforeAll(async () => await n8n.start());
afterAll(async () => await n8n.stop());

const ROWS = 10_000;
/** As much as n8n itself and the service take here, which run in the same process. */
const MOST_SECONDS = 20;

it('comes out within seconds', async () => {
	const items = Array.from({ length: ROWS }, (_, row) => ({ phone: `05${10_000_000 + row}` }));
	const execution = await n8n.run({
		node: new ExtApiSms(),
		credential: service.credential(),
		items,
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', sender: 'MyShop' },
			...{ recipient: 'phone', message: 'Hi' },
			options: { output: 'recipient' },
			notifications: { waitForCompletion: true },
		},
		letsPass: () => false,
	});
	await execution.saved;
	const address = String(service.bodies().find(({ nu }) => nu !== undefined)?.nu);
	const [{ tid }] = service.control.campaigns();
	const began = Date.now();
	await execution.notify({ msg: 'END', tid, info: String(ROWS) }, address);
	const [ended] = await execution.end;
	expect((Date.now() - began) / 1_000).toBeLessThan(MOST_SECONDS);
	expect(ended.filter(({ json }) => json.sent === true)).toHaveLength(ROWS);
}, 180_000);
