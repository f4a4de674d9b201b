// If this fails, rows that disagree about a protection are sent without it.
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operationRuns } from './harness/operationRuns';
import { serviceForTests } from './harness/serviceForTests';

/** An option that holds for a whole run protects every item or none: items that say otherwise are named. */

const service = serviceForTests();
const rows = (values: unknown[]): IDataObject[] =>
	values.map((v, index) => ({ phone: `05700022${index + 10}`, text: 'Hi', v }) as IDataObject);

const campaigns = ['SMS: Message: Send', 'Voice: Message: Send', 'Chat: Message: Send Template'];
const sms = operationRuns(service, 'ExtApi SMS: Message: Send Campaign', { message: 'Hi' });

const v = '={{ $json.v }}';
const cases: Array<[label: string, parameters: INodeParameters, values: unknown[]]> = [
	['Mode', { mode: v }, ['send', 'preview']],
	['Mode', { mode: v, testNumbers: '0570021111' }, ['test', 'test', 'send']],
	['Test Numbers', { mode: 'test', testNumbers: v }, ['0570021111', '']],
	[
		'Quiet Hours',
		{ timing: { quietHours: { hours: { from: '={{ $json.v }}', until: '08:00' } } } },
		['21:00', '22:00'],
	],
	['Spread Over \\(Hours\\)', { timing: { spreadOver: v } }, [2, 3]],
	['Output', { options: { output: v } }, ['campaign', 'recipient']],
];

describe.each(campaigns)('ExtApi %s Campaign', (name) => {
	const send = operationRuns(service, `ExtApi ${name} Campaign`, { message: 'Hi' });

	it.each(cases)('refuses items that differ in %s: %j, %j', async (label, parameters, values) => {
		const { error } = await send(rows(values), parameters);
		expect(error?.message).toMatch(
			new RegExp(`${label} must be the same for all items, but items 0 and [12] differ`),
		);
		expect(error?.message).toContain('nothing was sent');
		expect(service.bodies().filter(({ from }) => from !== undefined)).toEqual([]);
		expect(service.control.ledger().total).toBe(0);
	});
});

it('sends to everyone or to no one, whatever the items say of the mode', async () => {
	const value = fc.constantFrom<unknown>('send', 'preview', 'test', null, '', 'maybe', true, 0);
	await fc.assert(
		fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 4 }), async (values) => {
			service.control.reset();
			await sms(rows(values), { mode: v });
			const isSending = values.every((each) => each === 'send');
			expect(service.control.ledger().total).toBe(isSending ? values.length : 0);
		}),
		{ numRuns: 60 },
	);
});
