// If this fails, a row loses its files, or a preview puts its page where no one looks for it.
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

/** What the page shows is in `stories/previewPage.json`, what else becomes of rows in `stories/campaignRows.json`. */
const sms = smsCampaigns(serviceForTests());

it('the page is with the first item alone, and only of a preview', async () => {
	const { items } = await sms(phones(30), { mode: 'preview' });
	expect(items.filter(({ binary }) => binary !== undefined)).toHaveLength(1);
	expect(items[0].binary?.preview).toMatchObject({
		...{ fileName: 'preview.html', mimeType: 'text/plain', fileType: 'html' },
	});
	for (const other of [{}, { mode: 'preview', previewPage: false }, { previewPage: true }]) {
		expect((await sms(phones(2), other)).items[0].binary).toBeUndefined();
	}
});

it('rows stay with their binary data, sent or not', async () => {
	const binary = { file: { data: 'eA==', mimeType: 'text/plain' } };
	const { items } = await sms(
		[{ phone: '0570002233' }, { phone: '050' }],
		{ options: { output: 'recipient' } },
		{ binary, settings: { onError: 'continueRegularOutput' } },
	);
	expect(items.map((item) => item.binary)).toEqual([binary, binary]);
});
