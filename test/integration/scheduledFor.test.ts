// If this fails, the output does not say when a message goes.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { everyOperation } from '../operations';
import { runNode } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';

/** A message that goes later says when, with a request for each item as in campaigns. */
const service = serviceForTests();
const sends = everyOperation.filter(({ operation }) => /^(send|sendTemplate)$/.test(operation));
const scheduled = sends.filter(({ type }) => type !== 'extApiOtp');

it.each(scheduled)('$name says when it goes, with Send At alone', async (tested) => {
	await tested.prepare?.(service);
	const run = async (timing: INodeParameters) => {
		const { items, error } = await runNode({
			node: tested.node(),
			credential: service.credential('demo-token-full'),
			items: tested.usualItems,
			parameters: { ...tested.parameters, timing },
			timezone: 'Europe/London',
		});
		expect(error).toBeUndefined();
		expect(items).toHaveLength(tested.usualItems.length);
		return items.map(({ json }) => json);
	};
	const times = (outputs: IDataObject[]) => outputs.map(({ scheduledFor }) => scheduledFor);
	const all = (time?: string) => tested.usualItems.map(() => time);

	expect(times(await run({}))).toEqual(all());
	expect(times(await run({ sendAt: '2035-01-05T10:00:00' }))).toEqual(
		all('2035-01-05T12:00:00+02:00'),
	);
	const sendAt = '2035-01-05T10:00:00+02:00';
	expect(times(await run({ sendAt, timeZone: 'Europe/London' }))).toEqual(
		all('2035-01-05T08:00:00+00:00'),
	);
	const quietHours = { hours: { from: '20:00', until: '07:00' } };
	const [awake] = await run({ sendAt, quietHours });
	expect(awake.scheduledFor).toBe('2035-01-05T10:00:00+02:00');
	expect(awake.scheduledBecause).toBeUndefined();
});
