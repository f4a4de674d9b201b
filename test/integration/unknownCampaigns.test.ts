// If this fails, people who may have the message are called not sent, or a test counts as the campaign.
import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { retryOf } from './harness/retry';
import { NODE } from './harness/runNode';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/**
 * A campaign whose answer was lost had left. Whatever a later try finds, no one may be told that these people got
 * nothing; and a test is no campaign, so no later try may count its message as theirs.
 */
const service = serviceForTests();

const items = ['0570002233', '0570002234'].map((phone) => ({ phone }));
const sms = smsCampaigns(service);
const AGAIN: INodeParameters = { advanced: { unknownOutcome: 'sendAgain' } };
const TWICE: Partial<INode> = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const run = async (
	parameters: INodeParameters,
	settings: Partial<INode> = {},
	rows: IDataObject[] = items,
) => await sms(rows, parameters, { settings });

describe('Send Again after a lost answer', () => {
	beforeEach(() => {
		service.control.addFaults([
			{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 },
			{ kind: 'plainError', endpoint: 'scheduleSms', nth: 2 },
		]);
	});

	it('is still unknown when the service refuses the repeat', async () => {
		const { error } = await run(AGAIN, TWICE);
		expect(service.control.ledger().total).toBe(2);
		expect(error?.message).toMatch(/outcome is unknown/i);
		expect(error).toMatchObject({ context: { outcome: 'unknown', refused: [], notTried: [] } });
	});

	it('is still unknown when a row before it fails, which was left out then', async () => {
		const leaveOut = items[0].phone;
		const options = { description: '={{ $json.phone }}' };
		const first = await run({ options, beforeSending: { leaveOut } });
		Object.assign(first.workflow.getNode(NODE)!.parameters, { beforeSending: {}, ...AGAIN });
		const saved = JSON.stringify(first.run.data);
		const { error } = await retryOf(first, saved, service.credential());
		expect(service.bodies()).toHaveLength(2);
		const refused = [{ rows: [{ item: 0 }] }];
		expect(error).toMatchObject({ context: { outcome: 'unknown', refused, notTried: [] } });
	});

	it('says so of every row when errors continue', async () => {
		const { items: out } = await run(
			{ ...AGAIN, options: { output: 'recipient' } },
			{ ...TWICE, onError: 'continueRegularOutput' },
		);
		expect(out).toHaveLength(2);
		for (const { json } of out) expect(json).toMatchObject({ outcome: 'unknown' });
	});
});

it('is still unknown when a rule refuses the repeat', async () => {
	service.control.addFaults([{ kind: 'resetAfter', endpoint: 'scheduleSms', nth: 1 }]);
	const message = "={{ $runIndex === 0 && $json.times.shift() ? 'Hello' : '' }}";
	const rows: IDataObject[] = items.map((row) => ({ ...row, times: [1] }));
	const continues = { ...TWICE, onError: 'continueRegularOutput' } as const;
	const { items: out } = await run({ message, ...AGAIN }, continues, rows);
	expect(service.control.ledger().total).toBe(2);
	expect(out).toHaveLength(2);
	for (const { json } of out) expect(json).toMatchObject({ outcome: 'unknown' });
});

it('a test that was sent is no campaign: its mode set to Send, everyone gets the message', async () => {
	service.control.addFaults([{ kind: 'plainError', endpoint: 'scheduleSms', nth: 2 }]);
	const tested = await run({ mode: 'test', testNumbers: '0570990001', testRows: 2 });
	expect(tested.error).toBeDefined();
	const phones = () => service.control.ledger().entries.map(({ phone }) => phone);
	expect(phones()).toEqual(['0570990001']);

	const saved = JSON.stringify(tested.run.data);
	tested.workflow.getNode(NODE)!.parameters.mode = 'send';
	const retried = await retryOf(tested, saved, service.credential());
	expect(retried.error).toBeUndefined();
	expect(phones().sort()).toEqual(['0570002233', '0570002234', '0570990001']);
});
