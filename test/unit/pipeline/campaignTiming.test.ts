// If this fails, a campaign is scheduled for the wrong time.
import {
	beginningOf,
	spreadOver,
	type TimedRequest,
} from '../../../nodes/shared/pipeline/campaignTiming';
import { playTables } from '../playTables';
import timing from './campaignTiming.json';

/** Monday, 23 November 2026, 20:00:30 in Jerusalem: two hours ahead of UTC. */
const now = Date.parse('2026-11-23T18:00:30Z');
const zone = 'Asia/Jerusalem';

/** A campaign as a person sets it: to so many, when and on which clock, seconds between two, hours that are quiet. */
interface Campaign {
	recipients: number;
	startsAt?: string;
	timeZone?: string;
	delay?: number;
	quiet?: [from: number, until: number];
}

function requestOf({ recipients, startsAt, timeZone = zone, delay }: Campaign): TimedRequest {
	const body = delay === undefined ? {} : { int: delay };
	return {
		settingsKey: '',
		recipients: Array.from({ length: recipients }, (_, item) => ({
			...{ phone: `051000000${item}`, content: 'Hello', items: [item] },
		})),
		settings: { body, timeZone, ...(startsAt && { startsAt: Date.parse(startsAt) }) },
	} as unknown as TimedRequest;
}

playTables(timing, {
	'a campaign': (campaign: Campaign) => {
		const [from, until] = campaign.quiet?.map((hour) => hour * 60) ?? [];
		const quiet = campaign.quiet && { hours: { from, until }, days: [], timeZone: zone };
		const { startsAt, ...begins } = beginningOf(requestOf(campaign), quiet, now);
		return { ...begins, ...(startsAt && { startsAt: new Date(startsAt).toISOString() }) };
	},
	'the delays of a campaign that is spread': (counts: number[], hours: number, others: number) => {
		const requests = counts.map((recipients) => requestOf({ recipients }));
		const read = spreadOver(requests, hours, others);
		if ('problem' in read) return read.problem.rule;
		return read.value.map(({ settings }) => settings.body.int);
	},
});
