// If this fails, single sends go at another time than the person set, or do not say when they go.
import type { INodeParameters } from 'n8n-workflow';

import { everyOperation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** When they begin in quiet hours is in `stories/quietHours.json`. */
const service = serviceForTests({ campaignStepMs: 60_000, pastSchedule: 'refused' });

const sends = everyOperation.filter(({ operation }) => /^(send|sendTemplate)$/.test(operation));

it.each(sends.filter(({ type }) => type !== 'extApiOtp'))(
	'$name says when it goes, by Send At, whatever the clock of the workflow',
	async ({ node, parameters, usualItems, prepare }) => {
		await prepare?.(service);
		const times = async (timing: INodeParameters) => {
			const { items, error } = await runNode({
				...{ node: node(), credential: service.credential(), items: usualItems },
				...{ parameters: { ...parameters, timing }, timezone: 'Europe/London' },
			});
			expect(error).toBeUndefined();
			return items.map(({ json }) => [json.scheduledFor, json.scheduledBecause]);
		};
		const all = (time?: string) => usualItems.map(() => [time, undefined]);
		expect(await times({})).toEqual(all());
		const sendAt = '2035-01-05T10:00:00';
		expect(await times({ sendAt })).toEqual(all('2035-01-05T10:00:00+02:00'));
		expect(await times({ sendAt, timeZone: 'Europe/London' })).toEqual(
			all('2035-01-05T10:00:00+00:00'),
		);
		const quietHours = { hours: { from: '21:00', until: '08:00', days: [] } };
		const inZone = { sendAt: `${sendAt}+02:00`, timeZone: 'Europe/London', quietHours };
		expect(await times(inZone)).toEqual(all('2035-01-05T08:00:00+00:00'));
	},
);
