// If this fails, in some order of events a wait ends late or wrongly.
import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { patience } from '../../nodes/shared/waiting/watchWait';
import { serviceForTests } from './harness/serviceForTests';
import { waitingCampaigns } from './harness/waitingCampaigns';

/** No campaign moves by itself, and no notification of the service's own arrives: the orders are ours. */
const service = serviceForTests({ campaignStepMs: 3_600_000 });
const { run } = waitingCampaigns(service);
// The orders are those of the looks that people have.
beforeAll(
	() =>
		void Object.assign(patience, {
			firstLookMs: 1_000,
			pauses: [0.25, 0.5, 1, 1, 1],
			onItsWayMs: 5_000,
		}),
);
jest.setTimeout(240_000);

const SEED = Number(process.env.WAIT_ORDERS_SEED ?? 11);
const SCENARIOS = 60;
/** Seconds in which a wait has to end when everything has happened within one: it takes five, and more on a busy machine. */
const PROMPT_SECONDS = 150;
/** The limit of waits for a campaign to a single number, which may end with nothing but it; in minutes. */
const SHORT_LIMIT = 10 / 60;

/** What happens to one campaign, in milliseconds after the reply that named it. */
interface CampaignFate {
	recipients: 1 | 2;
	/** When END arrives. */
	end: number;
	/** When the status becomes `done`. */
	done: number;
	/** END reaches no one, as when n8n is down. */
	isLost: boolean;
	/** END counts one more than there are recipients. */
	countsMore: boolean;
	/** The last recipient fails, and CP_SEND_ERROR says so at this time: before END, or after it. */
	failed: number | null;
}

interface Scenario {
	campaigns: CampaignFate[];
	/** How long n8n takes to save the execution. */
	save: number;
	perRecipient: boolean;
}

const moment = fc.oneof(fc.constant(0), fc.constant(300), fc.integer({ min: 0, max: 900 }));
const fate: fc.Arbitrary<CampaignFate> = fc.record({
	recipients: fc.constantFrom<1 | 2>(1, 2),
	end: moment,
	done: moment,
	isLost: fc.boolean(),
	countsMore: fc.integer({ min: 0, max: 4 }).map((each) => each === 0),
	failed: fc.option(moment),
});
const scenarios: fc.Arbitrary<Scenario> = fc.record({
	// A later campaign holds only phones that an earlier one has.
	campaigns: fc
		.array(fate, { minLength: 1, maxLength: 3 })
		.map((fates) => fates.sort((a, b) => b.recipients - a.recipients)),
	save: fc.constantFrom(0, 20, 300),
	perRecipient: fc.boolean(),
});

const PHONES = ['0570002233', '0570002234'];
/** What END counts. */
const countOf = ({ recipients, countsMore, failed }: CampaignFate) =>
	countsMore ? recipients + 1 : recipients - (failed === null ? 0 : 1);

async function play({ campaigns, save, perRecipient }: Scenario, name: string) {
	const hasSingle = campaigns.some(({ recipients }) => recipients === 1);
	const execution = await run(
		campaigns.flatMap(({ recipients }, text) =>
			PHONES.slice(0, recipients).map((phone) => ({ phone, text: `text ${text}` })),
		),
		{
			...{ description: name, ...(perRecipient ? { output: 'recipient' } : {}) },
			...(hasSingle ? { waitLimit: SHORT_LIMIT } : {}),
		},
		{ saveMs: save },
	);
	const codes = service.control
		.campaigns()
		.filter(({ desc }) => desc === name)
		.map(({ tid }) => tid);
	const address = String(service.bodies().find(({ desc }) => desc === name)?.nu);
	await Promise.all(
		campaigns.flatMap((campaign, index) => {
			const { recipients, end, done, isLost, failed } = campaign;
			const tell = async (msg: string, info: string) =>
				await execution.notify({ get: '1', msg, tid: codes[index], info }, address);
			return [
				sleep(done).then(() => service.control.setCampaign(codes[index], 'done')),
				sleep(end).then(async () => isLost || (await tell('END', String(countOf(campaign))))),
				sleep(failed ?? 0).then(
					async () => failed === null || (await tell('CP_SEND_ERROR', PHONES[recipients - 1])),
				),
			];
		}),
	);
	const ended = await Promise.race([
		execution.end.then(([items]) => items.map(({ json }) => json)),
		sleep(PROMPT_SECONDS * 1_000).then(() => 'not ended' as const),
	]);
	return { ended, codes, execution };
}

/** What may be said of a campaign, by what may have reached it. A status says that it ended, and counts nothing. */
function allowed(code: string, campaign: CampaignFate, { perRecipient, save }: Scenario) {
	const { recipients, isLost, end: endAt, failed } = campaign;
	const mayCome = (at: number) => (at <= save ? [true, false] : [true]);
	const ends = isLost ? [false] : mayCome(endAt);
	const names = failed === null ? [false] : mayCome(failed);
	return ends.flatMap((isEnded) =>
		names.map((isNamed) => {
			// The service saves no campaign to a single number: without its END nothing is known of it.
			const end =
				isEnded || recipients === 2
					? { endedBy: 'END', timedOut: false }
					: { endedBy: 'UNKNOWN', timedOut: true };
			const count = countOf(campaign);
			if (!perRecipient) return [{ taskId: code, ...end, ...(isEnded && { sentCount: count }) }];
			const isKnown = isEnded && count + (isNamed ? 1 : 0) === recipients;
			return PHONES.slice(0, recipients).map((_phone, index) => {
				const gotNothing = (isNamed && index === recipients - 1) || (isEnded && count === 0);
				const sent = gotNothing ? { sent: false } : isKnown && { sent: true };
				return { taskId: code, ...end, ...sent };
			});
		}),
	);
}

const saidOf = ({ taskId, timedOut, endedBy, sent, sentCount }: IDataObject) => ({
	taskId,
	timedOut,
	endedBy,
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
			const sorted = (rows: IDataObject[]) =>
				JSON.stringify(rows.map((row) => Object.entries(row).sort()));
			return scenario.campaigns.some((campaign, index) => {
				const rows = ended.filter(({ taskId }) => taskId === codes[index]).map(saidOf);
				return !allowed(codes[index], campaign, scenario).map(sorted).includes(sorted(rows));
			});
		});
		expect(wrong.map(({ scenario, ended }) => ({ scenario, ended }))).toEqual([]);
		expect(played.filter(({ execution }) => execution.resumed > 1)).toEqual([]);
	});
});
