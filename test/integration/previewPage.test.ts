// If this fails, a person approves a campaign by a page that shows other messages, or runs what a row holds.
import { operationRuns } from './harness/operationRuns';
import { processedItemsForTests } from './harness/processedItems';
import { serviceForTests } from './harness/serviceForTests';
import { phones, smsCampaigns } from './harness/smsCampaign';

const service = serviceForTests();
processedItemsForTests();
const sms = smsCampaigns(service, 'Hi {name|there}');
const preview = { mode: 'preview' };
const pageOf = ({ items }: Awaited<ReturnType<typeof sms>>) =>
	Buffer.from(items[0].binary?.preview?.data ?? '', 'base64').toString();
const continues = { settings: { onError: 'continueRegularOutput' } } as const;

it('shows each different message once, the cost, who gets nothing and why, and the warnings', async () => {
	const rows = [
		{ phone: '0570002233', name: 'Dana' },
		{ phone: '0570002234', name: 'Dana' },
		{ phone: '0570002235', name: 'א'.repeat(80) },
		{ phone: '0570002236', name: 'null' },
		{ phone: '0570002237', name: 'Noa' },
		{ phone: 'nobody', name: 'Gil' },
	];
	const beforeSending = { leaveOut: '0570002237' };
	const page = pageOf(await sms(rows, { ...preview, beforeSending }, continues));
	expect(page.match(/<article/g)).toHaveLength(3);
	expect(page).toContain('<div class="body" dir="auto">Hi Dana</div>');
	expect(page).toContain('1 message · 2 rows');
	expect(page).toContain('1 message: 3 rows');
	expect(page).toContain('2 messages: 1 row');
	expect(page).toMatch(/1 row: <bdi>&#39;Leave Out&#39; contains this phone number/);
	expect(page).toMatch(/1 row: <bdi>Phone number &quot;nobody&quot;/);
	expect(page).toMatch(/<h2>Warnings<\/h2>[^]*item 3: a value is broken/);
	expect(page).toContain('Nothing was sent: 4 recipients');
	expect(service.bodies()).toEqual([]);
});

it('counts a recipient of several messages once', async () => {
	const rows = ['Dana', 'Dana', 'Noa'].map((name) => ({ phone: '0570002233', name }));
	const page = pageOf(await sms(rows, { ...preview, beforeSending: { duplicates: 'each' } }));
	expect(page).toMatch(/Recipients<\/dt><dd>1<\/dd><dt>Messages<\/dt><dd>3</);
	expect(page).toContain('Nothing was sent: 1 recipient, 3 messages');
});

it('says of distribution lists what each recipient costs, since only the service knows how many there are', async () => {
	const lists = { sendTo: 'lists', listCodes: '1001,1002', message: 'Spring sale. '.repeat(15) };
	const page = pageOf(await sms([{}], { ...preview, ...lists }));
	expect(page).toContain('<p class="cost">2 messages</p>');
	expect(page).toContain('Only the service knows how many recipients the lists have.');
});

it('names every list', async () => {
	const lists = { sendTo: 'lists', listCodes: '1001, 1004', message: 'Sale' };
	const page = pageOf(await sms([{}], { ...preview, ...lists }));
	expect(page).toMatch(/<dt>List Codes<\/dt>\s*<dd><bdi>1001,1004/);
});

it('is with the first item alone, and takes no file of a row away', async () => {
	const { items } = await sms(phones(30), preview);
	expect(items.filter(({ binary }) => binary !== undefined)).toHaveLength(1);
	expect(items[0].binary?.preview).toMatchObject({
		...{ fileName: 'preview.html', mimeType: 'text/plain', fileType: 'html' },
	});
	for (const other of [{}, { mode: 'preview', previewPage: false }, { previewPage: true }]) {
		expect((await sms(phones(2), other)).items[0].binary).toBeUndefined();
	}
});

it('runs and loads nothing whatever the rows hold, and shows hidden characters, which could make another sum of it', async () => {
	// The mark of direction is part of many Hebrew texts, and turns nothing around.
	const attack =
		'<script>alert(1)</script><img src=x onerror=alert(1)>"\'` Pay \u202e001 NIS\u200f';
	const description = `${attack} now`;
	const rows = [{ phone: '0570002233', name: attack }];
	const page = pageOf(await sms(rows, { ...preview, options: { description } }));
	expect(page).not.toMatch(/<script|<img|<link|<a |<iframe|url\(|\u202e/);
	expect(page).toMatch(
		/Hi &lt;script&gt;alert\(1\)&lt;\/script&gt;.* Pay \[U\+202E\]001 NIS\u200f/,
	);
	expect(page).toMatch(/<bdi>&lt;script&gt;.* Pay \[U\+202E\]001 NIS\u200f now<\/bdi>/);
	expect(page).toContain('default-src &#39;none&#39;');
});

it('shows the first twelve of many different messages', async () => {
	const many = phones(40).map((row, index) => ({ ...row, name: String(index) }));
	const page = pageOf(await sms(many, preview));
	expect(page.match(/<article/g)).toHaveLength(12);
	expect(page).toContain('The first 12 of 40 different messages.');
});

it('says a reason of many rows once, with an example and their numbers', async () => {
	const rows = Array.from({ length: 200 }, (_, index) => ({ phone: `bad${index}`, name: 'Dana' }));
	const page = pageOf(await sms([...phones(2), ...rows], preview, continues));
	const [, refused] = page.split('<h2>Refused</h2>');
	expect(refused.match(/<li/g)).toHaveLength(1);
	expect(refused).toMatch(
		/200 rows: <bdi>Phone number &quot;bad0&quot; .*, and the like \(items 2 to 201\)/,
	);
});

it('shows settings that have no line of their own under the names of their fields', async () => {
	const voice = operationRuns(service, 'ExtApi Voice: Message: Send Campaign');
	const page = pageOf(await voice(phones(2), { ...preview, options: { retryRounds: 2 } }));
	expect(page).toMatch(/<dt>Retry Rounds<\/dt><dd><bdi>2/);
});
