// If this fails, a column gets lost with its file.
import { serviceForTests } from './harness/serviceForTests';
import { smsCampaigns } from './harness/smsCampaign';

/** What else becomes of rows is in `stories/campaignRows.json`. */
const sms = smsCampaigns(serviceForTests());

it('rows stay with their binary data, sent or not', async () => {
	const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
	const { items } = await sms(
		[{ phone: '0570002233' }, { phone: '050' }],
		{ options: { output: 'recipient' } },
		{ binary, settings: { onError: 'continueRegularOutput' } },
	);
	expect(items.map((item) => item.binary)).toEqual([binary, binary]);
});
