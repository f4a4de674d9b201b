// If this fails, in some order of events a wait ends late or wrongly.
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { serviceForTests } from './harness/serviceForTests';
import { waitingN8n } from './harness/waitingN8n';

/** No campaign moves by itself, and no notification of the service's own arrives: the orders are ours. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const n8n = waitingN8n();
beforeAll(async () => await n8n.start());
afterAll(async () => await n8n.stop());
jest.setTimeout(90_000);

const SEED = Number(process.env.WAIT_ORDERS_SEED ?? 11);
const SCENARIOS = 60;
/** Seconds in which a wait has to end when everything has happened within one. */
const PROMPT_SECONDS = 20;

/** What happens to one campaign, in milliseconds after the reply that named it. */
interface CampaignFate {
	recipients: 1 | 2;
	/** When END arrives. */
	end: number;
	/** When the status becomes `done`. */
	done: number;
	/** END reaches nobody, as when n8n is down. */
	isLost: boolean;
}

interface Scenario {
	campaigns: CampaignFate[];
	/** How long n8n takes to save the execution. */
	save: number;
	version: 1 | 2;
	perRecipient: boolean;
}

const moment = fc.oneof(fc.constant(0), fc.constant(300), fc.integer({ min: 0, max: 900 }));
const fate: fc.Arbitrary<CampaignFate> = fc.record({
	recipients: fc.constantFrom<1 | 2>(1, 2),
	end: moment,
	done: moment,
	isLost: fc.boolean(),
});
const scenarios: fc.Arbitrary<Scenario> = fc.record({
	// A later campaign holds only phones that an earlier one has.
	campaigns: fc
		.array(fate, { minLength: 1, maxLength: 3 })
		.map((fates) => fates.sort((a, b) => b.recipients - a.recipients)),
	save: fc.constantFrom(0, 20, 300),
	version: fc.constantFrom<1 | 2>(1, 2),
	perRecipient: fc.boolean(),
});

const PHONES = ['0570002233', '0570002234'];

async function play({ campaigns, save, version, perRecipient }: Scenario, name: string) {
	const execution = await n8n.run({
		node: new ExtApiSms(),
		credential: service.credential(),
		items: campaigns.flatMap(({ recipients }, text) =>
			PHONES.slice(0, recipients).map((phone) => ({ phone, text: `text ${text}` })),
		),
		parameters: {
			resource: 'message',
			operation: 'sendCampaign',
			sender: 'MyShop',
			recipient: 'phone',
			message: '{text}',
			options: { description: name, ...(perRecipient ? { output: 'recipient' } : {}) },
			notifications: { waitForCompletion: true },
		},
		saveMs: save,
		version,
		letsPass: () => false,
	});
	const codes = service.control
		.campaigns()
		.filter(({ desc }) => desc === name)
		.map(({ tid }) => tid);
	const address = String(service.bodies().find(({ desc }) => desc === name)?.nu);
	await Promise.all(
		campaigns.flatMap(({ recipients, end, done, isLost }, index) => [
			sleep(done).then(() => service.control.setCampaign(codes[index], 'done')),
			sleep(end).then(async () => {
				if (isLost) return;
				const query = { get: '1', msg: 'END', tid: codes[index], info: String(recipients) };
				await execution.notify(query, address);
			}),
		]),
	);
	const ended = await Promise.race([
		execution.end.then(([items]) => items.map(({ json }) => json)),
		sleep(PROMPT_SECONDS * 1_000).then(() => 'not ended' as const),
	]);
	return { ended, codes, execution };
}

/** What may be said of a campaign. A status says that it ended, and counts nothing. */
function allowed(
	code: string,
	{ recipients, isLost, end: endAt }: CampaignFate,
	{ perRecipient, save }: Scenario,
) {
	const byStatus = { outcome: 'END' };
	const known = perRecipient
		? { outcome: 'END', sent: true }
		: { outcome: 'END', sentCount: recipients };
	const unknown = { outcome: 'UNKNOWN' };
	// The service saves no campaign to a single number: without its END nothing is known of it.
	const mayMiss = endAt <= save ? [known, byStatus] : [known];
	const ofTwo = isLost ? [byStatus] : mayMiss;
	const ends = recipients === 2 ? ofTwo : isLost ? [unknown] : [known, unknown];
	return ends.map((end) => ({ taskId: code, timedOut: false, ...end }));
}

const saidOf = ({ taskId, timedOut, outcome, sent, sentCount }: IDataObject) => ({
	taskId,
	timedOut,
	outcome,
	// Null only beside another campaign of which it is known.
	...((sent ?? null) === null ? {} : { sent }),
	...((sentCount ?? null) === null ? {} : { sentCount }),
});

describe('Wait for Completion', () => {
	it(`ends soon and truly in every order of notification, status and save (seed ${SEED})`, async () => {
		const sample = fc.sample(scenarios, { numRuns: SCENARIOS, seed: SEED });
		const played = await Promise.all(
			sample.map(async (scenario, index) => ({
				scenario,
				...(await play(scenario, `order ${index}`)),
			})),
		);
		const wrong = played.filter(({ scenario, ended, codes }) => {
			if (ended === 'not ended') return true;
			return scenario.campaigns.some((campaign, index) => {
				const rows = ended.filter(({ taskId }) => taskId === codes[index]).map(saidOf);
				const may = allowed(codes[index], campaign, scenario).map((each) =>
					JSON.stringify(each, Object.keys(each).sort()),
				);
				const expected = scenario.perRecipient ? campaign.recipients : 1;
				return (
					rows.length !== expected ||
					!rows.every((row) => may.includes(JSON.stringify(row, Object.keys(row).sort())))
				);
			});
		});
		expect(wrong.map(({ scenario, ended }) => ({ scenario, ended }))).toEqual([]);
		expect(played.filter(({ execution }) => execution.resumed > 1)).toEqual([]);
	});
});
