// If this fails, a row that got nothing says that it got a message: an earlier node's outcome is still on it.
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { ExtApiSms } from '../../nodes/ExtApiSms/ExtApiSms.node';
import { runBranches } from './harness/runBranches';
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What a node says of its rows, where the rows have the columns of a node before. */
const service = serviceForTests();
const sms = smsCampaigns(service);

/** As a campaign that was awaited, previewed or tested leaves a row. */
const before: IDataObject = {
	...{
		taskId: '111',
		outcome: 'earlier',
		endedBy: 'END',
		sent: true,
		sentCount: 1,
		notSent: [],
		timedOut: true,
	},
	...{ sentTo: ['0570009999'], duplicateOf: 7, unrecognized: 1 },
};
const NAMES = Object.keys(before);
/** What the node may have to read again from a row that was not sent. */
const toRead: IDataObject = { messageLimit: 5, scheduledFor: '2027-01-01 10:00' };
const row = (phone: string): IDataObject => ({ phone, ...before, ...toRead });
const [REFUSED, LEFT_OUT, SENT] = ['12', '0570002234', '0570002233'];
const rows = [REFUSED, LEFT_OUT, SENT].map(row);
const options: INodeParameters = {
	options: { output: 'recipient' },
	beforeSending: { leaveOut: LEFT_OUT },
};
/** What an item says in the columns that speak of an outcome. */
const said = (json: IDataObject) =>
	Object.fromEntries(
		NAMES.flatMap((name) => ((json[name] ?? null) === null ? [] : [[name, json[name]]])),
	);

const throughBranches = async () =>
	await runBranches({
		...{ node: new ExtApiSms(), credential: service.credential() },
		parameters: {
			...{ resource: 'message', operation: 'sendCampaign', mode: 'send', sender: 'MyShop' },
			...{ recipient: 'phone', message: 'Hello' },
			...options,
		},
		items: rows.map((json) => ({ json })),
		settings: { onError: 'continueErrorOutput' },
	});

describe("an earlier node's outcome", () => {
	it('is no outcome of this campaign, whatever becomes of the row', async () => {
		const settings = { onError: 'continueRegularOutput' as const };
		const { items } = await sms(rows, options, { settings });
		const [refused, leftOut, sent] = items.map(({ json }) => json);
		expect(said(refused)).toEqual({ outcome: 'refused' });
		expect(refused).toMatchObject({ error: expect.any(String), phone: REFUSED });
		expect(said(leftOut)).toEqual({ outcome: 'leftOut' });
		expect(leftOut).toMatchObject({ recipient: LEFT_OUT });
		expect(said(sent)).toEqual({ outcome: 'accepted', taskId: expect.not.stringMatching(/^111$/) });
		expect(refused).toMatchObject({ ...toRead, inputColumns: before });
		for (const json of [leftOut, sent]) {
			expect(json.inputColumns).toEqual({ ...before, ...toRead });
		}
	});

	it('is none of a row of the error output', async () => {
		const { main, errors } = await throughBranches();
		expect(main).toHaveLength(2);
		const [{ json }] = errors;
		expect(errors).toHaveLength(1);
		expect(said(json)).toEqual({ outcome: 'refused' });
		expect(json).toMatchObject({ error: expect.any(String), phone: REFUSED });
		expect(json).toMatchObject({ inputColumns: before });
	});

	it('is none of an item of Send that was refused', async () => {
		const parameters = { operation: 'send', phoneNumbers: '={{ $json.phone }}', message: 'Hello' };
		const settings = { onError: 'continueRegularOutput' as const };
		const { items } = await sms([row(REFUSED)], parameters, { settings });
		expect(said(items[0].json)).toEqual({ outcome: 'refused' });
		expect(items[0].json.inputColumns).toEqual(before);
	});
});
